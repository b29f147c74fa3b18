import { registration as limits } from '@florin/contract/limits';
import type { Context } from '../../../context.ts';
import { newId } from '../../../db/ids.ts';
import type { Database } from '../../../db/open.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { isRefused, refuse, type Call, type Handler } from '../../../http/call.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { Busy } from '../../../bounded-queue.ts';
import { birthdateContext } from '../../../core/people/birthdate.ts';
import { usernameSkeleton } from '../../../core/people/username.ts';
import { checkNewPassword } from '../../../identity/credentials/check.ts';
import { unlessBusy } from '../../../identity/credentials/unless-busy.ts';
import { contactsToAsk } from './answer.ts';
import { cookieOfFinished } from '../../../identity/registrations/browser.ts';
import { detailsOf, type CheckedDetails } from './details.ts';
import {
  findRegistration,
  ownRegistration,
  type CurrentRegistration,
} from '../../../identity/registrations/find-registration.ts';
import type { Holder, HolderDetails } from '../../../core/cards/holder.ts';
import { join, lockRegistration } from './join.ts';
import { askerOf, knownHolder, registrationUserInputs } from '../../../identity/registrations/known.ts';
import { registeredMail, registeredText } from './messages.ts';
import { notifyHolder } from './notify-holder.ts';
import { startsWithSecondFactor } from './rules.ts';
import { countedUsernameProblem, patternProblem } from './username.ts';
import type { EntityType } from '@florin/contract/fields';
import { insertContact } from '../../../core/people/contacts.ts';

type RegisterCall = Call<'registerCardholder'>;

const mostNameChecks = limits.usernameChecksPerFlow + limits.usernameChecksOfLastStep;

/**
 * POST Profile: the last step. Person, addresses, account and card are written in one transaction, or nothing is. The
 * registration's own record says what was proven, whatever the browser claims (security design P1, P6).
 */
export const registerCardholder: Handler<'registerCardholder'> = async (call) => {
  const { context, input } = call;
  const { token, username, password, passwordConfirmation } = input.body;
  const registration = await findRegistration(context, token, call.client.sessionToken);
  if (isRefused(registration)) return registration;
  const holder = await knownHolder(context.db, context, registration);
  if (!holder) return refuse('REGISTRATION_EXPIRED');
  const details = await detailsOf(context, registration, input.body);
  if (isRefused(details)) return details;
  const unfit = patternProblem(username);
  if (unfit) return unfit;
  const userInputs = [...registrationUserInputs(registration, holder), username, ...names(details)];
  const asker = askerOf(registration);
  const { ipPrefix } = call.client;
  const asked = { asker, ipPrefix, password, confirmation: passwordConfirmation, userInputs };
  const problems = await unlessBusy(() => checkNewPassword(context, asked));
  if (isRefused(problems)) return problems;
  if (problems.length > 0) return refuse('PASSWORD_REJECTED', { Problems: problems });
  // The name is checked last: a call that would be refused anyway learns nothing about names.
  const check = { context, registration, client: call.client };
  const taken = await countedUsernameProblem(check, { username, email: holder.details.email }, mostNameChecks);
  if (taken) return taken;
  const passwordHash = await hashed(context, password);
  if (passwordHash === null) return refuse('BUSY', {}, { retryAfterSeconds: 1 });

  const registered = await inTransaction(context.db, (tx) => write(tx, call, { registration, details, passwordHash }));
  if (isRefused(registered)) return registered;
  for (const change of cookieOfFinished(call.client.registrationSecret, { id: registration.id, token }))
    call.setCookie(change);
  return { status: 200, body: { ...registered, ...(await contactsToAsk(context.db, context, registration)) } };
};

const names = ({ firstName, middleName, lastName }: CheckedDetails) =>
  [firstName, middleName, lastName].filter((name) => name !== null);

async function hashed({ passwords }: Context, password: string): Promise<string | null> {
  try {
    return await passwords.hash(password);
  } catch (error) {
    if (error instanceof Busy) return null;
    throw error;
  }
}

