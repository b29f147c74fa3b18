import type { Context } from '../../../context.ts';
import { enqueueMessage, type MessageContent } from '../../../core/messages/messages.ts';
import { letterOf, type Letter } from '../../../core/notices/letter.ts';
import { contactsOf } from '../../../core/people/contacts.ts';
import { newId } from '../../../db/ids.ts';
import type { Database } from '../../../db/open.ts';
import type { Schema } from '../../../db/schema.ts';

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
