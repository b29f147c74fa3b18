import { heldAfterChange } from '@florin/contract/limits';
import type { EventType } from '../../core/audit/events.ts';
import { afterSeconds } from '../../core/time.ts';

interface Change {
  type: string;
  details: Readonly<Record<string, unknown>>;
  at: Date;
}

/**
 * What holds card details back, and from what on: null where it always does, otherwise what its event says where it does not.
 * An address that came with the registration, or that never counted, gives nobody a way in; neither does a second factor
 * that is asked for from now on.
 */
const harmless = {
  authn_password_reset: null,
  authn_factor_added: null,
  authn_factor_removed: null,
  authn_backup_codes_made: null,
  authn_mfa_switched: ['enabled', true],
  contact_confirmed: ['onFile', true],
  contact_removed: ['counted', false],
} as const satisfies Partial<Record<EventType, null | readonly [string, boolean]>>;

type HoldingType = keyof typeof harmless;

export const holdingTypes = Object.keys(harmless) as readonly HoldingType[];

/** Whether a change is one after which card details are held back. */
function holds({ type, details }: Change): boolean {
  const unless = harmless[type as HoldingType];
  if (unless === undefined) return false;
  return unless === null || details[unless[0]] !== unless[1];
}

/**
 * Until when card details are held back after a person's changes of the last day (decision 023): a day after the latest.
 * @returns null where none of them holds anything back
 */
export function heldUntil(changes: readonly Change[]): Date | null {
  const moments = changes.filter(holds).map(({ at }) => at.getTime());
  return moments.length === 0 ? null : afterSeconds(new Date(Math.max(...moments)), heldAfterChange.seconds);
}
