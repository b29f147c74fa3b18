import { CardStatus } from '@florin/contract/cards/card-states';
import { isEligible, membershipStatuses, type EligibleAct } from '@florin/contract/eligibility';
import { BusinessStatus } from '@florin/contract/program/user-info';
import { sql, type RawBuilder } from 'kysely';

/**
 * SQL conditions on the statuses that allow an act, for statements that decide and write at once. They are computed from
 * the table of contract/src/eligibility.ts, which decides everywhere else.
 * @example eligibleStatuses('vendor-link.use').business('business.status')
 */
export const eligibleStatuses = (act: EligibleAct) => ({
  business: (column: string) =>
    isOneOf(
      column,
      BusinessStatus.options.filter((status) => isEligible(act, { business: { status } })),
    ),
  card: (column: string) =>
    isOneOf(
      column,
      CardStatus.options.filter((status) => isEligible(act, { card: { status } })),
    ),
  membership: (column: string) =>
    isOneOf(
      column,
      membershipStatuses.filter((status) => isEligible(act, { membership: { status } })),
    ),
});

const isOneOf = (column: string, statuses: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} = any(${[...statuses]})`;