interface New {
  registration: CurrentRegistration;
  details: CheckedDetails;
  passwordHash: string;
}

async function write(tx: Database, call: RegisterCall, { registration, details, passwordHash }: New) {
  const { context, input } = call;
  const over = await lockRegistration(tx, context, registration);
  if (over) return over;
  const holder = await knownHolder(tx, context, registration);
  if (!holder) return refuse('REGISTRATION_EXPIRED');
  const { username } = input.body;
  const person = {
    firstName: details.firstName ?? holder.firstName,
    middleName: details.middleName ?? holder.middleName,
    lastName: details.lastName ?? holder.lastName,
  };
  const personId = newId(context.clock.now().getTime());
  const inserted = await tx
    .insertInto('person')
    .values({
      id: personId,
      program_id: registration.programId,
      username,
      username_skeleton: usernameSkeleton(username),
      first_name: person.firstName,
      middle_name: person.middleName,
      last_name: person.lastName,
      date_of_birth_sealed: context.keys.seal(details.dateOfBirth, birthdateContext(personId, registration.programId)),
      password_hash: passwordHash,
      password_changed_at: context.clock.now(),
      mfa_enabled: startsWithSecondFactor(registration.mfaMode, registration.role, input.body.mfaEnable),
      created_at: context.clock.now(),
    })
    // Two registrations can choose one name at the same time.
    .onConflict((conflict) => conflict.column('username_skeleton').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return refuse('USERNAME_NOT_AVAILABLE');
  await addContacts(tx, context, { personId, registration, known: holder.details, mobilePhone: details.mobilePhone });
  const joined = await join(tx, context, { registration, holder, personId, details });
  await ownRegistration(tx, registration.id, personId);
  await notify(tx, call, { registration, personId, holder, joined });
  return { firstName: person.firstName, lastName: person.lastName };
}

interface Registered {
  registration: CurrentRegistration;
  personId: string;
  holder: Holder;
  joined: Awaited<ReturnType<typeof join>>;
}

async function notify(tx: Database, call: RegisterCall, { registration, personId, holder, joined }: Registered) {
  const { context, input } = call;
  const { programId, businessId, businessName } = registration;
  const { membershipId, cardId: card, role, lastFour } = joined;
  await recordEvent(tx, context, originOf(call), {
    type: 'user_registered',
    details: { by: registration.inviteId === null ? 'card' : 'invite', role, card },
    personId,
    membershipId,
    businessId,
  });
  const program = await tx.selectFrom('program').select('name').where('id', '=', programId).executeTakeFirstOrThrow();
  const notice = { programName: program.name, firstName: holder.firstName, businessName, lastFour };
  await notifyHolder(tx, context, {
    programId,
    onFile: holder.details,
    mail: registeredMail({ ...notice, username: input.body.username }),
    text: registeredText(notice),
  });
}

interface NewContacts {
  personId: string;
  registration: CurrentRegistration;
  /** On file at the business. */
  known: HolderDetails;
  /** As entered, E.164. */
  mobilePhone: string;
}

/**
 * The addresses of a new person: the email on file is confirmed; the entered phone is not, unless it got the
 * verification code. Without an email the phone on file stays, because codes need an address.
 */
async function addContacts(
  tx: Database,
  context: Pick<Context, 'keys' | 'clock'>,
  { personId, registration, known, mobilePhone }: NewContacts,
): Promise<void> {
  const provenPhone = registration.provenBy === 'PhoneNumber' ? known.mobilePhone : null;
  const phones = new Set([...(provenPhone === null ? [] : [provenPhone]), mobilePhone]);
  const add = (contact: { kind: EntityType; address: string; isVerified: boolean }) =>
    insertContact(tx, context, { ...contact, personId, addedLater: false, at: context.clock.now() });
  if (known.email !== null) await add({ kind: 'Email', address: known.email, isVerified: true });
  for (const address of phones) await add({ kind: 'PhoneNumber', address, isVerified: address === provenPhone });
}
