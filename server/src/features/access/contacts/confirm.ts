import { isRefused, refuse, type CookieChange, type Handler } from '../../../http/call.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { contactsOf } from '../../../core/people/contacts.ts';
import { readProver } from '../../../identity/attempts/attempts.ts';
import { sentAnswer } from '../../../identity/codes/delivery.ts';
import { allowedCountries } from '../../../core/people/phone-countries.ts';
import { proveCode, replacedAnswer } from '../../../identity/codes/prove-code.ts';
import { digitsOf } from '../../../identity/codes/rules.ts';
import { sendAccessCode } from '../../../identity/codes/send-code.ts';
import { isTextable } from '../../../core/people/textable-phone.ts';
import { notifyChange } from '../../../core/notices/notify-change.ts';
import { rotateToken } from '../../../identity/sessions/rotate.ts';
import { forgetSessions } from '../../../identity/sessions/session-cache.ts';
import { underLock } from '../../../identity/step-up/make-change.ts';
import { unlessGone } from './add.ts';
import { confirmation, shownContact } from './queries.ts';

/** POST /api/contacts/{id}/send-code: to one of the person's own unconfirmed addresses. */
export const sendContactCode: Handler<'sendContactCode'> = async (call) => {
  const { context, caller: session, input } = call;
  const origin = originOf(call);
  const sent = await underLock(call, async (tx, person) => {
    const { id } = input.params;
    const contact = (await contactsOf(tx, context, person.id)).find((each) => each.id === id);
    if (!contact || contact.verified) return refuse('NOT_FOUND');
    if (contact.kind === 'PhoneNumber' && !isTextable(contact.address, allowedCountries(context.config)))
      return refuse('PHONE_NOT_ALLOWED');
    const result = await sendAccessCode(tx, context, origin, {
      flow: { purpose: 'ContactConfirmation', id },
      person,
      prover: await readProver(tx, context, session),
      kind: contact.kind,
      because: 'asked',
    });
    return isRefused(result) ? unlessGone(result) : result;
  });
  return sentAnswer(context, origin, sent);
};

/** POST /api/contacts/{id}/confirm: from now on codes can go there, and every address is notified. */
export const confirmContact: Handler<'confirmContact'> = async (call) => {
  const { context, caller: session, input } = call;
  const origin = originOf(call);
  const code = digitsOf(input.body.code);
  if (code === null) return refuse('InvalidCodeFormat');
  let cookies: CookieChange[] = [];
  const decision = await underLock(call, async (tx, person) => {
    const { id } = input.params;
    const personId = person.id;
    const contact = (await contactsOf(tx, context, personId)).find((each) => each.id === id);
    if (!contact) return refuse('NOT_FOUND');
    if (!contact.verified) {
      const outcome = await proveCode(tx, context, origin, {
        flow: { purpose: 'ContactConfirmation', id },
        person,
        prover: await readProver(tx, context, session),
        code,
        receivedAt: call.receivedAt,
        advance: confirmation(tx, context, id),
        over: refuse('MFA_INVALID_CODE'),
      });
      if (!('proven' in outcome)) return outcome;
      const { kind: channel, address, addedLater } = contact;
      const details = { channel, onFile: !addedLater };
      await recordEvent(tx, context, origin, { type: 'contact_confirmed', details, personId });
      await notifyChange(tx, context, personId, { type: 'contactConfirmed', address });
      cookies = await rotateToken(tx, call);
    }
    return { contact: await shownContact(tx, context, personId, id) };
  });
  if ('contact' in decision) {
    forgetSessions(context, [session.id]);
    for (const cookie of cookies) call.setCookie(cookie);
    return { status: 200, body: decision.contact };
  }
  return isRefused(decision) ? decision : replacedAnswer(context, origin, decision);
};
