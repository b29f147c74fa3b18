import { isEligible } from '@florin/contract/eligibility';
import { bankLinks, externalAccountsPerBusiness } from '@florin/contract/limits';
import type { Context } from '../../../../context.ts';
import { newId } from '../../../../db/ids.ts';
import { isRefused, refuse, type Call, type Handler } from '../../../../http/call.ts';
import { originOf, recordEvent } from '../../../../core/audit/events.ts';
import { count, readCount } from '../../../../core/throttle/counter.ts';
import { secondsUntil } from '../../../../core/time.ts';
import { requireSecondAdministrator } from '../../../../identity/four-eyes/changes.ts';
import { makeChange, requireStepUp } from '../../../../identity/step-up/make-change.ts';
import { OpenBankingError, type LinkRequest, type OpenBanking } from '../../../../ports/open-banking/open-banking.ts';
import { accessTokenOf } from './connections.ts';
import { bankRefusal } from './refusals.ts';

type StartCall = Call<'startBankLink'>;

/** POST /api/bank-links: starts a visit of a bank's sign-in, to connect accounts or to reconnect a lost one. */
export const startBankLink: Handler<'startBankLink'> = async (call) => {
  const { context, caller: session } = call;
  const bank = context.openBanking;
  if (!bank) return refuse('BANK_UNAVAILABLE');
  if (!isEligible('bank-account.change', { business: { status: session.businessStatus } }))
    return refuse('BUSINESS_NOT_OPEN');
  const unproven = requireStepUp(context, session);
  if (unproven) return unproven;
  const checked = await checkedPurpose(call, bank);
  if (isRefused(checked)) return checked;
  const change = { subject: call.input.body.reconnects ?? 'new', details: chosenAtTheBank };
  const waiting = await makeChange(call, (tx) => requireSecondAdministrator(tx, call, change, { keep: true }));
  if (waiting) return waiting;
  const counted = await countLink(call);
  if (counted) return counted;
  const started = await startAt(bank, checked.request).catch(bankRefusal);
  if (isRefused(started)) return started;

  const { linkToken, expiresAt, isRepair } = started;
  const id = newId(context.clock.now().getTime());
  const { reconnects = null } = call.input.body;
  const written = await makeChange(call, async (tx) => {
    const second = await requireSecondAdministrator(tx, call, change);
    if (second) return second;
    await tx
      .insertInto('bank_link')
      .values({
        id,
        business_id: session.businessId,
        session_id: session.id,
        reconnects,
        repairs: isRepair ? checked.connectionId : null,
        created_at: context.clock.now(),
        expires_at: expiresAt,
        finished_at: null,
      })
      .execute();
    await recordEvent(tx, context, originOf(call), {
      type: 'bank_link_started',
      details: { link: id, account: reconnects },
      ...session,
      sessionId: session.id,
    });
    return null;
  });
  if (written) return written;
  return { status: 201, body: { id, linkToken, expiresAt: expiresAt.toISOString() } };
};

/** Which accounts they are shows when they are shared. */
const chosenAtTheBank = { kind: 'BANK_ACCOUNT', bankName: null, last4: null } as const;

/** What the link is for, if the business may have it. */
async function checkedPurpose({ context, caller: session, client, input }: StartCall, bank: OpenBanking) {
  const { db, config } = context;
  const { businessId } = session;
  const business = await db
    .selectFrom('business')
    .innerJoin('program', 'program.id', 'business.program_id')
    .select(['business.status', 'program.name as programName'])
    .where('business.id', '=', businessId)
    .executeTakeFirstOrThrow();
  if (!isEligible('bank-account.change', { business })) return refuse('BUSINESS_NOT_OPEN');
  const accounts = await db
    .selectFrom('external_account')
    .leftJoin('bank_connection', 'bank_connection.id', 'connection_id')
    .select(['external_account.id', 'connection_active', 'bank_connection.id as connection', 'method', 'access_sealed'])
    .where('external_account.business_id', '=', businessId)
    .execute();
  const { reconnects } = input.body;
  const lost = accounts.find(({ id }) => id === reconnects);
  // Another business's account is not found.
  if (reconnects !== undefined && !lost) return refuse('NOT_FOUND');
  if (lost && lost.connection_active !== false) return refuse('BANK_ACCOUNT_EXISTS');
  if (!lost && accounts.length >= externalAccountsPerBusiness) return refuse('BANK_ACCOUNT_LIMIT_REACHED');
  // A connection of another provider cannot be repaired by this one.
  const isOurs = lost?.connection != null && lost.access_sealed !== null && lost.method === bank.method;
  const repairs = isOurs ? accessTokenOf(context, { id: lost.connection!, access_sealed: lost.access_sealed! }) : null;
  const request: LinkRequest = {
    businessId,
    programName: business.programName,
    repairs,
    returnUrl: returnUrlOf(config, client.hostname),
  };
  return { request, connectionId: isOurs ? lost.connection : null };
}

/** The page that a bank sends the browser back to. A bank knows one address; other host names of the product do without. */
function returnUrlOf({ publicOrigin }: Context['config'], hostname: string): string | null {
  const { protocol, hostname: own } = new URL(publicOrigin);
  return protocol === 'https:' && hostname === own ? `${publicOrigin}/business-settings/external-accounts` : null;
}

/** A connection that is over at the provider cannot be repaired: the bank is connected anew. */
async function startAt(bank: OpenBanking, request: LinkRequest) {
  try {
    return { ...(await bank.startLink(request)), isRepair: request.repairs !== null };
  } catch (error) {
    if (!(error instanceof OpenBankingError && error.failure === 'gone')) throw error;
    return { ...(await bank.startLink({ ...request, repairs: null })), isRepair: false };
  }
}

/** Providers charge for links. */
async function countLink({ context, caller: { businessId } }: StartCall) {
  const now = context.clock.now();
  const { windowSeconds, perBusiness: cap } = bankLinks;
  const counter = { key: context.keys.mac('bank-links', businessId), windowSeconds };
  if ((await count(context.db, { ...counter, cap }, now)) !== null) return null;
  const { until } = await readCount(context.db, counter, now);
  return refuse('TOO_MANY_REQUESTS', {}, { retryAfterSeconds: secondsUntil(until, now) + 1 });
}
