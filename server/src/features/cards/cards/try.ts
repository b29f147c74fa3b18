import { money } from '@florin/contract/money';
import type { PolicyVersion } from '../../../core/policies/program.ts';
import { sql } from 'kysely';
import { accountCurrency } from '../../../core/authorizations/request.ts';
import { sourceOf } from '../../../core/authorizations/facts.ts';
import { enteredControls } from '../../../core/cards/entered.ts';
import { nameOnCard } from '../../../core/cards/holder.ts';
import { cardsLeft } from '../../../core/cards/issue.ts';
import { groupsProblem, readCardholder } from '../../../core/cards/order.ts';
import { calendarOf } from '../../../core/policies/calendar.ts';
import { decide } from '../../../core/policies/decide.ts';
import type { Facts } from '../../../core/policies/facts.ts';
import { programOf } from '../../../core/policies/program.ts';
import { readVersions, versionOf } from '../../../core/policies/versions.ts';
import type { Windows } from '../../../core/policies/windows.ts';
import type { Database } from '../../../db/open.ts';
import { refuse, type Handler } from '../../../http/call.ts';

/** A category that no rule names: the merchant of a trial has none. */
const noCategory = -1;

/** POST /api/card-trials: the engine that decides purchases answers for a card that is not issued; nothing is written. */
export const tryNewCard: Handler<'tryNewCard'> = async (call) => {
  const { context, caller, input } = call;
  const { db, clock } = context;
  const { businessId } = caller;
  const { holder: membershipId, limit, purchases } = input.body;
  const holder = await readCardholder(db, businessId, membershipId);
  if (!holder) return refuse('VALIDATION', { Fields: [{ Field: 'holder', Problem: 'unknown' }] });
  const business = await readBusiness(db, businessId);
  const groupIds = input.body.groupIds ?? (business.defaultGroupId === null ? [] : [business.defaultGroupId]);
  const problem = await groupsProblem(db, businessId, groupIds);
  if (problem) return problem;
  const groups = await readGroups(db, groupIds);
  const at = clock.now().getTime();
  const read = await readVersions(db, [...business.versions, ...groups.flatMap(({ versions }) => versions)]);
  const above = read.map(versionOf);
  const own: PolicyVersion[] = limit
    ? [
        {
          id: 0,
          policyId: '',
          layer: 'CARD',
          subjectId: '',
          shadow: false,
          from: 0,
          until: null,
          document: { rules: [{ kind: 'amount', period: limit.period, limit: limit.amount }], groups: [] },
        },
      ]
    : [];
  const program = programOf([...above, ...own], at);
  const names = await policyNames(db, above);
  const lineOf = ({ layer, versionId, rule }: (typeof program.rules)[number]) => {
    const policyId = above.find(({ id }) => id === versionId)?.policyId ?? '';
    return { layer, policyId, policyName: names.get(policyId) ?? '', rule };
  };
  const { usesAtMost = null, amountLock, merchantLock, validFrom, validUntil } = enteredControls(input.body.controls);
  const source = sourceOf(business);
  const facts: Facts = {
    eligibility: { business: { status: business.status, operational: business.operational }, card: { status: 'OPEN' } },
    card: {
      expiresOn: '9999-12-31',
      receiptsOverdue: 0,
      usesAtMost,
      uses: 0,
      amountLock: amountLock == null ? null : Number(amountLock),
      merchantLock: merchantLock?.kind ?? null,
      lockedMerchantId: merchantLock?.merchantId ?? null,
      lockedMerchantName: merchantLock?.merchant ?? null,
      validFrom: validFrom?.getTime() ?? null,
      validUntil: validUntil?.getTime() ?? null,
    },
    funds: { available: Number(business.available), source },
    windows: {
      card: {},
      business: business.windows,
      groups: Object.fromEntries(groups.map(({ id, windows }) => [id, windows])),
    },
  };
  const left = await cardsLeft(db, context, { businessId, membershipId });
  const inForce = new Set(program.versions);
  const categoryGroups = above.flatMap(({ id, document }) => (inForce.has(id) ? document.groups : []));
  return {
    status: 200,
    body: {
      nameOnCard: nameOnCard(holder.firstName, holder.lastName),
      leftToday: left.today ?? 0,
      leftInPlan: left.inPlan,
      groups: groups.map(({ id, name }) => ({ id, name })),
      rules: program.rules.filter(({ layer }) => layer !== 'CARD').map(lineOf),
      categoryGroups: [...new Map(categoryGroups.map((group) => [group.key, group])).values()],
      source,
      available: money(business.available, accountCurrency),
      purchases: purchases.map(({ amount, merchant, country }) => {
        const purchase = {
          amount,
          merchant,
          merchantId: '',
          country,
          mcc: noCategory,
          currency: accountCurrency,
          presence: 'NOT_PRESENT',
          partialOk: false,
          at,
        } as const;
        const { code, trace } = decide(purchase, facts, program, calendarOf(business.timeZone, at));
        return { code, rule: typeof trace.binds === 'number' ? lineOf(program.rules[trace.binds]!) : null };
      }),
    },
  };
};

/** What a card of the business shares with all others, without a lock. */
function readBusiness(db: Database, businessId: string) {
  return db
    .selectFrom('business')
    .innerJoin('program', 'program.id', 'business.program_id')
    .leftJoin('limit_state', 'limit_state.scope_id', 'business.id')
    .select([
      'business.status',
      'business.operational',
      'business.time_zone as timeZone',
      'business.funding_source as fundingSource',
      'business.use_business_balance_for_auths as drawsOnBusiness',
      'business.default_card_group_id as defaultGroupId',
      sql<number[]>`program.policy_versions || business.policy_versions`.as('versions'),
      sql<Windows>`coalesce(limit_state.windows, '{}')`.as('windows'),
      sql<bigint>`coalesce((select available_balance from financial_account where business_id = business.id
        and card_id is null and kind in ('business_available', 'credit_receivable') limit 1), 0)`.as('available'),
    ])
    .where('business.id', '=', businessId)
    .executeTakeFirstOrThrow();
}

/** Groups with the versions that they give their cards, and what was used of their limits. */
async function readGroups(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('card_group')
    .leftJoin('limit_state', 'limit_state.scope_id', 'card_group.id')
    .select([
      'card_group.id',
      'card_group.name',
      sql<number[]>`versions_in_arrays(array(select id from spend_policy where card_group_id = card_group.id))`.as(
        'versions',
      ),
      sql<Windows>`coalesce(limit_state.windows, '{}')`.as('windows'),
    ])
    .where('card_group.id', 'in', [...ids])
    .orderBy('card_group.name')
    .execute();
}

async function policyNames(db: Database, versions: readonly PolicyVersion[]): Promise<Map<string, string>> {
  const ids = versions.map(({ policyId }) => policyId);
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('spend_policy').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
