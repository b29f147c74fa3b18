import type { Presence } from '@florin/contract/transaction-states';
import { money } from '@florin/contract/money';
import type { Database } from '../../../db/open.ts';
import { explain } from '../../../core/policies/explain.ts';
import type { Trace } from '../../../core/policies/facts.ts';
import { PolicyVersions } from '../../../core/policies/versions.ts';
import type { EventRow } from './queries.ts';

/** Why each decision among the events was made, in the words of the versions of its day. */
export async function tracesOf(
  db: Database,
  { businessId, presence }: { businessId: string; presence: Presence },
  events: readonly EventRow[],
) {
  const decisions = events.filter(({ trace }) => trace !== null);
  if (decisions.length === 0) return [];
  const { timeZone } = await db
    .selectFrom('business')
    .select('time_zone as timeZone')
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow();
  const named = decisions.flatMap(({ trace }) => (trace as Trace).versions);
  const versions = await new PolicyVersions().read(db, [...new Set(named)]);
  return decisions.map(({ id, at, currency, trace }) => {
    const stored = trace as Trace;
    const { available, binds, rules } = explain(stored, versions, { zone: timeZone, at: at.getTime(), presence });
    const inCurrency = (amount: number) => ({ amount, currency });
    return {
      eventId: id,
      available: money(BigInt(available), currency),
      binds,
      rules: rules.map(({ layer, policyId, versionId, index, rule, code, room, binds: isTightest, resetsAt }) => ({
        layer,
        policyId,
        version: versionId,
        index,
        rule,
        code,
        room: room === null ? null : inCurrency(room),
        binds: isTightest,
        resetsAt: resetsAt === null ? null : new Date(resetsAt).toISOString(),
      })),
      shadow: stored.shadow ?? null,
    };
  });
}
