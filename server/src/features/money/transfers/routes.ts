import type * as contract from '@florin/contract/money/transfers';
import { originOf } from '../../../core/audit/events.ts';
import { usd } from '../../../core/card-funding/run.ts';
import { pageOf } from '../../../core/page.ts';
import type { Database } from '../../../db/open.ts';
import { refuse, type HandlersOf, type Refused } from '../../../http/call.ts';
import { underLock } from '../../../identity/step-up/make-change.ts';
import { createTransfer, previewTransfer } from './create.ts';
import { exportTransfers } from './export.ts';
import { listTransfers, readTransfer } from './queries.ts';
import { takeStep } from './steps.ts';

/** The figures of the account that transfers are made with. */
async function figuresOf(db: Database, businessId: string) {
  const account = await db
    .selectFrom('financial_account')
    .select(['kind', 'available_balance', 'ledger_balance'])
    .where('business_id', '=', businessId)
    .where('kind', 'in', ['business_available', 'credit_receivable'])
    .executeTakeFirst();
  const pending = await db
    .selectFrom('bank_transfer')
    .select(['direction', 'amount'])
    .where('business_id', '=', businessId)
    .where('stage', 'in', ['SCHEDULED', 'SENT', 'HELD'])
    .execute();
  const sum = (direction: string) =>
    pending.reduce((all, transfer) => (transfer.direction === direction ? all + transfer.amount : all), 0n);
  const isPrepaid = account?.kind === 'business_available';
  const balance = account?.ledger_balance ?? 0n;
  return {
    available: usd(account?.available_balance ?? 0n),
    incoming: usd(sum('IN')),
    outgoing: usd(sum('OUT')),
    outstanding: usd(isPrepaid && balance < 0n ? -balance : 0n),
    mayWithdraw: isPrepaid,
  };
}

export const transfersRoutes: HandlersOf<typeof contract> = {
  createTransfer,
  previewTransfer,

  transfers: async ({ context, caller: session, input }) => ({
    status: 200,
    body: pageOf(await listTransfers(context.db, session.businessId, input.query), input.query.limit),
  }),

  exportTransfers: ({ context, caller: session, input }) => exportTransfers(context, session.businessId, input.query),

  transfer: async ({ context, caller: session, input }) => {
    const found = await readTransfer(context.db, input.params.id, session.businessId);
    return found ? { status: 200, body: found } : refuse('NOT_FOUND');
  },

  transferFigures: async ({ context, caller: session }) => ({
    status: 200,
    body: await figuresOf(context.db, session.businessId),
  }),

  cancelTransfer: async (call) => {
    const { context, caller: session, input } = call;
    const { businessId, membershipId } = session;
    const { id } = input.params;
    const cause = {
      actorMembershipId: membershipId,
      origin: originOf(call),
      subject: { personId: session.personId, membershipId, sessionId: session.id },
    };
    const done = await underLock<null | Refused<'STEP_NOT_POSSIBLE' | 'NOT_FOUND'>>(call, async (tx) => {
      if (await takeStep(tx, context, { id, businessId }, 'cancel', cause)) return null;
      return (await readTransfer(tx, id, businessId)) ? refuse('STEP_NOT_POSSIBLE') : refuse('NOT_FOUND');
    });
    if (done !== null) return done;
    return { status: 200, body: (await readTransfer(context.db, id, businessId))! };
  },
};
