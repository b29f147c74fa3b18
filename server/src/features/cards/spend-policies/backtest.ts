import type { CardKind } from '@florin/contract/cards/card-states';
import type { DeclineCode } from '@florin/contract/cards/decline-codes';
import { DAY } from '@florin/contract/limits';
import { money } from '@florin/contract/money';
import type { Backtest } from '@florin/contract/cards/spend-policies';
import type { PolicyLayer } from '@florin/contract/cards/policies/spend-rules';
import type { DecisionOutcome, Presence } from '@florin/contract/cards/transaction-states';
import { sql } from 'kysely';
import { backtest, daysToCount, type StoredPurchase } from '../../../core/policies/backtest.ts';
import { calendarOf } from '../../../core/policies/calendar.ts';
import { documentOf, groupsOfBusiness, problemsOf } from '../../../core/policies/documents.ts';
import { explain } from '../../../core/policies/explain.ts';
import type { Trace } from '../../../db/transaction-schema.ts';
import type { PolicyVersion } from '../../../core/policies/program.ts';
import { readVersions, versionOf } from '../../../core/policies/versions.ts';
import type { Database } from '../../../db/open.ts';
import { isRefused, refuse, type Call, type Handler, type Refused } from '../../../http/call.ts';
import { cardOfBusiness } from '../../../core/cards/of-business.ts';
import { policiesOf, versionsOf } from './queries.ts';

/** How many purchases one test reads: it answers in less than half a second. */
const readAtMost = 20_000;
const itemsAtMost = 100;
const daysAtMost = 92;
const dayMilliseconds = DAY * 1000;

/** What a policy is for. */
interface Subject {
  policyId: string | null;
  layer: PolicyLayer;
  groupId: string | null;
  chainId: string | null;
}

/** The condition that a card `c` is under a policy. */
const isUnder = ({ layer, groupId, chainId }: Subject) => {
  if (layer === 'BUSINESS') return sql`true`;
  if (layer === 'CARD') return sql`c.chain_id = ${chainId}`;
  return sql`exists (select from card_group_member g where g.chain_id = c.chain_id and g.group_id = ${groupId})`;
};

interface DecidedRow {
  id: string;
  at: Date;
  requested: bigint;
  currency: string;
  merchantCurrency: string | null;
  mcc: number;
  merchantId: string;
  merchant: string;
  state: string | null;
  country: string;
  presence: Presence;
  chainId: string;
  membershipId: string | null;
  cardId: string;
  last4: string;
  kind: CardKind;
  name: string | null;
  cardholder: string | null;
  outcome: DecisionOutcome;
  trace: Trace | null;
}

/** The decisions about the purchases of the cards under a policy, the newest first. */
async function decisionsOf(db: Database, businessId: string, subject: Subject, from: Date, to: Date) {
  const { rows } = await sql<DecidedRow>`
    select t.id, t.at, t.requested, t.currency, t.merchant_currency as "merchantCurrency", t.mcc,
      t.merchant_id as "merchantId", t.merchant, t.state, t.country, t.presence, c.chain_id as "chainId",
      c.membership_id as "membershipId", c.id as "cardId", c.last_four as last4, c.kind, c.name,
      nullif(trim(person.first_name || ' ' || person.last_name), '') as cardholder, e.outcome, e.trace
    from card_transaction t
    join card c on c.id = t.card_id
    join lateral (
      select outcome, trace from card_event
      where reference = t.reference and transaction_id = t.id and outcome is not null
        and type in ('AUTHORIZATION', 'FINANCIAL_AUTHORIZATION')
      order by sequence limit 1) e on true
    left join membership on membership.id = c.membership_id
    left join person on person.id = membership.person_id
    where t.business_id = ${businessId} and t.at >= ${from} and t.at < ${to} and ${isUnder(subject)}
    order by t.at desc, t.id desc limit ${readAtMost}`.execute(db);
  return rows;
}

/** The overrides that cards of the business have had, by chain, with the times they had. */
async function overridesOf(db: Database, businessId: string, from: Date): Promise<Map<string, PolicyVersion[]>> {
  const { rows } = await sql<{ id: number }>`
    select v.id from spend_policy_version v join spend_policy p on p.id = v.policy_id
    where p.business_id = ${businessId} and p.layer = 'OVERRIDE' and v.valid_until > ${from}`.execute(db);
  const versions = await readVersions(
    db,
    rows.map(({ id }) => id),
  );
  return Map.groupBy(versions.map(versionOf), ({ subjectId }) => subjectId);
}

