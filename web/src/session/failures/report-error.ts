import { reportClientError } from '@florin/contract/program/telemetry';
import { call, CallFailure, NetworkFailure, StaleAnswer, UnexpectedAnswer } from '../../api.ts';
import { showSnackbar } from '../../kit/feedback/snackbar-store.ts';
import { en } from '../../messages/en.ts';
import { pageAt } from '../../paths.ts';
import { errorMessage, isRefusal } from './error-message.ts';
import { readSite } from '../../site.ts';
import { callHooks } from '../../call-hooks.ts';

/** The most reports that one page sends. */
const reportsAtMost = 10;
let reports = 0;
const reported = new Set<string>();

/**
 * Handles uncaught errors: broken scripts, and failed calls that no screen shows. A failed call gets the generic
 * snackbar with its correlation id (specification, section 8); other errors go to the server's log.
 */
export function watchErrors(): void {
  callHooks.failure = (error, correlationId) => void reportError(error, correlationId ?? crypto.randomUUID());
  window.addEventListener('error', ({ error }: ErrorEvent) => {
    if (error instanceof Error) void reportError(error, crypto.randomUUID());
  });
  window.addEventListener('unhandledrejection', (event) => {
    const reason: unknown = event.reason;
    if (reason instanceof CallFailure) {
      event.preventDefault();
      notifyFailure(reason);
    } else if (reason instanceof Error) void reportError(reason, crypto.randomUUID());
  });
}

/**
 * Shows the generic snackbar; none for an answer to another session, whose page is about to be left.
 * @param missing a sentence about the missing data
 * @param onRetry loads it again
 * @returns the snackbar's id; null if none is shown
 */
export function notifyFailure(error: unknown, missing?: string, onRetry?: () => void): number | null {
  if (!(error instanceof CallFailure) || error instanceof StaleAnswer) return null;
  const failed = isOutage(error) ? error : unexpected(error.correlationId);
  const message = errorMessage(failed, missing === undefined ? {} : { UNEXPECTED: en.failure.tryAgain });
  const text = missing === undefined ? message.text : `${missing} ${message.text}`;
  const action = onRetry && { action: { label: en.kit.retry, onPress: onRetry } };
  return showSnackbar({ ...message, text, ...action });
}

/** Whether every call fails in the same way now: the server cannot be reached, or not its database. */
export const isOutage = (error: unknown): boolean =>
  error instanceof NetworkFailure ||
  (error instanceof CallFailure && isRefusal(error) && error.body.Code === 'UNAVAILABLE');

const unexpected = (correlationId: string | null) => ({
  body: { Code: 'UNEXPECTED' as const, Message: '' },
  correlationId,
});

/** Reports an error to the server's log, under the id shown to the person, once each. Never fails. */
export async function reportError(error: Error, errorId: string): Promise<void> {
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
    // A failed report is not worth another one.
  }
}

const clean = (text: string, length: number) => text.replaceAll('\0', '').slice(0, length).toWellFormed();
