import { BankAccountNumber, RoutingNumber } from '@florin/contract/money/external-accounts';
import { externalAccountsPerBusiness } from '@florin/contract/limits';
import * as v from 'valibot';
import { newId } from '../../../../db/ids.ts';
import type { Database } from '../../../../db/open.ts';
import { refuse, type Call } from '../../../../http/call.ts';
import { originOf, recordEvent } from '../../../../core/audit/events.ts';
import type { MessageContent } from '../../../../core/messages/messages.ts';
import { letterMail } from '../../../../core/notices/letter-mail.ts';
import type { Letter } from '../../../../core/notices/letter.ts';
import type { BankAccountFacts } from '../../../../ports/open-banking/open-banking.ts';
import { numberIndex } from '../rules.ts';
import { notifyAdministrator, notifyOtherAdministrators, saveAccount } from '../save.ts';
import { validateAccount } from '../validate.ts';
import { itemIndex, sealAccessToken } from './connections.ts';
import { unusedConnections } from './end-connections.ts';
import type { Shared } from './finish.ts';
import { linkFailed } from './refusals.ts';

export interface Connected {
  accountIds: string[];
  /** Access tokens of connections that no account uses any more. */
  replaced: string[];
}

interface Purpose {
  /** The lost account that must be among the shared ones; null to connect new ones. */
  reconnects: string | null;
  businessName: string;
  shared: Shared;
}

type Known = Awaited<ReturnType<typeof knownAccounts>>[number];

/**
 * Saves the shared accounts as connected and validated. An account that the business has already is connected if its
 * connection was lost or it awaits its deposits; a locked one stays locked (decision 015).
 * @param call its business is locked
 */
export async function connectShared(
  tx: Database,
  call: Call<'finishBankLink'>,
  { reconnects, businessName, shared }: Purpose,
) {
  const { businessId } = call.caller;
  const known = await knownAccounts(tx, businessId);
  const matched = shared.accounts.filter(isUsable).map((facts) => {
    const index = numberIndex(call.context, { businessId, ...facts });
    return { facts, index, same: known.find((account) => isSame(account, facts, index, shared)) };
  });
  const lost = matched.filter(({ same }) => same !== undefined && same.connection_active === false);
  if (reconnects !== null && !lost.some(({ same }) => same?.id === reconnects)) return linkFailed('other');
  const waiting = matched.filter(({ same }) => same?.status === 'AWAITINGMINIDEPOSIT');
  const room = externalAccountsPerBusiness - known.length;
  const added = reconnects === null ? matched.filter(({ same }) => same === undefined) : [];
  const chosen = [...lost, ...(reconnects === null ? waiting : []), ...added.slice(0, room)];
  if (chosen.length === 0) return whyNone(matched, added);

  const connectionId = shared.connection.isNew
    ? await saveConnection(tx, call, shared.connection)
    : shared.connection.id;
  const accountIds: string[] = [];
  for (const { facts, index, same } of chosen)
    accountIds.push(await save(tx, call, { facts, index, same, connectionId, institution: shared.institution }));
  const about = {
    accounts: chosen.map(({ facts }) => lastFourOf(facts)),
    bankName: shared.institution,
    businessName,
    isReconnected: reconnects !== null,
  };
  await notifyAdministrator(tx, call.context, call.caller.personId, (letter) => connectedMail({ ...letter, ...about }));
  if (reconnects === null) await notifyOtherAdministrators(tx, call.context, call.caller, about);
  const left = chosen.flatMap(({ same }) => same?.connection_id ?? []).filter((id) => id !== connectionId);
  return { accountIds, replaced: await unusedConnections(tx, call.context, left) } satisfies Connected;
}

const knownAccounts = (tx: Database, businessId: string) =>
  tx
    .selectFrom('external_account')
    .select(['id', 'number_index', 'status', 'is_primary', 'connection_active', 'connection_id', 'provider_account'])
    .where('business_id', '=', businessId)
    .execute();