type BacktestInput = Call<'backtestSpendPolicy'>['input']['body'];

/** What the tested policy is for: a policy of the business, or a new one's group or card. */
async function subjectOf(
  db: Database,
  businessId: string,
  asked: BacktestInput,
): Promise<Subject | Refused<'NOT_FOUND'>> {
  const { policyId = null, groupId = null, cardId = null } = asked;
  if (policyId !== null) {
    const [policy] = await policiesOf(db, businessId, { id: policyId });
    if (!policy) return refuse('NOT_FOUND');
    return { policyId, layer: policy.layer, groupId: policy.groupId, chainId: policy.chainId };
  }
  const layer = asked.layer ?? 'BUSINESS';
  if (layer === 'BUSINESS') return { policyId, layer, groupId: null, chainId: null };
  if (layer === 'CARD') {
    const card = cardId === null ? undefined : await cardOfBusiness(db, businessId, cardId);
    return card ? { policyId, layer, groupId: null, chainId: card.chainId } : refuse('NOT_FOUND');
  }
  const group = await db
    .selectFrom('card_group')
    .select('id')
    .where('business_id', '=', businessId)
    .where('id', '=', groupId)
    .executeTakeFirst();
  return group ? { policyId, layer, groupId: group.id, chainId: null } : refuse('NOT_FOUND');
}

/** No version has this id: a draft that is tested may not be saved. */
const draftId = 0;

/** POST: rules against what was decided. */
export const backtestSpendPolicy: Handler<'backtestSpendPolicy'> = async ({ context, caller: session, input }) => {
  const { db, clock } = context;
  const { businessId } = session;
  const subject = await subjectOf(db, businessId, input.body);
  if (isRefused(subject)) return subject;
  const made = documentOf(input.body.rules, subject.layer, await groupsOfBusiness(db, businessId));
  if ('problems' in made) return refuse('POLICY_INVALID', problemsOf(made.problems));
  const to = input.body.to ? new Date(input.body.to) : clock.now();
  const from = input.body.from ? new Date(input.body.from) : new Date(to.getTime() - 30 * dayMilliseconds);
  if (from >= to) return refuse('VALIDATION', { Fields: [{ Field: 'from', Problem: 'tooLong' }] });
  if (to.getTime() - from.getTime() > (daysAtMost + 1) * dayMilliseconds)
    return refuse('VALIDATION', { Fields: [{ Field: 'from', Problem: 'tooShort' }] });
  const countFrom = new Date(from.getTime() - daysToCount(made.document.rules) * dayMilliseconds);
  const rows = await decisionsOf(db, businessId, subject, countFrom, to);
  const oldest = rows.length < readAtMost ? countFrom : rows.at(-1)!.at;
  const begin = oldest > from ? oldest : from;
  const zone = await zoneOf(db, businessId);
  const purchases = await storedOf(db, subject.policyId, rows.toReversed(), begin, zone);
  const overrides = await overridesOf(db, businessId, countFrom);
  const draft: PolicyVersion = {
    id: draftId,
    policyId: 'draft',
    layer: subject.layer,
    subjectId: subject.groupId ?? subject.chainId ?? businessId,
    shadow: false,
    from: 0,
    until: null,
    document: made.document,
  };
  const { declined, lifted } = backtest(draft, (chainId) => overrides.get(chainId) ?? [], purchases, zone);
  const period = rows.filter(({ at }) => at >= begin);
  return { status: 200, body: reportOf({ period, declined, lifted, zone, from: begin, to, shortened: begin > from }) };
};

const zoneOf = async (db: Database, businessId: string) =>
  (await db.selectFrom('business').select('time_zone').where('id', '=', businessId).executeTakeFirstOrThrow())
    .time_zone;

