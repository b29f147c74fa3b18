import { isEligible } from '@florin/contract/eligibility';
import type { Context } from '../../../../context.ts';
import type { Database } from '../../../../db/open.ts';
import { isRefused, refuse, type Call, type Handler } from '../../../../http/call.ts';
import {
  OpenBankingError,
  type OpenBanking,
  type SharedAccounts,
} from '../../../../ports/open-banking/open-banking.ts';
import { underLock } from '../../../../identity/step-up/make-change.ts';
import { externalAccountsOf } from '../queries.ts';
import { externalAccountOf } from '../rules.ts';
import { connectShared, type Connected } from './connect-shared.ts';
import { accessTokenOf } from './connections.ts';
import { bankRefusal, linkFailed } from './refusals.ts';

type FinishCall = Call<'finishBankLink'>;

/**
 * POST /api/bank-links/{id}/finish: connects the accounts that a person has shared at the bank. The proof of the link's
 * start counts here, too: only its session can finish it. A repeated call gets the same answer.
 */
export const finishBankLink: Handler<'finishBankLink'> = async (call) => {
  const { context, caller: session, input } = call;
  const bank = context.openBanking;
  if (!bank) return refuse('BANK_UNAVAILABLE');
  const link = await readLink(context.db, input.params.id);
  // Another session's link is not found.
  if (link?.session_id !== session.id || link.business_id !== session.businessId) return refuse('NOT_FOUND');
  if (link.finished_at !== null) return answerOf(call, link.account_ids);
  if (link.expires_at <= context.clock.now()) return linkFailed('expired');

  const shared = await sharedBy(context, bank, link, input.body.publicToken).catch(bankRefusal);
  if (isRefused(shared)) {
    // Of two calls at once, the bank accepts one; both get its result.
    const now = await readLink(context.db, link.id);
    return now?.finished_at ? answerOf(call, now.account_ids) : shared;
  }
  const connected = await underLock(call, (tx) => connectOnce(tx, call, { link, shared }));
  if (isRefused(connected)) {
    if (shared.connection.isNew) await endConnection(context, bank, shared.connection.accessToken);
    return connected;
  }
  for (const accessToken of connected.replaced) await endConnection(context, bank, accessToken);
  return answerOf(call, connected.accountIds);
};

type Link = NonNullable<Awaited<ReturnType<typeof readLink>>>;

const readLink = (db: Database, id: string) =>
  db
    .selectFrom('bank_link')
    .leftJoin('bank_connection', 'bank_connection.id', 'repairs')
    .select([
      'bank_link.id',
      'bank_link.business_id',
      'session_id',
      'reconnects',
      'repairs',
      'access_sealed',
      'expires_at',
      'finished_at',
      'account_ids',
    ])
    .where('bank_link.id', '=', id)
    .executeTakeFirst();

export interface Shared extends SharedAccounts {
  connection: { isNew: true; itemId: string; accessToken: string } | { isNew: false; id: string };
}

/** The accounts that were shared, by the link's own connection or by a new one. @throws OpenBankingError */
async function sharedBy(context: Context, bank: OpenBanking, link: Link, publicToken: string): Promise<Shared> {
  if (link.repairs !== null && link.access_sealed !== null) {
    const accessToken = accessTokenOf(context, { id: link.repairs, access_sealed: link.access_sealed });
    return { ...(await bank.accountsOf(accessToken)), connection: { isNew: false, id: link.repairs } };
  }
  const { itemId, accessToken } = await bank.exchange(publicToken);
  try {
    return { ...(await bank.accountsOf(accessToken)), connection: { isNew: true, itemId, accessToken } };
  } catch (error) {
    await endConnection(context, bank, accessToken);
    throw error;
  }
}

async function connectOnce(tx: Database, call: FinishCall, { link, shared }: { link: Link; shared: Shared }) {
  const { context, caller: session } = call;
  const business = await tx
    .selectFrom('business')
    .select(['status', 'name'])
    .where('id', '=', session.businessId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (!isEligible('bank-account.change', { business })) return refuse('BUSINESS_NOT_OPEN');
  const claimed = await tx
    .updateTable('bank_link')
    .set({ finished_at: context.clock.now() })
    .where('id', '=', link.id)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  if (claimed.numUpdatedRows === 0n)
    return { accountIds: (await readLink(tx, link.id))!.account_ids, replaced: [] } satisfies Connected;
  const connected = await connectShared(tx, call, { reconnects: link.reconnects, businessName: business.name, shared });
  const account_ids = isRefused(connected) ? [] : connected.accountIds;
  await tx.updateTable('bank_link').set({ account_ids }).where('id', '=', link.id).execute();
  return connected;
}

async function answerOf({ context, caller: { businessId } }: FinishCall, accountIds: readonly string[]) {
  const accounts = await externalAccountsOf(context.db, businessId);
  const connected = accounts.filter(({ id }) => accountIds.includes(id));
  if (connected.length === 0) return linkFailed('expired');
  return { status: 200 as const, body: { accounts: connected.map(externalAccountOf) } };
}

/** Ends a connection that no account needs. The accounts do not depend on its success. */
async function endConnection({ log }: Context, bank: OpenBanking, accessToken: string): Promise<void> {
  await bank.disconnect(accessToken).catch((error: unknown) => {
    if (!(error instanceof OpenBankingError)) throw error;
    log.warn({ reason: error.message }, 'a bank connection that is not needed stays at the provider');
  });
}
