import { heldAfterChange } from '@florin/contract/limits';
import type { SecuritySettings } from '../queries.ts';

/**
 * Whether a new factor or new codes would hold card details: only an older app or passkey lifts that hold (decision
 * 023).
 */
export const wouldHold = ({ factors }: Pick<SecuritySettings, 'factors'>, now: number): boolean =>
  factors.every(({ createdAt }) => Date.parse(createdAt) > now - heldAfterChange.seconds * 1000);
