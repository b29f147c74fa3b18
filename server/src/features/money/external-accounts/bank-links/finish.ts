import { setTimeout as pause } from 'node:timers/promises';
import { isEligible } from '@florin/contract/eligibility';
import { MINUTE } from '@florin/contract/limits';
import type { Context } from '../../../../context.ts';
import type { Database } from '../../../../db/open.ts';
import { isRefused, refuse, type Call, type Handler, type Refused } from '../../../../http/call.ts';
import type { OpenBanking, SharedAccounts } from '../../../../ports/open-banking/open-banking.ts';
import { underLock } from '../../../../identity/step-up/make-change.ts';
import { afterSeconds } from '../../../../core/time.ts';
import { externalAccountsOf } from '../queries.ts';
import { externalAccountOf } from '../rules.ts';
import { connectShared, type Connected } from './connect-shared.ts';
import { accessTokenOf, itemIndex, sealAccessToken } from './connections.ts';
import { endConnections } from './end-connections.ts';
import { bankRefusal, linkFailed } from './refusals.ts';

type FinishCall = Call<'finishBankLink'>;

/**
 * POST /api/bank-links/{id}/finish: connects the accounts that a person has shared at the bank. The proof of the link's
 * start counts here, too: only its session can finish it. The bank accepts one of several calls, in whatever process; the
 * others wait for its answer, and a repeated call gets it.
 */
export const finishBankLink: Handler<'finishBankLink'> = async (call) => {
  const { context, caller: session, input } = call;
  const bank = context.openBanking;
  if (!bank) return refuse('BANK_UNAVAILABLE');
  const link = await readLink(context.db, input.params.id);
  // Another session's link is not found.
  if (link?.session_id !== session.id || link.business_id !== session.businessId) return refuse('NOT_FOUND');
  if (isAnswered(call, link)) return answerOf(call, link);
  if (link.expires_at <= context.clock.now()) return linkFailed('expired');
  return (await claim(call, link.id)) ? finishOnce(call, bank, link) : answerOfAnother(call, bank, link);
};

/** Longer than the bank's port waits for its provider. */
const claimSeconds = 2 * MINUTE;
const waitedAtMostMilliseconds = 60_000;
const pauseMilliseconds = 100;

/** Whether another call has the answer: it finished the link, or was refused after this one had come. */
const isAnswered = ({ receivedAt }: FinishCall, { finished_at: finishedAt, refused_at: refusedAt }: Link) =>
  finishedAt !== null || (refusedAt !== null && refusedAt >= receivedAt);

/** Makes this call the one that finishes the link, unless another one is, or has the answer. */
async function claim({ context: { db, clock }, receivedAt }: FinishCall, id: string): Promise<boolean> {
  const now = clock.now();
  const { numUpdatedRows } = await db
    .updateTable('bank_link')
    .set({ claimed_until: afterSeconds(now, claimSeconds), refusal: null, refused_at: null })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<', now)]))
    .where((eb) => eb.or([eb('refused_at', 'is', null), eb('refused_at', '<', receivedAt)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Waits for the call that is finishing the link, and takes its place if it has failed without an answer. */
async function answerOfAnother(call: FinishCall, bank: OpenBanking, { id }: Link) {
  for (let waited = 0; waited < waitedAtMostMilliseconds; waited += pauseMilliseconds) {
    const link = (await readLink(call.context.db, id))!;
    if (isAnswered(call, link)) return answerOf(call, link);
    if (await claim(call, id)) return finishOnce(call, bank, link);
    await pause(pauseMilliseconds);
  }
  return linkFailed('down');
}

type FinishRefusal = Extract<Awaited<ReturnType<Handler<'finishBankLink'>>>, Refused>;

const refusedWith = ({ clock }: Pick<Context, 'clock'>, refusal: FinishRefusal | null) => ({
  refusal: refusal && JSON.stringify(refusal),
  refused_at: refusal && clock.now(),
});

/** The claimed link ends, or is free for another try after a refusal of the bank. */
async function finishOnce(call: FinishCall, bank: OpenBanking, link: Link) {
  const { context, input } = call;
  const free = (refusal: FinishRefusal | null) =>
    context.db
      .updateTable('bank_link')
      .set({ claimed_until: null, ...refusedWith(context, refusal) })
      .where('id', '=', link.id)
      .where('finished_at', 'is', null)
      .execute();
  try {
    const shared = await sharedBy(context, bank, link, input.body.publicToken).catch(bankRefusal);
    const connected = isRefused(shared)
      ? shared
      : await underLock(call, (tx) => connectOnce(tx, call, { link, shared }));
    if (!isRefused(connected)) {
      await endConnections(context, connected.replaced);
      return answerOf(call, (await readLink(context.db, link.id))!);
    }
    await free(connected);
    if (!isRefused(shared) && shared.connection.isNew) await endConnections(context, [shared.connection.accessToken]);
    return connected;
  } catch (error) {
    await free(null);
    throw error;
  }
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
      'refusal',
      'refused_at',
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
  const finished = await tx
    .updateTable('bank_link')
    .set({ finished_at: context.clock.now() })
    .where('id', '=', link.id)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  if (finished.numUpdatedRows === 0n) {
    // The claim was over, and another call was faster; what this one has brought is not needed.
    const replaced = shared.connection.isNew ? [shared.connection.accessToken] : [];
    return { accountIds: (await readLink(tx, link.id))!.account_ids, replaced } satisfies Connected;
  }
  const connected = await connectShared(tx, call, { reconnects: link.reconnects, businessName: business.name, shared });
  const result = isRefused(connected) ? refusedWith(context, connected) : { account_ids: connected.accountIds };
  await tx.updateTable('bank_link').set(result).where('id', '=', link.id).execute();
  return connected;
}

async function answerOf({ context, caller: { businessId } }: FinishCall, { account_ids, refusal }: Link) {
  if (refusal !== null) return refusal as FinishRefusal;
  const accounts = await externalAccountsOf(context.db, businessId);
  const connected = accounts.filter(({ id }) => account_ids.includes(id));
  if (connected.length === 0) return linkFailed('expired');
  return { status: 200 as const, body: { accounts: connected.map(externalAccountOf) } };
}
