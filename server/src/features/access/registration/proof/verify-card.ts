import { registration as limits } from '@florin/contract/limits';
import { newId } from '../../../../db/ids.ts';
import type { Database } from '../../../../db/open.ts';
import { inTransaction } from '../../../../db/transaction.ts';
import { isRefused, refuse, type Call, type Handler } from '../../../../http/call.ts';
import { originOf, recordEvent, type EventDetails } from '../../../../core/audit/events.ts';
import { Pan } from '../../../../core/cards/vault/pan.ts';
import { findCardByNumber } from '../../../../core/cards/vault/vault.ts';
import { allowedCountries } from '../../../../core/people/phone-countries.ts';
import {
  hashBrowserSecret,
  newBrowserSecret,
  registrationCookieChange,
} from '../../../../identity/registrations/browser.ts';
import { countCardAttempt } from './card-guard.ts';
import { deliveryProblem } from '../../../../identity/codes/delivery.ts';
import { registrationOfBrowser } from '../../../../identity/registrations/find-registration.ts';
import { readHolder, type Holder } from '../../../../core/cards/holder.ts';
import { readCardToRegister, type CardToRegister } from '../queries.ts';
import { cardProblem, verificationWay, type VerificationWay } from '../rules.ts';
import { sendVerificationCode } from './send-code.ts';
import { visitorOf, type Visitor } from '../../../../identity/registrations/visitor.ts';
import { afterSeconds } from '../../../../core/time.ts';

type CardCall = Call<'verifyCard'>;

/** POST Card/Verify: begins the registration of this browser and sends the verification code. */
export const verifyCard: Handler<'verifyCard'> = async (call) => {
  const { context, input } = call;
  const pan = Pan.parse(input.body.cardNumber);
  if (!pan) return refuse('VALIDATION', { Fields: [{ Field: 'cardNumber', Problem: 'format' }] });
  const counted = await countCardAttempt(call);
  if (isRefused(counted)) return counted;

  const found = await registrable(call, pan);
  if ('reason' in found) {
    const next = await counted.wasRefused();
    const details = { reason: found.reason, card: found.card?.id ?? null };
    const event = { type: 'registration_card_refused', details, businessId: found.card?.businessId ?? null } as const;
    await recordEvent(context.db, context, originOf(call), event);
    return refuse('CARD_NOT_FOUND', next);
  }
  await counted.wasGood();
  const visitor = await visitorOf(context, call.client);
  const { browserSecret, sent } = await inTransaction(context.db, (tx) => begin(tx, call, found, visitor));
  call.setCookie(registrationCookieChange(browserSecret));
  if (sent === null) return begun();
  if (!isRefused(sent))
    return (await deliveryProblem(context, originOf(call), sent)) ?? begun({ resendInSeconds: sent.resendInSeconds });
  // The previous code still works.
  if (sent.refused !== 'RESEND_LIMIT_REACHED') return sent;
  const wait = sent.retryAfterSeconds ?? 0;
  return begun({ heldBackSeconds: wait, resendInSeconds: wait });
};

const begun = (waits: { heldBackSeconds?: number; resendInSeconds?: number } = {}) => ({
  status: 200 as const,
  body: { heldBackSeconds: 0, resendInSeconds: 0, ...waits },
});

interface Registrable {
  card: CardToRegister;
  holder: Holder;
  way: VerificationWay;
}
type NotRegistrable = { reason: EventDetails['registration_card_refused']['reason']; card: CardToRegister | null };

async function registrable({ context }: CardCall, pan: Pan): Promise<Registrable | NotRegistrable> {
  const { db } = context;
  const cardId = await findCardByNumber(db, context, pan);
  const card = cardId === null ? undefined : await readCardToRegister(db, cardId);
  if (!card) return { reason: 'unknown', card: null };
  const problem = cardProblem({ ...card, isRegistered: card.membershipId !== null });
  if (problem !== null) return { reason: problem, card };
  const holder = await readHolder(db, context, { cardId: card.id, programId: card.programId });
  const way = holder && verificationWay(card, holder.details, allowedCountries(context.config));
  return holder && way ? { card, holder, way } : { reason: 'unreachable', card };
}

/** Entering the same card again continues the same registration. */
async function begin(tx: Database, call: CardCall, { card, holder, way }: Registrable, visitor: Visitor) {
  const { context, client } = call;
  const now = context.clock.now();
  const known = client.registrationSecret;
  const current = await registrationOfBrowser(tx, visitor, now);
  const goesOn = known !== null && current?.step === 'CODE' && current.cardId === card.id;
  const browserSecret = goesOn ? known : newBrowserSecret();
  const registrationId = goesOn ? current.id : newId(now.getTime());
  if (!goesOn)
    await tx
      .insertInto('registration')
      .values({
        id: registrationId,
        browser_hash: hashBrowserSecret(browserSecret)!,
        token_hash: null,
        card_id: card.id,
        invite_id: null,
        person_id: visitor.personId,
        step: 'CODE',
        proven_by: null,
        created_at: now,
        expires_at: afterSeconds(now, limits.lifetimeSeconds),
      })
      .execute();
  if (way === 'BIRTH_YEAR') return { browserSecret, sent: null };
  const sent = await sendVerificationCode(tx, context, originOf(call), { registrationId, card, holder, way });
  return { browserSecret, sent };
}
