import type { Site } from '@florin/contract/program/site';
import { onTestFinished, vi } from 'vitest';
import { screen } from './component.ts';

/** The part of Google's script that Recaptcha.tsx uses; its widget is a checkbox, and pressing it solves the captcha. */
const grecaptcha = {
  ready: (then: () => void) => then(),
  render(container: HTMLElement, { callback }: { callback: (token: string) => void }): number {
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.ariaLabel = 'I am not a robot';
    box.addEventListener('change', () => callback('solved'));
    container.append(box);
    return 0;
  },
};

/** A site with Google's captcha, whose script is there without being loaded; its solution is the token `solved`. */
export function vendorCaptcha(): Partial<Site> {
  Object.assign(window, { grecaptcha });
  const append = vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) (node as Node).dispatchEvent(new Event('load'));
  });
  onTestFinished(() => append.mockRestore());
  return { captcha: { provider: 'recaptcha', siteKey: 'key' } };
}

/** Presses that captcha. */
export const solveVendorCaptcha = () => screen.getByRole('checkbox', { name: 'I am not a robot' }).click();
