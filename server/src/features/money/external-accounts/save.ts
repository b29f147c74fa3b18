import type { Context } from '../../../context.ts';
import { enqueueMessage, type MessageContent } from '../../../core/messages/messages.ts';
import { letterMail } from '../../../core/notices/letter-mail.ts';
import { letterOf, type Letter } from '../../../core/notices/letter.ts';
import { contactsOf } from '../../../core/people/contacts.ts';
import { newId } from '../../../db/ids.ts';
import type { Database } from '../../../db/open.ts';
import type { Schema } from '../../../db/schema.ts';
import { administratorsOf } from '../../../identity/four-eyes/permissions.ts';

interface SavedAccount {
  businessId: string;
  /** The account that the business has already; null for a new one. */
  knownId: string | null;
  routingNumber: string;
  accountNumber: string;
  /** The search key of both numbers. */
  index: Buffer;
  /** As people know the account. */
  lastFour: string;
  /** How it is proven, or will be. */
  proof: Pick<
    Schema['external_account'],
    | 'bank_name'
    | 'account_type'
    | 'authentication_method'
    | 'connection_active'
    | 'connection_id'
    | 'provider_account'
    | 'status'
    | 'validated_at'
  >;
  /** Of a new account. */
  isPrimary: boolean;
}

/**
 * Saves a bank account with its numbers sealed: a new one, or another proof of a known one.
 * @param tx the business is locked
 * @returns its id
 */
export async function saveAccount(
  tx: Database,
  { keys, clock }: Pick<Context, 'keys' | 'clock'>,
  { businessId, knownId, routingNumber, accountNumber, index, lastFour, proof, isPrimary }: SavedAccount,
): Promise<string> {
  const now = clock.now();
  const id = knownId ?? newId(now.getTime());
  const values = {
    ...proof,
    last_four: lastFour,
    number_sealed: keys.seal(`${routingNumber}|${accountNumber}`, `external-account|${id}`),
    number_index: index,
  };
  if (knownId !== null) await tx.updateTable('external_account').set(values).where('id', '=', id).execute();
  else
    await tx
      .insertInto('external_account')
      .values({ ...values, id, business_id: businessId, is_primary: isPrimary, created_at: now })
      .execute();
  return id;
}

/** Mails the administrator who changed the bank accounts, so that a change made by someone else is noticed. */
export async function notifyAdministrator(
  tx: Database,
  context: Context,
  personId: string,
  mail: (letter: Letter) => MessageContent,
): Promise<void> {
  const contacts = await contactsOf(tx, context, personId);
  const to = contacts.find(({ kind, verified }) => kind === 'Email' && verified);
  if (!to) return;
  const letter = await letterOf(tx, context, personId);
  await enqueueMessage(tx, context, {
    channel: 'email',
    programId: letter.programId,
    to: to.address,
    content: mail(letter),
  });
}

interface Added {
  /** The last four digits of each. */
  accounts: readonly string[];
  bankName: string;
  businessName: string;
}

/**
 * Mails the other administrators which bank accounts one of them has added. Where two administrators are required, the
 * second one approves before the accounts of a bank login are known (decision 054).
 */
export async function notifyOtherAdministrators(
  tx: Database,
  context: Context,
  by: { businessId: string; personId: string },
  { accounts, bankName, businessName }: Added,
): Promise<void> {
  const administrators = await administratorsOf(tx, by.businessId);
  const author = administrators.find(({ personId }) => personId === by.personId);
  if (!author) return;
  const isOne = accounts.length === 1;
  const name = `${author.firstName} ${author.lastName}`;
  const which = `the ${isOne ? 'account' : 'accounts'} ending in ${accounts.join(' and ')} at ${bankName}`;
  const others = new Set(administrators.map(({ personId }) => personId));
  others.delete(by.personId);
  for (const personId of others)
    await notifyAdministrator(tx, context, personId, (letter) =>
      letterMail(letter, {
        title: isOne ? 'A bank account was added' : 'Bank accounts were added',
        paragraphs: [
          `${name} has added ${which} to ${businessName}. Money can be withdrawn to ${isOne ? 'it' : 'them'}.`,
        ],
        close: [`If you did not expect this, ask ${author.firstName}, and tell support if something is wrong.`],
      }),
    );
}