/** Rows, the oldest first, as purchases to decide again. */
async function storedOf(
  db: Database,
  policyId: string | null,
  rows: readonly DecidedRow[],
  begin: Date,
  zone: string,
): Promise<StoredPurchase[]> {
  const traced = policyId === null ? [] : rows.filter(({ outcome }) => outcome === 'DECLINED');
  const ids = [...new Set(traced.flatMap(({ trace }) => trace?.versions ?? []))];
  const versions = (await readVersions(db, ids)).map(versionOf);
  const isByPolicy = ({ outcome, trace, at, presence, requested }: DecidedRow) => {
    if (policyId === null || outcome !== 'DECLINED' || trace === null) return false;
    const { binds, rules, available } = explain(trace, versions, { zone, at: at.getTime(), presence });
    const amount = Number(requested);
    const inTheWay = rules.filter(({ room, refused }) => refused || (room !== null && room < amount));
    return binds === 'RULE' && available >= amount && inTheWay.every((rule) => rule.policyId === policyId);
  };
  return rows.map((row) => ({
    id: row.id,
    purchase: {
      amount: Number(row.requested),
      currency: row.merchantCurrency ?? row.currency,
      mcc: row.mcc,
      merchantId: row.merchantId,
      merchant: row.merchant,
      country: row.country,
      state: row.state,
      presence: row.presence,
      partialOk: false,
      at: row.at.getTime(),
    },
    chainId: row.chainId,
    approved: row.outcome !== 'DECLINED',
    byPolicy: isByPolicy(row),
    before: row.at < begin,
  }));
}

interface Tested {
  /** The newest first. */
  period: readonly DecidedRow[];
  declined: readonly { id: string; code: DeclineCode; rule: number }[];
  lifted: readonly string[];
  zone: string;
  from: Date;
  to: Date;
  shortened: boolean;
}

function reportOf({ period, declined, lifted, zone, from, to, shortened }: Tested): Backtest {
  const verdicts = new Map(declined.map((verdict) => [verdict.id, verdict]));
  const free = new Set(lifted);
  const approved = period.filter(({ outcome }) => outcome !== 'DECLINED');
  const refusedNow = period.filter(({ id }) => verdicts.has(id));
  const days = Map.groupBy(approved, ({ at }) => calendarOf(zone, at.getTime()).date);
  const sum = refusedNow.reduce((total, { requested }) => total + requested, 0n);
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    purchases: approved.length,
    declined: refusedNow.length,
    amount: money(sum, period[0]?.currency ?? 'USD'),
    people: new Set(refusedNow.map(({ membershipId, cardId }) => membershipId ?? cardId)).size,
    declines: period.length - approved.length,
    lifted: free.size,
    days: [...days]
      .map(([date, rows]) => ({
        date,
        purchases: rows.length,
        declined: rows.filter(({ id }) => verdicts.has(id)).length,
      }))
      .toSorted((a, b) => (a.date < b.date ? -1 : 1)),
    items: refusedNow.slice(0, itemsAtMost).map((row) => {
      const { code, rule } = verdicts.get(row.id)!;
      return { ...lineOf(row), code, rule };
    }),
    liftedItems: period
      .filter(({ id }) => free.has(id))
      .slice(0, itemsAtMost)
      .map(lineOf),
    shortened,
  };
}

const lineOf = ({ id, at, merchant, cardId, last4, kind, name, cardholder, requested, currency }: DecidedRow) => ({
  transactionId: id,
  at: at.toISOString(),
  merchant,
  card: { cardId, last4, kind, name, cardholder },
  amount: money(requested, currency),
});

/** GET shadow: the stored verdicts of the version in shadow. */
export const spendPolicyShadow: Handler<'spendPolicyShadow'> = async ({ context, caller: session, input }) => {
  const { db, clock } = context;
  const { id } = input.params;
  const [policy] = await policiesOf(db, session.businessId, { id });
  if (!policy) return refuse('NOT_FOUND');
  const shadow = (await versionsOf(db, [id])).find(({ state }) => state === 'SHADOW');
  if (!shadow?.shadowFrom) return refuse('STEP_NOT_POSSIBLE');
  const subject = { policyId: id, layer: policy.layer, groupId: policy.groupId, chainId: policy.chainId };
  const rows = (await decisionsOf(db, session.businessId, subject, shadow.shadowFrom, clock.now())).flatMap((row) =>
    row.trace?.shadow ? [{ row, verdict: row.trace.shadow }] : [],
  );
  const stricter = rows.filter(({ row, verdict }) => row.outcome === 'APPROVED' && verdict.outcome !== 'APPROVED');
  const looser = rows.filter(({ row, verdict }) => row.outcome === 'DECLINED' && verdict.outcome !== 'DECLINED');
  const differing = new Set([...stricter, ...looser]);
  return {
    status: 200,
    body: {
      from: shadow.shadowFrom.toISOString(),
      decisions: rows.length,
      stricter: stricter.length,
      looser: looser.length,
      items: rows
        .filter((one) => differing.has(one))
        .slice(0, itemsAtMost)
        .map(({ row, verdict }) => ({ ...lineOf(row), code: verdict.code })),
    },
  };
};