/** Numbers of another country or form cannot be paid from here. */
const isUsable = ({ routingNumber, accountNumber }: BankAccountFacts) =>
  v.is(RoutingNumber, routingNumber) && v.is(BankAccountNumber, accountNumber);

/** By its number, or by the bank's own id: some banks replace the numbers by tokens, which can change. */
const isSame = (account: Known, facts: BankAccountFacts, index: Buffer, { connection }: Shared) =>
  account.number_index.equals(index) ||
  (!connection.isNew && account.connection_id === connection.id && account.provider_account === facts.id);

function whyNone(matched: readonly { same: Known | undefined }[], added: readonly unknown[]) {
  if (matched.length === 0) return linkFailed('accounts');
  if (added.length > 0) return refuse('BANK_ACCOUNT_LIMIT_REACHED');
  const isLocked = matched.every(({ same }) => same?.status === 'VALIDATIONFAILED');
  return refuse(isLocked ? 'VALIDATION_LOCKED' : 'BANK_ACCOUNT_EXISTS');
}

async function saveConnection(
  tx: Database,
  { context, caller: { businessId } }: Call<'finishBankLink'>,
  { itemId, accessToken }: { itemId: string; accessToken: string },
): Promise<string> {
  const { method } = context.openBanking!;
  const id = newId(context.clock.now().getTime());
  await tx
    .insertInto('bank_connection')
    .values({
      id,
      business_id: businessId,
      method,
      item_index: itemIndex(context, method, itemId),
      access_sealed: sealAccessToken(context, id, accessToken),
      created_at: context.clock.now(),
    })
    .execute();
  return id;
}

/** As people know the account; a mask may be shorter, or missing. */
const lastFourOf = ({ mask, accountNumber }: BankAccountFacts) =>
  /^\d{4}$/.test(mask) ? mask : accountNumber.slice(-4);

interface Saved {
  facts: BankAccountFacts;
  index: Buffer;
  same: Known | undefined;
  connectionId: string;
  institution: string;
}

async function save(
  tx: Database,
  call: Call<'finishBankLink'>,
  { facts, index, same, connectionId, institution }: Saved,
): Promise<string> {
  const { context, caller: session } = call;
  const { businessId } = session;
  const id = await saveAccount(tx, context, {
    businessId,
    knownId: same?.id ?? null,
    routingNumber: facts.routingNumber,
    accountNumber: facts.accountNumber,
    index,
    lastFour: lastFourOf(facts),
    proof: {
      bank_name: institution,
      account_type: facts.type,
      authentication_method: context.openBanking!.method,
      connection_active: true,
      status: 'ACTIVE',
      validated_at: context.clock.now(),
      connection_id: connectionId,
      provider_account: facts.id,
    },
    // Validation makes it the primary one if there is none.
    isPrimary: false,
  });
  const subject = { ...session, sessionId: session.id };
  await recordEvent(tx, context, originOf(call), {
    type: 'bank_account_connected',
    details: { account: id, connection: connectionId, again: same !== undefined },
    ...subject,
  });
  await validateAccount(tx, context, originOf(call), { accountId: id, businessId, by: 'bank', subject });
  return id;
}

interface About {
  accounts: readonly string[];
  bankName: string;
  businessName: string;
  isReconnected: boolean;
}

function connectedMail(about: Letter & About): MessageContent {
  const { accounts, bankName, businessName, isReconnected } = about;
  const which = `the ${accounts.length === 1 ? 'account' : 'accounts'} ending in ${accounts.join(' and ')} at ${bankName}`;
  return letterMail(about, {
    title: isReconnected ? 'Your bank is connected again' : 'Your bank is connected',
    paragraphs: [
      isReconnected
        ? `You have reconnected ${which} for ${businessName} by logging in to the bank.`
        : `You have connected ${which} to ${businessName} by logging in to the bank.`,
    ],
    close: ['If you did not do this, tell support at once.'],
  });
}
