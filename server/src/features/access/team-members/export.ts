import type { ExportFormat } from '@florin/contract/exports';
import type { Preset } from '@florin/contract/permissions';
import type { Context } from '../../../context.ts';
import { decimal, type Cell } from '../../../core/exports/cells.ts';
import { exportFile } from '../../../core/exports/export-file.ts';
import { listMembers, type MemberRow, type TeamView } from './queries.ts';

/** Rows that are fetched at once. */
const pageSize = 500;

const roles = { ADMIN: 'Business administrator', CARDHOLDER: 'Cardholder' } as const;
const presets: Record<Preset, string> = {
  OWNER: 'Owner',
  ADMINISTRATOR: 'Administrator',
  FUNDER: 'Funder',
  REVIEWER: 'Reviewer',
  AUDITOR: 'Auditor',
};
const states = { OPEN: 'Open', CLOSED: 'Closed' } as const;

/** Exactly the accounts of a view, in its order, with moments in the business's time zone. */
export async function exportView({ db, clock }: Context, view: TeamView, format: ExportFormat) {
  const { name, zone } = await db
    .selectFrom('business')
    .select(['name', 'time_zone as zone'])
    .where('id', '=', view.businessId)
    .executeTakeFirstOrThrow();
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  const cellsOf = (row: MemberRow): Cell[] => [
    row.lastName,
    row.firstName,
    roles[row.role],
    row.preset === null ? null : presets[row.preset],
    row.hasExceptions ? 'Yes' : null,
    states[row.state],
    { number: String(row.cards) },
    row.balance === null ? null : decimal(row.balance),
    row.balance === null ? null : 'USD',
    row.lastLoginAt === null ? null : day.format(row.lastLoginAt),
    row.membershipId,
  ];
  async function* pages() {
    let after: { key: string; id: string } | null = null;
    do {
      const rows: MemberRow[] = await listMembers(db, view, { after, limit: pageSize });
      const page = rows.slice(0, pageSize);
      yield page.map(cellsOf);
      const last = rows.length > pageSize ? page.at(-1) : undefined;
      after = last ? { key: last.key, id: last.membershipId } : null;
    } while (after !== null);
  }
  return exportFile({
    format,
    name: [name ?? 'business', 'team', day.format(clock.now())],
    titles: [
      'Last name',
      'First name',
      'Role',
      'Permissions',
      'With exceptions',
      'State',
      'Open cards',
      'Balance of the cards',
      'Currency',
      `Latest login (${zone})`,
      'Account ID',
    ],
    pages: pages(),
  });
}
