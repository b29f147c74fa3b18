import type {
  BankTransfer,
  BankTransferDetail,
  TransferDirection,
  TransferStage,
  TransferStatus,
} from '@florin/contract/money/transfers';
import { sql } from 'kysely';
import { usd } from '../../../core/card-funding/run.ts';
import type { Database } from '../../../db/open.ts';

const rows = (db: Database) =>
  db
    .selectFrom('bank_transfer')
    .innerJoin('external_account', 'external_account.id', 'bank_transfer.external_account_id')
    .innerJoin('membership', 'membership.id', 'bank_transfer.requested_by')
    .innerJoin('person', 'person.id', 'membership.person_id')
    .selectAll('bank_transfer')
    .select(['bank_name', 'last_four', 'person.id as requesterId'])
    .select(sql<string>`person.first_name || ' ' || person.last_name`.as('requestedBy'));

/** A transfer with its bank account. */
export type TransferRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

/** A transfer in the form of the contract. */
export const transferOf = (row: TransferRow): BankTransfer => ({
  id: row.id,
  direction: row.direction,
  amount: usd(row.amount),
  status: row.status,
  stage: row.stage,
  bankAccount: { id: row.external_account_id, bankName: row.bank_name, last4: row.last_four },
  note: row.note,
  requestedBy: row.requestedBy,
  requestedAt: row.created_at.toISOString(),
  sendsAt: row.sends_at.toISOString(),
  settlesOn: row.settles_on,
  availableOn: row.available_on,
  returnCode: row.return_code,
});

export interface TransferFilter {
  direction?: TransferDirection | undefined;
  status?: TransferStatus | undefined;
  stage?: readonly TransferStage[] | undefined;
}

/** The transfers of a business, newest first: at most one more than `limit`. */
export async function listTransfers(
  db: Database,
  businessId: string,
  filter: TransferFilter & { cursor?: string | undefined; limit: number },
): Promise<BankTransfer[]> {
  const { cursor, limit, direction, status, stage } = filter;
  let wanted = rows(db)
    .where('bank_transfer.business_id', '=', businessId)
    .orderBy('bank_transfer.id', 'desc')
    .limit(limit + 1);
  if (cursor) wanted = wanted.where('bank_transfer.id', '<', cursor);
  if (direction) wanted = wanted.where('direction', '=', direction);
  if (status) wanted = wanted.where('bank_transfer.status', '=', status);
  if (stage) wanted = wanted.where('bank_transfer.stage', 'in', stage);
  return (await wanted.execute()).map(transferOf);
}

const one = (db: Database, id: string, businessId: string) =>
  rows(db).where('bank_transfer.id', '=', id).where('bank_transfer.business_id', '=', businessId);

/** A transfer, locked: its steps are taken one after the other. */
export const lockTransfer = (tx: Database, id: string, businessId: string): Promise<TransferRow | undefined> =>
  one(tx, id, businessId).forNoKeyUpdate('bank_transfer').executeTakeFirst();

/** A transfer with its timeline; undefined if it is another business's. */
export async function readTransfer(
  db: Database,
  id: string,
  businessId: string,
): Promise<BankTransferDetail | undefined> {
  const row = await one(db, id, businessId).executeTakeFirst();
  if (!row) return undefined;
  const events = await db
    .selectFrom('bank_transfer_event')
    .leftJoin('membership', 'membership.id', 'actor_membership_id')
    .leftJoin('person', 'person.id', 'membership.person_id')
    .select(['step', 'at', 'return_code'])
    .select(sql<string | null>`person.first_name || ' ' || person.last_name`.as('by'))
    .where('transfer_id', '=', id)
    .orderBy('bank_transfer_event.id')
    .execute();
  return {
    ...transferOf(row),
    timeline: events.map(({ step, by, at, return_code: returnCode }) => ({
      step,
      by,
      at: at.toISOString(),
      returnCode,
    })),
  };
}
