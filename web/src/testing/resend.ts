import { expect, vi } from 'vitest';
import { refuseFor, type Answers } from './answers.ts';
import { screen } from './component.ts';
import type { TestApp } from './render-app.tsx';

/**
 * Resends a text half a minute after the last one, and once more, which the server refuses for eight minutes.
 * @param call the one that sends it
 */
export async function resendTwice(app: TestApp, call: 'sendContactCode' | 'sendResetCode'): Promise<void> {
  const resend = screen.getByRole('button', { name: 'Resend code' });
  await expect.element(screen.getByRole('button', { name: /^Resend in/ })).toBeVisible();
  const later = Date.now() + 31_000;
  vi.spyOn(Date, 'now').mockImplementation(() => later);
  await resend.click();
  await expect
    .element(screen.getByText('We have resent you a text message with your Secure Access Code.'))
    .toBeVisible();
  vi.spyOn(Date, 'now').mockImplementation(() => later + 31_000);
  app.answer({ [call]: refuseFor('RESEND_LIMIT_REACHED', 480) } satisfies Answers);
  await resend.click();
}
