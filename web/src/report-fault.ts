import { reportClientError } from '@florin/contract/telemetry';
import { call, CallFailure, NetworkFailure, StaleAnswer, UnexpectedAnswer } from './api.ts';
import { showSnackbar } from './kit/feedback/snackbar-store.ts';
import { en } from './messages/en.ts';
import { pageAt } from './paths.ts';
import { readSite } from './site.ts';
import { callHooks } from './call-hooks.ts';

/** A page that fails again and again says so often enough. */
const reportsAtMost = 10;
let reports = 0;
const reported = new Set<string>();

/**
 * Hears of everything that nobody else has caught: scripts that break, calls whose failure no screen shows. A failed call
 * gets the generic snackbar with its correlation id (specification, section 8); the rest goes to the server's log.
 */
export function watchFaults(): void {
  callHooks.failure = (error, correlationId) => void logFault(error, correlationId ?? crypto.randomUUID());
  window.addEventListener('error', ({ error }: ErrorEvent) => {
    if (error instanceof Error) void logFault(error, crypto.randomUUID());
  });
  window.addEventListener('unhandledrejection', (event) => {
    const reason: unknown = event.reason;
    if (reason instanceof CallFailure) {
      event.preventDefault();
      tellFailure(reason);
    } else if (reason instanceof Error) void logFault(reason, crypto.randomUUID());
  });
}

/**
 * The generic snackbar. Of an answer for another session, and of a page that is being left, nothing is said.
 * @param missing a sentence about what is not there now
 * @param onRetry asks for it again
 * @returns the snackbar's id; null where nothing is said
 */
export function tellFailure(error: unknown, missing?: string, onRetry?: () => void): number | null {
  if (!(error instanceof CallFailure) || error instanceof StaleAnswer) return null;
  const { network, tryAgain } = en.failure;
  const cause = error instanceof NetworkFailure ? network : missing === undefined ? en.errors.UNEXPECTED : tryAgain;
  const text = missing === undefined ? cause : `${missing} ${cause}`;
  const action = onRetry && { action: { label: en.kit.retry, onPress: onRetry } };
  return showSnackbar({ severity: 'error', text, correlationId: error.correlationId, ...action });
}

/** Tells the server's log what went wrong, under the id that people see. Never fails, never repeats itself. */
export async function logFault(error: Error, errorId: string): Promise<void> {
  const key = `${error.name} ${error.message}`;
  if (reports >= reportsAtMost || reported.has(key)) return;
  reports += 1;
  reported.add(key);
  const body = {
    errorId,
    name: (error instanceof UnexpectedAnswer ? 'UnexpectedAnswer' : error.name).slice(0, 64) || 'Error',
    message: clean(error.message, 512),
    stack: clean(error.stack ?? '', 2048),
    route: pageAt(window.location.pathname)?.path ?? 'unknown',
    appVersion: `${readSite().appVersion} ${readSite().build}`.slice(0, 64),
  };
  try {
    await call(reportClientError, { body }, { keepalive: true });
  } catch {
    // A report that does not get through is not worth another one.
  }
}

const clean = (text: string, length: number) => text.replaceAll('\0', '').slice(0, length).toWellFormed();
