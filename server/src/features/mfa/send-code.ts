import { randomInt } from 'node:crypto';
import type { EntityType } from '@florin/contract/fields';
import { accessCode } from '@florin/contract/limits';
import type { Context } from '../../context.ts';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/open.ts';
import { refuse, type Refused } from '../../http/call.ts';
import { recordEvent, type EventDetails, type Origin } from '../audit/events.ts';
import { cancelMessagesOf, enqueueMessage } from '../messages/messages.ts';
import { afterSeconds } from '../session/rules.ts';
import { codeMac } from './code-mac.ts';
import { contactFor, contactsOf, type Contact } from './contacts.ts';
import { maskAddress } from './masks.ts';
import { accessCodeMail, accessCodeText } from './messages.ts';
import { isSecondFactorLocked, recentSends, secondFactorKey } from './queries.ts';
import { secondsUntilSend } from './rules.ts';

/** A code that was written together with the message that carries it. */
export interface SentCode {
  messageId: string;
  entityMasked: string;
  addressIndex: Buffer;
}

type Refusal = 'MFA_EMAIL_NOT_EXISTS' | 'RESEND_LIMIT_REACHED' | 'STOP_LIST_REQUESTED' | 'LOCKED';

interface Sending {
  pendingId: string;
  person: { id: string; programId: string };
  kind: EntityType;
  because: EventDetails['authn_mfa_code_sent']['because'];
}

/**
 * Makes a new secure access code and queues its message, within the quota of the person over all pending sign-ins
 * (security design P19). Older codes of the pending sign-in stop working and their messages, if still queued, never go
 * out. The caller holds the person's lock.
 */
export async function sendAccessCode(
  tx: Database,
  context: Context,
  origin: Origin,
  { pendingId, person, kind, because }: Sending,
): Promise<SentCode | Refused<Refusal>> {
  const now = context.clock.now();
  const personId = person.id;
  const refused = async <R>(why: EventDetails['authn_mfa_code_refused']['because'], refusal: R) => {
    await recordEvent(tx, context, origin, { type: 'authn_mfa_code_refused', details: { because: why }, personId });
    return refusal;
  };
  if (await isSecondFactorLocked(tx, secondFactorKey(context, personId), now)) return refuse('LOCKED');
  const contact = contactFor(await contactsOf(tx, context, personId), kind);
  if (!contact) return refused('nowhere', refuse('MFA_EMAIL_NOT_EXISTS'));
  if (kind === 'PhoneNumber' && (await isStopped(tx, contact))) return refused('stop', stopListRequested(context));
  const retryAfterSeconds = secondsUntilSend(await recentSends(tx, personId, now), now);
  if (retryAfterSeconds > 0) return refused('quota', refuse('RESEND_LIMIT_REACHED', {}, { retryAfterSeconds }));

  await supersede(tx, context, pendingId);
  const code = String(randomInt(10 ** accessCode.digits)).padStart(accessCode.digits, '0');
  const accessCodeId = newId(now.getTime());
  await tx
    .insertInto('access_code')
    .values({
      id: accessCodeId,
      mfa_session_id: pendingId,
      person_id: personId,
      contact_id: contact.id,
      code_mac: codeMac(context, { pendingId, contactId: contact.id, code }),
      created_at: now,
      expires_at: afterSeconds(now, accessCode.lifetimeSeconds),
      used_at: null,
      superseded_at: null,
    })
    .execute();
  const messageId = await queue(tx, context, person.programId, contact, { accessCodeId, code });
  await recordEvent(tx, context, origin, {
    type: 'authn_mfa_code_sent',
    details: { channel: kind, because },
    personId,
  });
  return { messageId, entityMasked: maskAddress(contact), addressIndex: contact.addressIndex };
}

export const stopListRequested = ({ config }: Pick<Context, 'config'>) =>
  refuse('STOP_LIST_REQUESTED', { PhoneNumber: config.smsStartNumber });

async function isStopped(tx: Database, { addressIndex }: Contact): Promise<boolean> {
  const row = await tx
    .selectFrom('phone_stop')
    .select('stopped_at')
    .where('address_index', '=', addressIndex)
    .executeTakeFirst();
  return row !== undefined;
}

async function supersede(tx: Database, context: Context, pendingId: string): Promise<void> {
  const superseded = await tx
    .updateTable('access_code')
    .set({ superseded_at: context.clock.now() })
    .where('mfa_session_id', '=', pendingId)
    .where('used_at', 'is', null)
    .where('superseded_at', 'is', null)
    .returning('id')
    .execute();
  await cancelMessagesOf(
    tx,
    context,
    superseded.map(({ id }) => id),
  );
}

async function queue(
  tx: Database,
  context: Context,
  programId: string,
  { kind, address }: Contact,
  { accessCodeId, code }: { accessCodeId: string; code: string },
): Promise<string> {
  const program = await tx
    .selectFrom('program')
    .select(['name as programName', 'canonical_origin'])
    .where('id', '=', programId)
    .executeTakeFirstOrThrow();
  const { programName } = program;
  // The host comes from the program, never from the request (security design P14).
  const { hostname } = new URL(program.canonical_origin ?? context.config.publicOrigin);
  return enqueueMessage(tx, context, {
    channel: kind === 'Email' ? 'email' : 'sms',
    programId,
    to: address,
    content: kind === 'Email' ? accessCodeMail({ code, programName }) : accessCodeText({ code, programName, hostname }),
    accessCodeId,
  });
}
