import { inTransaction } from '../../../db/transaction.ts';
import { isRefused, refuse, type Handler } from '../../../http/call.ts';
import { originOf } from '../../../core/audit/events.ts';
import { allowedCountries } from '../../../core/people/phone-countries.ts';
import { deliveryProblem } from '../../../identity/codes/delivery.ts';
import { registrationOfBrowser } from '../../../identity/registrations/find-registration.ts';
import { readHolder } from '../../../core/cards/holder.ts';
import { flowToken } from './proof/prove.ts';
import { contactsToAsk } from './answer.ts';
import { finishedInBrowser, readCardToRegister } from './queries.ts';
import { verificationWay } from './rules.ts';
import { codeWait, sendVerificationCode } from './proof/send-code.ts';
import { visitorOf } from '../../../identity/registrations/visitor.ts';

/** POST resume: this browser's registration, with its flow token if the card or the invite is proven. */
export const resumeRegistration: Handler<'resumeRegistration'> = async ({ context, client }) => {
  const secret = client.registrationSecret;
  const now = context.clock.now();
  const found = await registrationOfBrowser(context.db, await visitorOf(context, client), now);
  if (!found) return refuse('REGISTRATION_EXPIRED');
  const isProven = found.step === 'DETAILS';
  const { id: registrationId, cardId, programId } = found;
  const resendInSeconds =
    isProven || cardId === null ? 0 : await codeWait(context.db, context, { registrationId, cardId, programId });
  return {
    status: 200,
    body: {
      step: isProven ? 'details' : 'verificationCode',
      mode: found.inviteId === null ? 'default' : 'invite',
      cardLast4: found.cardLast4,
      token: isProven ? flowToken(context, secret!, found) : null,
      resendInSeconds,
    },
  };
};

/** POST resend-code: a new verification code for this browser's registration. */
export const resendVerificationCode: Handler<'resendVerificationCode'> = async (call) => {
  const { context, client } = call;
  const visitor = await visitorOf(context, client);
  const sent = await inTransaction(context.db, async (tx) => {
    const found = await registrationOfBrowser(tx, visitor, context.clock.now());
    if (found?.step !== 'CODE' || found.cardId === null) return refuse('REGISTRATION_EXPIRED');
    const card = (await readCardToRegister(tx, found.cardId))!;
    const holder = await readHolder(tx, context, { cardId: card.id, programId: card.programId });
    const way = holder && verificationWay(card, holder.details, allowedCountries(context.config));
    if (!holder || !way) return refuse('REGISTRATION_EXPIRED');
    // Nothing can be sent: the person knows their year of birth.
    if (way === 'BIRTH_YEAR') return null;
    return sendVerificationCode(tx, context, originOf(call), { registrationId: found.id, card, holder, way });
  });
  if (sent === null) return { status: 200, body: { resendInSeconds: 0 } };
  if (isRefused(sent)) return sent;
  const { resendInSeconds } = sent;
  return (await deliveryProblem(context, originOf(call), sent)) ?? { status: 200, body: { resendInSeconds } };
};

/** GET finished: the name and the contacts, for as long as the registration would have lasted (decision 026). */
export const finishedRegistration: Handler<'finishedRegistration'> = async ({ context, client }) => {
  const found = await finishedInBrowser(context.db, await visitorOf(context, client), context.clock.now());
  if (!found) return refuse('REGISTRATION_EXPIRED');
  const { firstName, ...of } = found;
  return { status: 200, body: { firstName, ...(await contactsToAsk(context.db, context, of)) } };
};
