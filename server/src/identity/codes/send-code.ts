import type { EntityType } from '@florin/contract/fields';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { refuse, type Refused } from '../../http/call.ts';
import { recordEvent, type AuditEvent, type EventDetails, type Origin } from '../../core/audit/events.ts';
import { enqueueMessage } from '../../core/messages/messages.ts';
import { contactFor, contactsOf, type Contact } from '../../core/people/contacts.ts';
import { maskAddress } from '../../core/people/masks.ts';
import { allowedCountries } from '../../core/people/phone-countries.ts';
import { isStopped } from '../../core/people/stop-list.ts';
import { isTextable } from '../../core/people/textable-phone.ts';
import { isSecondFactorLocked, quotaName, type Prover } from '../attempts/attempts.ts';
import { codeMail, codeText } from './messages.ts';
import { codeWaitSeconds, issueCode, recentSends, waitAfterSend } from './one-time-code.ts';
import type { AccessCodePurpose, CodeFlow, CodeOwner } from './policies.ts';
import { codeTextWaitSeconds, countCodeText } from './unproven-texts.ts';

/** A code that was written together with its message. */
export interface SentCode {
  messageId: string;
  entityMasked: string;
  addressIndex: Buffer;
  owner: CodeOwner;
  /** Until the next one can be sent. */
  resendInSeconds: number;
}

type Because = EventDetails['authn_mfa_code_sent']['because'];

interface Sending {
  flow: CodeFlow;
  owner: CodeOwner;
  to: Pick<Contact, 'kind' | 'address' | 'addressIndex'>;
  because: Because;
  /** The sends to the owner that it counts with. */
  quota: string;
}

/**
 * Makes a new code and queues its message, within its owner's quota over all flows (security design P19). The older
 * code of the flow stops working, and its message, if still queued, is never sent. The caller holds the owner's lock.
 */
export async function sendCode(
  tx: Database,
  context: Context,
  origin: Origin,
  { flow, owner, to, because, quota }: Sending,
): Promise<SentCode | Refused<'RESEND_LIMIT_REACHED'> | Refused<'STOP_LIST_REQUESTED'>> {
  const now = context.clock.now();
  const { kind: channel, addressIndex } = to;
  if (channel === 'PhoneNumber' && (await isStopped(tx, addressIndex))) {
    await recordEvent(tx, context, origin, refusedEvent(owner, 'stop'));
    return stopListRequested(context);
  }
  const ownerId = 'personId' in owner ? owner.personId : owner.cardId;
  const sends = await recentSends(tx, flow, { ownerId, quota }, now);
  // The pause is for resends. A flow's first code, and a code that replaces another, do not wait for it.
  const inQuota = codeWaitSeconds(sends, now, because === 'asked');
  const text = channel === 'PhoneNumber' ? { flow, owner, phone: addressIndex, ipPrefix: origin.ipPrefix } : null;
  const retryAfterSeconds = inQuota === 0 && text ? await countCodeText(tx, context, text) : inQuota;
  if (retryAfterSeconds > 0) {
    await recordEvent(tx, context, origin, refusedEvent(owner, 'quota'));
    return refuse('RESEND_LIMIT_REACHED', {}, { retryAfterSeconds });
  }
  const issued = await issueCode(tx, context, { flow, owner, channel, addressIndex, quota });
  const messageId = await queue(tx, context, { flow, owner, to }, issued);
  await recordEvent(tx, context, origin, sentEvent(owner, channel, because));
  const resendInSeconds = Math.max(waitAfterSend(sends, now), text ? await codeTextWaitSeconds(tx, context, text) : 0);
  return { messageId, entityMasked: maskAddress(to), addressIndex, owner, resendInSeconds };
}

export const stopListRequested = ({ config }: Pick<Context, 'config'>) =>
  refuse('STOP_LIST_REQUESTED', { PhoneNumber: config.smsStartNumber });

const sentEvent = (owner: CodeOwner, channel: EntityType, because: Because): AuditEvent =>
  'personId' in owner
    ? { type: 'authn_mfa_code_sent', details: { channel, because }, personId: owner.personId }
    : { type: 'registration_code_sent', details: { channel, card: owner.cardId }, businessId: owner.businessId };

const refusedEvent = (owner: CodeOwner, because: 'stop' | 'quota'): AuditEvent =>
  'personId' in owner
    ? { type: 'authn_mfa_code_refused', details: { because }, personId: owner.personId }
    : { type: 'registration_code_refused', details: { because, card: owner.cardId }, businessId: owner.businessId };

async function queue(
  tx: Database,
  context: Context,
  { flow: { purpose }, owner, to: { kind, address } }: Pick<Sending, 'flow' | 'owner' | 'to'>,
  { id: oneTimeCodeId, code }: { id: string; code: string },
): Promise<string> {
  const { programId } = owner;
  const program = await tx
    .selectFrom('program')
    .select(['name', 'canonical_origin'])
    .where('id', '=', programId)
    .executeTakeFirstOrThrow();
  // The host comes from the program, never from the request (security design P14).
  const { hostname } = new URL(program.canonical_origin ?? context.config.publicOrigin);
  const message = {
    purpose,
    code,
    programName: program.name,
    ...('lastFour' in owner && { lastFour: owner.lastFour }),
  };
  return enqueueMessage(tx, context, {
    channel: kind === 'Email' ? 'email' : 'sms',
    programId,
    to: address,
    content: kind === 'Email' ? codeMail(message) : codeText(message, hostname),
    oneTimeCodeId,
  });
}

interface SendingToPerson {
  flow: CodeFlow<AccessCodePurpose>;
  person: { id: string; programId: string };
  prover: Prover;
  kind: EntityType;
  because: Because;
}

/** Sends a secure access code to one of a person's addresses. The caller holds the person's lock. */
export async function sendAccessCode(
  tx: Database,
  context: Context,
  origin: Origin,
  { flow, person, prover, kind, because }: SendingToPerson,
): Promise<SentCode | Refused<'MFA_EMAIL_NOT_EXISTS' | 'RESEND_LIMIT_REACHED' | 'STOP_LIST_REQUESTED' | 'LOCKED'>> {
  if (await isSecondFactorLocked(tx, context, prover)) return refuse('LOCKED');
  const personId = person.id;
  const to = recipient(await contactsOf(tx, context, personId), flow, kind);
  // No text is sent to a phone with extra charges, however it was stored (security design P19).
  if (!to || (kind === 'PhoneNumber' && !isTextable(to.address, allowedCountries(context.config)))) {
    const details = { because: 'nowhere' } as const;
    await recordEvent(tx, context, origin, { type: 'authn_mfa_code_refused', details, personId });
    return refuse('MFA_EMAIL_NOT_EXISTS');
  }
  const owner = { personId, programId: person.programId };
  const quota = flow.purpose === 'ContactConfirmation' ? contactQuota : quotaName(prover.quota);
  return sendCode(tx, context, origin, { flow, owner, to, because, quota });
}

/** Confirmations of addresses and codes of sign-ins do not wait for each other. */
export const contactQuota = 'contact';

/** The code of an unconfirmed address goes there; any other goes where the person's codes go. */
const recipient = (contacts: readonly Contact[], { purpose, id }: CodeFlow, kind: EntityType): Contact | null =>
  purpose === 'ContactConfirmation'
    ? (contacts.find((contact) => contact.id === id) ?? null)
    : contactFor(contacts, kind);
