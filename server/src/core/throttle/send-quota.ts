import { sendQuota } from '@florin/contract/limits';

/**
 * The seconds until another message may be sent; 0 is now. The quotas count every message; the pause between resends
 * counts only some of them (decision 021).
 * @param sentAt when messages were sent during the last day, in any order
 * @param paused the messages that the pause counts
 */
export function secondsUntilSend(sentAt: readonly Date[], now: Date, paused = sentAt): number {
  const [pause, ...quotas] = sendQuota;
  const waits = [waitFor(paused, pause, now), ...quotas.map((quota) => waitFor(sentAt, quota, now))];
  return Math.ceil(Math.max(0, ...waits) / 1000);
}

/** The seconds until a single window has room again; 0 is now. */
export const secondsUntilRoom = (
  sentAt: readonly Date[],
  quota: { windowSeconds: number; sends: number },
  now: Date,
): number => Math.ceil(Math.max(0, waitFor(sentAt, quota, now)) / 1000);

/** Whether a separate quota has room for another message. */
export const hasRoom = (
  sentAt: readonly Date[],
  quotas: readonly { windowSeconds: number; sends: number }[],
  now: Date,
): boolean => quotas.every((quota) => waitFor(sentAt, quota, now) <= 0);

/** Milliseconds until the window has room again, when its oldest message leaves it. */
function waitFor(
  sentAt: readonly Date[],
  { windowSeconds, sends }: { windowSeconds: number; sends: number },
  now: Date,
): number {
  const blocking = sentAt.map(Number).toSorted((a, b) => b - a)[sends - 1];
  return blocking === undefined ? 0 : blocking + windowSeconds * 1000 - now.getTime();
}
