import { isEligible } from '@florin/contract/eligibility';
import type { Context } from '../../../../context.ts';
import type { Database } from '../../../../db/open.ts';
import { isRefused, refuse, type Call, type Handler } from '../../../../http/call.ts';
import type { OpenBanking, SharedAccounts } from '../../../../ports/open-banking/open-banking.ts';
import { underLock } from '../../../../identity/step-up/make-change.ts';
import { externalAccountsOf } from '../queries.ts';
import { externalAccountOf } from '../rules.ts';
import { connectShared, type Connected } from './connect-shared.ts';
import { accessTokenOf, itemIndex, sealAccessToken } from './connections.ts';
import { endConnections } from './end-connections.ts';
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

  const started = finishing.get(link.id);
  if (started) return started;
  const answer = finishOnce(call, bank, link).finally(() => finishing.delete(link.id));
  finishing.set(link.id, answer);
  return answer;
};

/** By link: the bank accepts one of several calls at once, and all of them get its answer. */
const finishing = new Map<string, ReturnType<typeof finishOnce>>();

async function finishOnce(call: FinishCall, bank: OpenBanking, link: Link) {
  const { context, input } = call;
  const shared = await sharedBy(context, bank, link, input.body.publicToken).catch(bankRefusal);
  if (isRefused(shared)) {
    // Another process may have finished the link: it holds the lock until its result is written.
    const now = await underLock(call, async (tx) => (await readLink(tx, link.id)) ?? null);
    if (isRefused(now)) return now;
    return now?.finished_at ? answerOf(call, now.account_ids) : shared;
  }
  const connected = await underLock(call, (tx) => connectOnce(tx, call, { link, shared }));
  if (isRefused(connected)) {
    if (shared.connection.isNew) await endConnections(context, [shared.connection.accessToken]);
    return connected;
  }
  await endConnections(context, connected.replaced);
  return answerOf(call, connected.accountIds);
}

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

/**
 * The accounts that were shared, by the link's own connection, by the one that the token belongs to, or by a new one.
 * @throws OpenBankingError
 */
async function sharedBy(context: Context, bank: OpenBanking, link: Link, publicToken: string) {
  if (link.repairs !== null && link.access_sealed !== null) {
    const accessToken = accessTokenOf(context, { id: link.repairs, access_sealed: link.access_sealed });
    return sharedOf(await bank.accountsOf(accessToken), { isNew: false, id: link.repairs });
  }
  const { itemId, accessToken } = await bank.exchange(publicToken);
  const known = await renewConnection(context, bank, itemId, accessToken);
  if (known) {
    if (known.business_id !== link.business_id) return linkFailed('other');
    return sharedOf(await bank.accountsOf(accessToken), { isNew: false, id: known.id });
  }
  try {
    return sharedOf(await bank.accountsOf(accessToken), { isNew: true, itemId, accessToken });
  } catch (error) {
    await endConnections(context, [accessToken]);
    throw error;
  }
}

const sharedOf = (accounts: SharedAccounts, connection: Shared['connection']): Shared => ({ ...accounts, connection });

/**
 * The token of a repair belongs to a connection that exists. The exchange may have replaced its access token, so the new
 * one is saved whatever becomes of the link.
 * @returns null for a new connection
 */
async function renewConnection(context: Context, { method }: OpenBanking, itemId: string, accessToken: string) {
  const known = await context.db
    .selectFrom('bank_connection')
    .select(['id', 'business_id'])
    .where('item_index', '=', itemIndex(context, method, itemId))
    .executeTakeFirst();
  if (!known) return null;
  const access_sealed = sealAccessToken(context, known.id, accessToken);
  await context.db.updateTable('bank_connection').set({ access_sealed }).where('id', '=', known.id).execute();
  return known;
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
  if (claimed.numUpdatedRows === 0n) {
    // Another process was faster; what this call has brought is not needed.
    const replaced = shared.connection.isNew ? [shared.connection.accessToken] : [];
    return { accountIds: (await readLink(tx, link.id))!.account_ids, replaced } satisfies Connected;
  }
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
