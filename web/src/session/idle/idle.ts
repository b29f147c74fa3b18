import type { Site } from '@florin/contract/program/site';

/**
 * The idle limit as a function of absolute times, so that a sleeping machine or a throttled timer extends nothing
 * (security design P28). All times are milliseconds since the Unix epoch; specification section 4 and 9.
 */
export interface IdleLimits {
  idleSeconds: number;
  warningSeconds: number;
  /** Movements closer together than this count as one. */
  sensitivitySeconds: number;
}

/** The idle limits of the installation (specification section 9; the configuration chooses). */
export function idleLimits({ sessionTimeout }: Pick<Site, 'sessionTimeout'>): IdleLimits {
  return {
    idleSeconds: sessionTimeout.idleTimeSeconds,
    warningSeconds: sessionTimeout.warningTimeSeconds,
    sensitivitySeconds: sessionTimeout.idleSensitivitySeconds,
  };
}

export type IdleState =
  /** `nextCheckAt` is when the state can change by itself. */
  | { kind: 'active'; nextCheckAt: number }
  | { kind: 'idle-warning'; secondsLeft: number; nextCheckAt: number }
  | { kind: 'timed-out' };

/** The state at `now`. A last activity in the future (the clock was set back) counts as one of now. */
export function idleState(now: number, lastActivity: number, limits: IdleLimits): IdleState {
  const since = Math.min(lastActivity, now);
  const warnAt = since + limits.idleSeconds * 1000;
  const endAt = warnAt + limits.warningSeconds * 1000;
  if (now < warnAt) return { kind: 'active', nextCheckAt: warnAt };
  if (now >= endAt) return { kind: 'timed-out' };
  const secondsLeft = Math.ceil((endAt - now) / 1000);
  return { kind: 'idle-warning', secondsLeft, nextCheckAt: endAt - (secondsLeft - 1) * 1000 };
}

/**
 * The last activity after a movement of the person. A movement changes nothing within the sensitivity, during the
 * warning, which only 'Resume' or activity in another tab dismisses, or after the limit.
 */
export function afterMovement(now: number, lastActivity: number, limits: IdleLimits): number {
  if (idleState(now, lastActivity, limits).kind !== 'active') return lastActivity;
  return now - Math.min(lastActivity, now) < limits.sensitivitySeconds * 1000 ? lastActivity : now;
}

/**
 * The last activity after a document was opened, or after Back or Forward. That is deliberate, so it dismisses the
 * warning like 'Resume'. `at` is when it happened; a later activity counts more.
 */
export function afterNavigation(at: number, lastActivity: number, limits: IdleLimits): number {
  return at <= lastActivity ? lastActivity : afterResume(at, lastActivity, limits);
}

/** The last activity after 'Resume': now, unless the limit has passed. */
export function afterResume(now: number, lastActivity: number, limits: IdleLimits): number {
  return idleState(now, lastActivity, limits).kind === 'timed-out' ? lastActivity : now;
}

/** Whether a report of activity to the server is due: at most one every `everySeconds`. */
export function reportIsDue(now: number, lastReport: number, everySeconds: number): boolean {
  return now - lastReport >= everySeconds * 1000 || now < lastReport;
}
