import { isEligible } from '@florin/contract/eligibility';
import { DAY, externalAccountsPerBusiness, externalAccountsPerDay, microDeposits } from '@florin/contract/limits';
import { sql } from 'kysely';
import { count, readCount } from '../../../core/throttle/counter.ts';
import { newId } from '../../../db/ids.ts';
import type { Database } from '../../../db/open.ts';
import { isRefused, refuse, type Call, type Handler } from '../../../http/call.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import type { MessageContent } from '../../../core/messages/messages.ts';
import type { Letter } from '../../../core/notices/letter.ts';
import { hashToken, newToken } from '../../../core/tokens.ts';
import { requireSecondAdministrator } from '../../../identity/four-eyes/changes.ts';
import { makeChange } from '../../../identity/step-up/make-change.ts';
import { endConnections, unusedConnections } from './bank-links/end-connections.ts';
import { readExternalAccount } from './queries.ts';
import { amountsMac, chooseAmounts, externalAccountOf, numberIndex } from './rules.ts';
import { notifyAdministrator, notifyOtherAdministrators, saveAccount } from './save.ts';
import { afterSeconds, secondsUntil } from '../../../core/time.ts';
import { letterMail } from '../../../core/notices/letter-mail.ts';

type AddCall = Call<'addExternalAccount'>;

/** POST /api/external-accounts: saves a bank account and sends two micro-deposits to it. */
export const addExternalAccount: Handler<'addExternalAccount'> = async (call) => {
  if (call.context.config.bank.kind === 'none') return refuse('BANK_UNAVAILABLE');
  const { businessStatus } = call.caller;
  if (!isEligible('bank-account.change', { business: { status: businessStatus } })) return refuse('BUSINESS_NOT_OPEN');
  const added = await makeChange(call, (tx) => write(tx, call));
  if (isRefused(added)) return added;
  await endConnections(call.context, added.replaced);
  return { status: 201, body: externalAccountOf((await readExternalAccount(call.context.db, added.id))!) };
};

