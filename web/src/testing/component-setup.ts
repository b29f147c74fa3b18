import { afterEach, beforeEach, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react/pure';
import '../theme/base.css';
import { setAppearance } from './component.ts';

/** What a test must not cause: console errors and warnings, uncaught errors, unhandled rejections. */
let complaints: string[] = [];

/** The router says so while it is developed: what a guard throws has its place on the page (shell/frames/PageFailure.tsx). */
const ofRouter = 'Warning: Error in route match: ';

const complain = (...words: unknown[]) => {
  const text = words.map(String).join(' ');
  if (!text.startsWith(ofRouter)) complaints.push(text);
};
const onError = ({ message }: ErrorEvent) => complain(message);
const onRejection = ({ reason }: PromiseRejectionEvent) => complain('Unhandled rejection:', reason);

beforeEach(() => {
  complaints = [];
  vi.spyOn(console, 'error').mockImplementation(complain);
  vi.spyOn(console, 'warn').mockImplementation(complain);
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
});

const { href } = window.location;

/** No server stands behind a component: its stream of events stays silent. */
class SilentEventSource extends EventTarget {
  close() {}
}
window.EventSource = SilentEventSource as unknown as typeof EventSource;

afterEach(async () => {
  await cleanup();
  // The browser reports a rejection in the task after the one that leaves it unhandled.
  for (const _ of ['this task', 'the next']) await new Promise((resolve) => setTimeout(resolve));
  await setAppearance({});
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', href);
  window.scrollTo(0, 0);
  vi.restoreAllMocks();
  window.removeEventListener('error', onError);
  window.removeEventListener('unhandledrejection', onRejection);
  if (complaints.length > 0) throw new Error(`Reported during the test:\n${complaints.join('\n')}`);
});
