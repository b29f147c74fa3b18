import type { Presence } from '@florin/contract/cards/transaction-states';
import { money } from '@florin/contract/money';
import { isSharedLimit } from '@florin/contract/cards/policies/spend-rules';
import type { Database } from '../../../db/open.ts';
import { explain, leftAtDecline, type Explanation } from '../../../core/policies/explain.ts';
import { windowsOf } from '../../../core/policies/hours.ts';
import type { Trace } from '../../../db/transaction-schema.ts';
import { PolicyVersions } from '../../../core/policies/versions.ts';
import { statusOf } from '../../../core/requests/queries.ts';
import type { PolicyVersion } from '../../../core/policies/program.ts';
import type { EventRow, TransactionRow } from './queries.ts';

/** A decision among the events with its trace made readable. */
interface Explained {
  event: EventRow;
  stored: Trace;
  versions: readonly PolicyVersion[];
  explanation: Explanation;
  /** Of the business. */
  timeZone: string;
}

/** The decisions among the events, in the words of the versions of their day. */
export async function explained(
  db: Database,
  { businessId, presence }: { businessId: string; presence: Presence },
  events: readonly EventRow[],
): Promise<Explained[]> {
  const decisions = events.flatMap((event) => (event.trace === null ? [] : [{ event, stored: event.trace }]));
  if (decisions.length === 0) return [];
  const { timeZone } = await db
    .selectFrom('business')
    .select('time_zone as timeZone')
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow();
  const named = decisions.flatMap(({ stored }) => stored.versions);
  const known = await new PolicyVersions().read(db, [...new Set(named)]);
  return decisions.map(({ event, stored }) => {
    const versions = known.filter(({ id }) => stored.versions.includes(id));
    const circumstances = { zone: timeZone, at: event.at.getTime(), presence };
    return { event, stored, versions, timeZone, explanation: explain(stored, versions, circumstances) };
  });
}

/** Why each decision was made, with the names of the policies. */
export async function tracesOf(db: Database, decisions: readonly Explained[]) {
  const ids = [...new Set(decisions.flatMap(({ versions }) => versions.map(({ policyId }) => policyId)))];
  const policies =
    ids.length === 0 ? [] : await db.selectFrom('spend_policy').select(['id', 'name']).where('id', 'in', ids).execute();
  const names = new Map(policies.map(({ id, name }) => [id, name]));
  return decisions.map(({ event: { id, currency }, stored, versions, explanation: { available, binds, rules } }) => {
    const inCurrency = (amount: number) => ({ amount, currency });
    const groups = new Map(
      versions.flatMap(({ document }) => document.groups.map(({ key, name }) => [key, { key, name }])),
    );
    return {
      eventId: id,
      available: money(BigInt(available), currency),
      binds,
      rules: rules.map(({ layer, policyId, versionId, index, rule, code, room, binds: isTightest, resetsAt }) => ({
        layer,
        policyId,
        policyName: names.get(policyId) ?? '',
        version: versionId,
        index,
        rule,
        code,
        room: room === null ? null : inCurrency(room),
        binds: isTightest,
        resetsAt: isoOf(resetsAt),
      })),
      groups: [...groups.values()],
      shadow: stored.shadow ?? null,
    };
  });
}

const isoOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** What stood in the way of a declined purchase, and what its cardholder has asked for since; null of any other. */
export async function declineOf(
  db: Database,
  { id, status, declineCode, currency, cardId, mcc }: TransactionRow,
  decisions: readonly Explained[],
  reader: { isHolder: boolean },
  now: Date,
) {
  if (status !== 'DECLINED') return null;
  const inCurrency = (amount: number) => ({ amount, currency });
  const decision = decisions.find(({ event }) => event.outcome === 'DECLINED');
  const explanation = decision?.explanation;
  // What the account of the business has stands on pages of its own.
  const isOwnMoney = declineCode !== 'insufficient_business_balance';
  const left = explanation && isOwnMoney ? leftAtDecline(explanation, declineCode, reader) : null;
  const tightest = explanation?.rules.find((rule) => rule.binds);
  const rule = left !== null && tightest?.rule.kind === 'amount' ? tightest.rule : null;
  const windows =
    decision && tightest?.rule.kind === 'hours' ? windowsOf(decision.explanation.rules, decision.versions, mcc) : null;
  const resetsAt = isoOf(tightest?.resetsAt ?? null);
  const request = await db
    .selectFrom('card_request')
    .leftJoin('membership', 'membership.id', 'card_request.decided_by')
    .leftJoin('person', 'person.id', 'membership.person_id')
    .select([
      'card_request.id',
      'card_request.kind',
      'card_request.status',
      'expires_at',
      'card_request.created_at as at',
      'settled_at as decidedAt',
      'until',
      'decided_until as decidedUntil',
      'first_name as firstName',
      'last_name as lastName',
    ])
    .where('declined_transaction_id', '=', id)
    .where('card_id', '=', cardId)
    .orderBy(({ eb }) => eb('card_request.status', '=', 'PENDING'), 'desc')
    .orderBy('card_request.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    left: left === null ? null : inCurrency(left),
    limit: rule && !isSharedLimit(rule) ? { limit: inCurrency(rule.limit), period: rule.period, resetsAt } : null,
    shared: tightest && isSharedLimit(tightest.rule) ? { of: tightest.rule.of, resetsAt } : null,
    hours: windows && decision ? { windows, timeZone: decision.timeZone } : null,
    request: request
      ? {
          id: request.id,
          kind: request.kind,
          status: statusOf(request, now),
          at: request.at.toISOString(),
          decidedBy: request.firstName === null ? null : `${request.firstName} ${request.lastName}`,
          decidedAt: request.decidedAt?.toISOString() ?? null,
          until: (request.decidedUntil ?? request.until)?.toISOString() ?? null,
        }
      : null,
  };
}
