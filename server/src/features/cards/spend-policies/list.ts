import { ruleText } from '@florin/contract/cards/policies/rule-sentences';
import type { PolicyLayer } from '@florin/contract/cards/policies/spend-rules';
import type { PolicyColumn, SpendPolicyLine } from '@florin/contract/cards/spend-policies';
import { flagsOf, whyNotPermitted } from '@florin/contract/permissions';
import { decimal, type Cell } from '../../../core/exports/cells.ts';
import { exportList, shownColumns, type FileColumn } from '../../../core/exports/list-export.ts';
import { calendarOf } from '../../../core/policies/calendar.ts';
import type { Database } from '../../../db/open.ts';
import { refuse, type Call, type Handler } from '../../../http/call.ts';
import { countCardLimits, policiesOf, protectionsOf, versionsOf, type PolicyRow } from './queries.ts';
import { lineOf } from './rules.ts';

type ListCall = Call<'spendPolicies'> | Call<'exportSpendPolicies'>;

const seesSpend = ({ caller }: ListCall): boolean =>
  whyNotPermitted('spend-policies.test', { role: caller.role, flags: flagsOf(caller) }) === null;

/** Who may not see what was spent learns nothing by the order either. */
const whyNotSorted = (call: ListCall) =>
  call.input.query.sort === 'SPENT' && !seesSpend(call)
    ? refuse('VALIDATION', { Fields: [{ Field: 'sort', Problem: 'unknown' }] })
    : null;

/** The time zone of the business, and the number of its current month (calendar.ts); null where spend is not shown. */
async function monthOf(call: ListCall): Promise<{ timeZone: string; month: number | null }> {
  const { db, clock } = call.context;
  const { time_zone: timeZone } = await db
    .selectFrom('business')
    .select('time_zone')
    .where('id', '=', call.caller.businessId)
    .executeTakeFirstOrThrow();
  return { timeZone, month: seesSpend(call) ? calendarOf(timeZone, clock.now().getTime()).starts[2]! : null };
}

async function linesOf(db: Database, rows: readonly PolicyRow[], at: Date): Promise<SpendPolicyLine[]> {
  const ids = rows.map(({ id }) => id);
  const versions = Map.groupBy(await versionsOf(db, ids), ({ policyId }) => policyId);
  return rows.map((row) => lineOf(row, versions.get(row.id) ?? [], at));
}

/** GET /api/spend-policies */
export const spendPolicies: Handler<'spendPolicies'> = async (call) => {
  const { context, caller: session, input } = call;
  const { db, clock } = context;
  const { cursor: after, limit, ...filter } = input.query;
  const refused = whyNotSorted(call);
  if (refused) return refused;
  const at = clock.now();
  const { timeZone, month } = await monthOf(call);
  const found = await policiesOf(db, session.businessId, { ...filter, after, month, atMost: limit + 1 });
  const policies = await linesOf(db, found.slice(0, limit), at);
  return {
    status: 200,
    body: {
      policies,
      nextCursor: found.length > limit ? policies.at(-1)!.id : null,
      ...(after === undefined && { cardLimits: await countCardLimits(db, session.businessId) }),
      protections: await protectionsOf(db, session.businessId, at),
      timeZone,
    },
  };
};

const layers: Partial<Record<PolicyLayer, string>> = { BUSINESS: 'Every card', GROUP: 'Group', CARD: 'Card' };
const whole = (number: number | null): Cell => (number === null ? null : { number: String(number) });

const columns: readonly FileColumn<SpendPolicyLine, PolicyColumn>[] = [
  { title: 'Policy', cell: ({ name }) => name },
  { title: 'For', of: 'layer', cell: ({ layer }) => layers[layer] ?? null },
  { title: 'Group', of: 'layer', cell: ({ group }) => group?.name ?? null },
  { title: 'Cardholder', of: 'layer', cell: ({ card }) => card?.cardholder ?? null },
  { title: 'Last four digits', of: 'layer', cell: ({ card }) => card?.last4 ?? null },
  {
    title: 'Rules',
    of: 'rules',
    cell: ({ document }) => document.rules.map((rule) => ruleText(rule, document.groups)).join('; '),
  },
  { title: 'Version in force', of: 'versions', cell: ({ active }) => whole(active) },
  { title: 'Next version', of: 'versions', cell: ({ next }) => whole(next) },
  { title: 'Version in shadow', of: 'versions', cell: ({ shadow }) => whole(shadow) },
  { title: 'Draft', of: 'versions', cell: ({ draft }) => whole(draft) },
  { title: 'Cards under it', of: 'under', cell: ({ cards }) => whole(cards) },
  { title: 'People under it', of: 'under', cell: ({ people }) => whole(people) },
  { title: 'Spent this month', of: 'spent', cell: ({ spent }) => spent && decimal(BigInt(spent.amount)) },
  { title: 'Currency', of: 'spent', cell: ({ spent }) => spent && spent.currency },
  { title: 'Policy ID', cell: ({ id }) => id },
];

/** GET /api/spend-policies/export: exactly the policies of a view, with all their rules. */
export const exportSpendPolicies: Handler<'exportSpendPolicies'> = async (call) => {
  const { context, caller: session, input } = call;
  const { db, clock } = context;
  const { format, hide = [], ...filter } = input.query;
  const refused = whyNotSorted(call);
  if (refused) return refused;
  const { month } = await monthOf(call);
  const shown = shownColumns(columns, month === null ? [...hide, 'spent'] : hide);
  return exportList(context, {
    businessId: session.businessId,
    format,
    what: 'spend-policies',
    titles: () => shown.map(({ title }) => title),
    read: ({ cursor: after, limit }) =>
      policiesOf(db, session.businessId, { ...filter, after, month, atMost: limit + 1 }),
    lines: async (rows) => (await linesOf(db, rows, clock.now())).map((line) => shown.map(({ cell }) => cell(line))),
  });
};
