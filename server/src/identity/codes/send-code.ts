import { randomInt } from 'node:crypto';
import type { EntityType } from '@florin/contract/fields';
import { accessCode } from '@florin/contract/limits';
import type { Context } from '../../context.ts';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/open.ts';
import { refuse, type Refused } from '../../http/call.ts';
import { recordEvent, type EventDetails, type Origin } from '../../core/audit/events.ts';
import { cancelMessagesOf, enqueueMessage } from '../../core/messages/messages.ts';
import { flowColumn, type CodeFlow, type CodePurpose } from './code-flow.ts';
import { codeMac } from './code-mac.ts';
import { contactFor, contactsOf, type Contact } from '../../core/people/contacts.ts';
import { maskAddress } from '../../core/people/masks.ts';
import { accessCodeMail, accessCodeText } from './messages.ts';
import { secondFactorKey } from './failure-keys.ts';
import { isSecondFactorLocked, recentSends } from './queries.ts';
import { allowedCountries } from '../../core/people/phone-countries.ts';
import { secondsUntilSend } from './rules.ts';
import { isStopped } from '../../core/people/stop-list.ts';
import { isTextable } from '../../core/people/textable-phone.ts';
import { afterSeconds } from '../../core/time.ts';

/** A code that was written together with the message that carries it. */
export interface SentCode {
  messageId: string;
  entityMasked: string;
  addressIndex: Buffer;
}

type Refusal = 'MFA_EMAIL_NOT_EXISTS' | 'RESEND_LIMIT_REACHED' | 'STOP_LIST_REQUESTED' | 'LOCKED';

interface Sending {
  flow: CodeFlow;
  person: { id: string; programId: string };
  /** The device it is asked for on, if the server knows it. */
  deviceId: string | null;
  kind: EntityType;
  because: EventDetails['authn_mfa_code_sent']['because'];
}

/**
 * Makes a new secure access code and queues its message, within the quota of the person over all flows (security
 * design P19). Older codes of the flow stop working and their messages, if still queued, never go
 * out. The caller holds the person's lock.
 */
export async function sendAccessCode(
  tx: Database,
  context: Context,
  origin: Origin,
  { flow, person, deviceId, kind, because }: Sending,
): Promise<SentCode | Refused<Refusal>> {
  const now = context.clock.now();
  const personId = person.id;
  const refused = async <R>(why: EventDetails['authn_mfa_code_refused']['because'], refusal: R) => {
    await recordEvent(tx, context, origin, { type: 'authn_mfa_code_refused', details: { because: why }, personId });
    return refusal;
  };
  const failuresKey = await secondFactorKey(tx, context, { personId, deviceId });
  if (await isSecondFactorLocked(tx, failuresKey, now)) return refuse('LOCKED');
  const contact = recipient(await contactsOf(tx, context, personId), flow, kind);
  // No text goes to a phone that costs whoever writes to it, however it was kept (security design P19).
  const isReachable = contact && (kind === 'Email' || isTextable(contact.address, allowedCountries(context.config)));
  if (!isReachable) return refused('nowhere', refuse('MFA_EMAIL_NOT_EXISTS'));
  if (kind === 'PhoneNumber' && (await isStopped(tx, contact.addressIndex)))
    return refused('stop', stopListRequested(context));
  const sends = await recentSends(tx, personId, flow, now);
  // The pause is for whoever presses Resend: a flow's first code, and one that replaces another, do not wait for it.
  const retryAfterSeconds = secondsUntilSend(sends.all, now, because === 'asked' ? sends.ofFlow : []);
  if (retryAfterSeconds > 0) return refused('quota', refuse('RESEND_LIMIT_REACHED', {}, { retryAfterSeconds }));

  await supersede(tx, context, flow);
  const code = String(randomInt(10 ** accessCode.digits)).padStart(accessCode.digits, '0');
  const accessCodeId = newId(now.getTime());
  await tx
    .insertInto('access_code')
    .values({
      id: accessCodeId,
      mfa_session_id: idIf(flow, 'LoginNewDevice'),
      reset_flow_id: idIf(flow, 'PasswordReset'),
      step_up_session_id: idIf(flow, 'StepUp'),
      confirms_contact_id: idIf(flow, 'ContactConfirmation'),
      person_id: personId,
      contact_id: contact.id,
      code_mac: codeMac(context, { flow, contactId: contact.id, code }),
      created_at: now,
      expires_at: afterSeconds(now, accessCode.lifetimeSeconds),
      used_at: null,
      superseded_at: null,
    })
    .execute();
  const messageId = await queue(tx, context, person.programId, contact, { accessCodeId, code, purpose: flow.purpose });
  await recordEvent(tx, context, origin, {
    type: 'authn_mfa_code_sent',
    details: { channel: kind, because },
    personId,
  });
  return { messageId, entityMasked: maskAddress(contact), addressIndex: contact.addressIndex };
}

export const stopListRequested = ({ config }: Pick<Context, 'config'>) =>
  refuse('STOP_LIST_REQUESTED', { PhoneNumber: config.smsStartNumber });

/** The code of an unconfirmed address goes there; any other goes where the person's codes go. */
const recipient = (contacts: readonly Contact[], { purpose, id }: CodeFlow, kind: EntityType): Contact | null =>
  purpose === 'ContactConfirmation'
    ? (contacts.find((contact) => contact.id === id) ?? null)
    : contactFor(contacts, kind);

const idIf = ({ purpose, id }: CodeFlow, wanted: CodePurpose) => (purpose === wanted ? id : null);

/** Makes the live code of a flow worthless; its message, if still queued, never goes out. */
export async function supersede(tx: Database, context: Context, flow: CodeFlow): Promise<void> {
  const superseded = await tx
    .updateTable('access_code')
    .set({ superseded_at: context.clock.now() })
    .where(flowColumn[flow.purpose], '=', flow.id)
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
  { accessCodeId, code, purpose }: { accessCodeId: string; code: string; purpose: CodePurpose },
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
    content:
      kind === 'Email'
        ? accessCodeMail({ code, programName, purpose })
        : accessCodeText({ code, programName, hostname }),
    accessCodeId,
  });
}
