import { heldAfterChange } from '@florin/contract/limits';
import type { EventType } from '../../core/audit/events.ts';
import { afterSeconds } from '../../core/time.ts';

interface Change {
  type: string;
  details: Readonly<Record<string, unknown>>;
  at: Date;
}

/**
 * The changes that hold card details: null if always, otherwise a condition on the event's details that prevents the
 * hold. An address from the registration, an address that was never usable, and turning the second factor on give
 * nobody access.
 */
const harmless = {
  authn_password_reset: null,
  authn_factor_added: null,
  authn_factor_removed: null,
  authn_backup_codes_made: null,
  authn_mfa_switched: ['enabled', true],
  authn_login_linked: null,
  contact_confirmed: ['onFile', true],
  contact_removed: ['counted', false],
} as const satisfies Partial<Record<EventType, null | readonly [string, boolean]>>;

type HoldingType = keyof typeof harmless;

export const holdingTypes = Object.keys(harmless) as readonly HoldingType[];

/** Whether card details are held after a change. */
function holds({ type, details }: Change): boolean {
  const unless = harmless[type as HoldingType];
  if (unless === undefined) return false;
  return unless === null || details[unless[0]] !== unless[1];
}

/**
 * The end of the hold after a person's changes of the last day (decision 023): a day after the latest.
 * @returns null if none of them causes a hold
 */
export function heldUntil(changes: readonly Change[]): Date | null {
  const moments = changes.filter(holds).map(({ at }) => at.getTime());
  return moments.length === 0 ? null : afterSeconds(new Date(Math.max(...moments)), heldAfterChange.seconds);
}
