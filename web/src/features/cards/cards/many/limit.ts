import type { BulkLine } from '@florin/contract/cards/card-parts';
import { StartingLimit, startingLimitName, startingLimitPeriods } from '@florin/contract/cards/cards/issue';
import * as v from 'valibot';
import { issueCardWords } from '../../../../messages/en/cards/issue-card.ts';
import { limitManyWords as words } from '../../../../messages/en/cards/limit-many.ts';
import { amount } from '../issue/issue-schema.ts';

/** One limit for many cards, as typed. */
export const limitSchema = v.object({
  amount: v.pipe(
    amount,
    v.check((cents) => cents !== null, 'missing'),
    v.transform((cents) => cents ?? 0),
  ),
  period: StartingLimit.entries.period,
});

export const limitPeriods = startingLimitPeriods.map((id) => ({ id, label: issueCardWords.periods[id] }));

export const limitFieldWords = {
  amount: { missing: words.amountMissing, format: words.amountFormat, tooLong: issueCardWords.amountTooLong },
};

/** The limit in place of the one that each card began with (POST /api/spend-policies/cards). */
export const rulesOf = ({ amount: most, period }: StartingLimit) => ({
  name: startingLimitName,
  startingLimit: true,
  rules: [{ kind: 'amount' as const, period, limit: most }],
});

/** Whether a card would have the limit once a second administrator has approved. */
export const isWaiting = ({ code }: BulkLine) => code === 'SECOND_ADMINISTRATOR_REQUIRED';

/** Why a card does not get the limit. */
export function reasonOf(line: BulkLine): string {
  if (isWaiting(line)) return words.second;
  if (line.code === 'CARD_STATE') return words.closed;
  if (line.code === 'NOT_FOUND') return words.gone;
  if (line.code === 'OWN_CARD') return words.own;
  return line.problem === 'tooManyPolicies' ? words.tooManyPolicies : words.otherReason;
}
