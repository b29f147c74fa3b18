import type { RecoveryRequest } from './query.ts';

/** The current state of a request. */
export type RequestStatus = { kind: 'same' | 'confirmed' | 'gone' } | { kind: 'again'; now: RecoveryRequest };

/**
 * Compares a request, as it was when its dialog was opened, with the server's current list: others approve and decline,
 * and a request from another browser has another number (decision 012).
 * @param requests undefined while unknown
 */
export function requestStatusOf(
  opened: RecoveryRequest,
  requests: readonly RecoveryRequest[] | undefined,
): RequestStatus {
  const found = requests?.find(({ id }) => id === opened.id);
  if (requests === undefined || found?.confirmed === opened.confirmed) return { kind: 'same' };
  if (found?.confirmed) return { kind: 'confirmed' };
  const now = requests.find(({ personId, confirmed }) => personId === opened.personId && !confirmed);
  return now ? { kind: 'again', now } : { kind: 'gone' };
}
