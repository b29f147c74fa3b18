import { expect, onTestFinished } from 'vitest';
import { marker } from '../session/browser-session.ts';
import { leaveSession } from '../session/leave.ts';
import type { Answers } from './answers.ts';
import { screen } from './component.ts';
import type { TestApp } from './render-app.tsx';

/** Says that a form holds what was typed before the session ended. */
export const keptNotice = screen.getByText(/^We kept what you typed\./);

/** The session ends; the same person signs in again, and is back at the address. */
export async function returnAfterEnd(app: TestApp, path: string, answers: Answers): Promise<void> {
  onTestFinished(() => sessionStorage.clear());
  const before = app.departures.length;
  // The test stays in the document, which it may have left before.
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  leaveSession('ended');
  await expect.poll(() => app.departures.slice(before)).toEqual(['/login']);
  app.answer(answers);
  marker.write({ epoch: 'next', lastActivity: Date.now() });
  await app.open(path);
}