async function write(tx: Database, call: AddCall) {
  const { context, caller: session, input } = call;
  const { businessId } = session;
  const now = context.clock.now();
  // Accounts of one business are added one after the other.
  const business = await tx
    .selectFrom('business')
    .select(['status', 'name'])
    .where('id', '=', businessId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (!isEligible('bank-account.change', { business })) return refuse('BUSINESS_NOT_OPEN');
  const { routingNumber, accountNumber, accountType } = input.body;
  const bankName = input.body.bankName.trim();
  const index = numberIndex(context, { businessId, routingNumber, accountNumber });
  const known = await tx
    .selectFrom('external_account')
    .select(['id', 'number_index', 'is_primary', 'connection_active', 'connection_id'])
    .where('business_id', '=', businessId)
    .execute();
  const same = known.find(({ number_index }) => number_index.equals(index));
  const { reconnects } = input.body;
  // The two numbers are one index: nobody knows which of them is wrong.
  if (reconnects !== undefined && same?.id !== reconnects)
    return refuse('VALIDATION', {
      Fields: ['routingNumber', 'accountNumber'].map((Field) => ({ Field, Problem: 'unknown' })),
    });
  // From now on micro-deposits validate the account whose connection was lost.
  if (same && same.connection_active !== false) return refuse('BANK_ACCOUNT_EXISTS');
  if (!same && known.length >= externalAccountsPerBusiness) return refuse('BANK_ACCOUNT_LIMIT_REACHED');
  const change = {
    subject: index.toString('hex'),
    details: { kind: 'BANK_ACCOUNT', bankName, last4: accountNumber.slice(-4) },
  } as const;
  const second = await requireSecondAdministrator(tx, call, change, { keep: true });
  if (second) return second;
  const addedToday = { key: context.keys.mac('external-accounts-added', businessId), windowSeconds: DAY };
  if ((await count(tx, { ...addedToday, cap: externalAccountsPerDay }, now)) === null) {
    const { until } = await readCount(tx, addedToday, now);
    return refuse('TOO_MANY_REQUESTS', {}, { retryAfterSeconds: secondsUntil(until, now) + 1 });
  }
  await requireSecondAdministrator(tx, call, change);

  const lastFour = accountNumber.slice(-4);
  const id = await saveAccount(tx, context, {
    businessId,
    knownId: same?.id ?? null,
    routingNumber,
    accountNumber,
    index,
    lastFour,
    proof: {
      bank_name: bankName,
      account_type: accountType,
      authentication_method: 'MICRODEPOSITS',
      connection_active: null,
      status: 'AWAITINGMINIDEPOSIT',
      validated_at: null,
      connection_id: null,
      provider_account: null,
    },
    isPrimary: !known.some(({ is_primary }) => is_primary),
  });
  const code = newToken('fnd');
  const amounts = chooseAmounts();
  const deposits = {
    amounts_sealed: context.keys.seal(JSON.stringify(amounts), `micro-deposit|${id}`),
    amounts_mac: amountsMac(context, id, amounts),
    sent_at: null,
    link_hash: hashToken(code),
    link_expires_at: afterSeconds(now, microDeposits.linkLifetimeSeconds),
  };
  await tx
    .insertInto('micro_deposit')
    .values({ external_account_id: id, reference: id, ...deposits })
    // The owner has signed in to the bank since the last pair, and the connection was lost: this is another pair.
    .onConflict((conflict) =>
      conflict.column('external_account_id').doUpdateSet({ ...deposits, tries: 0, reference: newId(now.getTime()) }),
    )
    .execute();
  await sql`select graphile_worker.add_job('send_micro_deposits', json_build_object('id', ${id}::text),
    job_key := ${id}::text)`.execute(tx);
  await recordEvent(tx, context, originOf(call), {
    type: 'bank_account_added',
    details: { account: id },
    ...session,
    sessionId: session.id,
  });
  const about = { bankName, lastFour, businessName: business.name, code, isReconnected: same !== undefined };
  await notifyAdministrator(tx, context, session.personId, (letter) => depositsMail({ ...letter, ...about }));
  if (!about.isReconnected) await notifyOtherAdministrators(tx, context, session, { ...about, accounts: [lastFour] });
  const left = same?.connection_id ?? null;
  // The bank is not read any more once its last account is validated by deposits.
  return { id, replaced: left === null ? [] : await unusedConnections(tx, context, [left]) };
}

interface About extends Letter {
  bankName: string;
  lastFour: string;
  businessName: string;
  code: string;
  /** The business had the account already, and its connection was lost. */
  isReconnected: boolean;
}

/** The link to /funds-verification. The code follows a #, which browsers send to no server. */
const fundsLink = ({ origin, code }: Pick<About, 'origin' | 'code'>) => `${origin}/funds-verification#${code}`;

/**
 * The next steps for an added bank account, and the link to the form for its two amounts: the administrator can forward it to
 * the reader of the bank's statements.
 */
const depositsMail = (about: About): MessageContent =>
  letterMail(about, {
    title: 'Two micro-deposits are on their way',
    paragraphs: [
      `You have ${about.isReconnected ? 'reconnected' : 'added'} the account ending in ${about.lastFour} at ${about.bankName}${about.isReconnected ? ' for' : ' to'} ${about.businessName}. We are sending two deposits below one dollar to it.`,
      'Once they show on the statement, enter both amounts under Bank accounts in your dashboard. If someone else reads the statements, forward this link to them; it needs no login:',
    ],
    link: fundsLink(about),
    close: [
      `There are three tries. The link works for ${microDeposits.linkLifetimeSeconds / DAY} days, until the account is confirmed.`,
      `If you did not ${about.isReconnected ? 'reconnect' : 'add'} this account, tell support at once.`,
    ],
  });
