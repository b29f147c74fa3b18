import type { Database } from '../../../db/open.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { isRefused, refuse, type Call, type Handler } from '../../../http/call.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { presentFactors } from '../../../identity/factors/present.ts';
import { hasWayLeft } from '../../../identity/factors/rules.ts';
import { contactsOf } from '../../../core/people/contacts.ts';
import { enqueueMessage } from '../../../core/messages/messages.ts';
import { requiresSecondFactor } from '../../../identity/sessions/rules.ts';
import type { Holder } from '../../../core/cards/holder.ts';
import { isStillOpen } from '../../../identity/sessions/is-open.ts';
import { lockPerson } from '../../../core/people/lock-person.ts';
import { contactsToAsk } from './answer.ts';
import { cookieOfFinished } from '../../../identity/registrations/browser.ts';
import { detailsOf, type CheckedDetails } from './details.ts';
import { findRegistration, type CurrentRegistration } from '../../../identity/registrations/find-registration.ts';
import { knownHolder } from '../../../identity/registrations/known.ts';
import { join, lockRegistration, type Joined } from './join.ts';
import { heldMail, linkedMail, registeredText } from './messages.ts';
import { notifyHolder } from './notify-holder.ts';

type LinkCall = Call<'linkRegistration'>;

/** POST link: the card or the invite becomes one more account of the signed-in person (reading 10). */
export const linkRegistration: Handler<'linkRegistration'> = async (call) => {
  const { context, input, caller: session } = call;
  if (input.body.epoch !== session.epoch) return refuse('SESSION_CHANGED');
  const registration = await findRegistration(context, input.body.token, call.client.sessionToken);
  if (isRefused(registration)) return registration;
  const details = await detailsOf(context, registration, input.body);
  if (isRefused(details)) return details;
  const linked = await inTransaction(context.db, (tx) => write(tx, call, registration, details));
  if (isRefused(linked)) return linked;
  const finished = { id: registration.id, token: input.body.token };
  for (const change of cookieOfFinished(call.client.registrationSecret, finished)) call.setCookie(change);
  return { status: 200, body: { ...linked, ...(await contactsToAsk(context.db, context, registration)) } };
};

async function write(tx: Database, call: LinkCall, registration: CurrentRegistration, details: CheckedDetails) {
  const { context, caller: session } = call;
  const person = await lockPerson(tx, session.personId);
  if (!person || !(await isStillOpen(tx, context, session))) return refuse('UNAUTHENTICATED');
  // A person cannot have a card of another program.
  if (person.programId !== registration.programId) return refuse('REGISTRATION_EXPIRED');
  const over = await lockRegistration(tx, context, registration);
  if (over) return over;
  // An administrator must prove a second factor at every sign-in: without one, the person would lose their existing
  // accounts, too.
  if (requiresSecondFactor(registration) && !(await hasSecondFactor(tx, call))) return refuse('MFA_EMAIL_NOT_EXISTS');
  const holder = await knownHolder(tx, context, registration);
  const joined = await join(tx, context, { registration, holder, personId: person.id, details });
  await recordEvent(tx, context, originOf(call), {
    type: 'account_linked',
    details: {
      by: registration.inviteId === null ? 'card' : 'invite',
      role: joined.role,
      card: joined.cardId,
    },
    personId: person.id,
    membershipId: joined.membershipId,
    businessId: registration.businessId,
    sessionId: session.id,
  });
  const { firstName, lastName } = await notify(tx, call, { registration, holder, joined });
  return { firstName, lastName, userId: joined.membershipId };
}

async function hasSecondFactor(tx: Database, { context, client, caller: { personId } }: LinkCall): Promise<boolean> {
  const { authenticators, passkeys } = await presentFactors(tx, personId, client.hostname);
  return hasWayLeft({ contacts: await contactsOf(tx, context, personId), factors: authenticators + passkeys });
}

interface Linked {
  registration: CurrentRegistration;
  holder: Holder | null;
  joined: Joined;
}

/**
 * Mails every confirmed address of the person, so that an intruder in the session cannot add an account unseen, and
 * notifies the person on file, so that nobody can take their card unseen.
 */
async function notify(
  tx: Database,
  { context, caller: session }: LinkCall,
  { registration, holder, joined: { lastFour } }: Linked,
) {
  const person = await tx
    .selectFrom('person')
    .innerJoin('program', 'program.id', 'person.program_id')
    .select([
      'program.id as programId',
      'program.name as programName',
      'first_name as firstName',
      'last_name as lastName',
    ])
    .where('person.id', '=', session.personId)
    .executeTakeFirstOrThrow();
  const { programId, programName, firstName, lastName } = person;
  const { businessName } = registration;
  const content = linkedMail({ programName, firstName, businessName, lastFour });
  const own = (await contactsOf(tx, context, session.personId)).filter(({ verified }) => verified);
  for (const { kind, address } of own)
    if (kind === 'Email') await enqueueMessage(tx, context, { channel: 'email', programId, to: address, content });
  const onFile = holder?.details;
  const isOwn = own.some(({ address }) => address === (onFile?.email ?? onFile?.mobilePhone));
  if (holder && onFile && !isOwn) {
    const notice = { programName, firstName: holder.firstName, businessName, lastFour };
    await notifyHolder(tx, context, { programId, onFile, mail: heldMail(notice), text: registeredText(notice) });
  }
  return { firstName, lastName };
}
