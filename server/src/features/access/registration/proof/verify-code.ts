import { registration as limits } from '@florin/contract/limits';
import type { Database } from '../../../../db/open.ts';
import { inTransaction } from '../../../../db/transaction.ts';
import { refuse, type Call, type Handler } from '../../../../http/call.ts';
import { originOf, recordEvent } from '../../../../core/audit/events.ts';
import { readHolder } from '../../../../core/cards/holder.ts';
import { Pan } from '../../../../core/cards/vault/pan.ts';
import { findCardByNumber } from '../../../../core/cards/vault/vault.ts';
import { allowedCountries } from '../../../../core/people/phone-countries.ts';
import { afterSeconds } from '../../../../core/time.ts';
import { captchaProven } from '../../../../core/throttle/captcha-proven.ts';
import type { RegistrationProof } from '../../../../db/schema.ts';
import { countTry, refundTry, type Counted, type Tally } from '../../../../identity/attempts/attempts.ts';
import { tryCode } from '../../../../identity/codes/one-time-code.ts';
import { ungrouped } from '../../../../identity/codes/rules.ts';
import { newBrowserSecret, registrationCookieChange } from '../../../../identity/registrations/browser.ts';
import { registrationOfBrowser, type Registration } from '../../../../identity/registrations/find-registration.ts';
import { visitorOf } from '../../../../identity/registrations/visitor.ts';
import { flowToken, proving } from './prove.ts';
import { cardTally, lockCardToRegister, readCardToRegister, wrongCodesNow, type CardToRegister } from '../queries.ts';
import { codeGuard, verificationWay } from '../rules.ts';

type CodeCall = Call<'verifyRegistrationCode'>;

const captchaDifficulty = 2;

/**
 * POST Code/Verify. The card's wrong codes of the day are counted over all browsers, before the code is compared: the
 * sixth needs a captcha, and the eleventh locks the card until an administrator unlocks it (reading 9), as does the
 * twenty-first of all days without a correct one in between.
 */
export const verifyRegistrationCode: Handler<'verifyRegistrationCode'> = async (call) => {
  const { context, client, input } = call;
  const { db } = context;
  const now = context.clock.now();
  const registration = await registrationOfBrowser(db, await visitorOf(context, client), now);
  if (registration?.step !== 'CODE' || registration.cardId === null) return refuse('REGISTRATION_EXPIRED');
  const pan = Pan.parse(input.body.cardNumber);
  const { cardId } = registration;
  // Another card than the one this browser has begun with.
  if (!pan || (await findCardByNumber(db, context, pan)) !== cardId) return refuse('VERIFICATION_CODE_INVALID');

  const guard = guardOf((await readCardToRegister(db, cardId))!, now);
  if (guard === 'locked') return refuse('VERIFICATION_LOCKED');
  const isSolved =
    guard === 'captcha' &&
    (await captchaProven(context, client, {
      action: 'registration',
      token: input.body.recaptchaToken,
      minimumDifficulty: captchaDifficulty,
    }));
  if (guard === 'captcha' && !isSolved) return captchaNeeded();
  const browserSecret = newBrowserSecret();
  const proven = await inTransaction(db, (tx) => prove(tx, call, { registration, cardId, isSolved, browserSecret }));
  if ('refused' in proven) return proven;
  call.setCookie(registrationCookieChange(browserSecret));
  return { status: 200, body: flowToken(context, browserSecret, proven) };
};

const captchaNeeded = () => refuse('RECAPTCHA_LOCK', { Difficulty: captchaDifficulty });
const guardOf = (card: CardToRegister, now: Date) => codeGuard(wrongCodesNow(card, now));

interface Proving {
  registration: Registration;
  cardId: string;
  /** The call has a solved captcha. */
  isSolved: boolean;
  /** Of the proven registration. */
  browserSecret: string;
}

/** Compares the code and, if it is correct, moves the registration on, once among concurrent calls. */
async function prove(tx: Database, call: CodeCall, { registration, cardId, isSolved, browserSecret }: Proving) {
  const { context, input, receivedAt } = call;
  const { id, businessId, programId } = registration;
  const now = context.clock.now();
  const card = await lockCardToRegister(tx, cardId);
  // A copy of the call that has proven the card meanwhile is no wrong code.
  const { step } = await tx.selectFrom('registration').select('step').where('id', '=', id).executeTakeFirstOrThrow();
  if (step !== 'CODE') return refuse('REGISTRATION_EXPIRED');
  const holder = await readHolder(tx, context, { cardId, programId });
  const way = holder && verificationWay(card, holder.details, allowedCountries(context.config));
  const tally = cardTally(cardId, isSolved ? limits.lockFromWrongCodes : limits.captchaFromWrongCodes, now);
  const expiresAt = afterSeconds(now, limits.lifetimeSeconds);
  const advance = (by: RegistrationProof) => proving(tx, browserSecret, { id, by, expiresAt });
  const code = ungrouped(input.body.verificationCode);
  const tried =
    way === 'BIRTH_YEAR'
      ? await tryYear(tx, tally, code === holder!.details.dateOfBirth!.slice(0, 4), advance(way))
      : await tryCode(tx, context, { flow: { purpose: 'Registration', id }, tally, code, receivedAt, advance });
  // Concurrent calls have tried the card.
  if (tried.is === 'locked') return guardOf(card, now) === 'locked' ? refuse('VERIFICATION_LOCKED') : captchaNeeded();
  if (tried.is !== 'proven') {
    if ('counted' in tried) await recordWrong(tx, call, registration, cardId, tried.counted);
    return refuse('VERIFICATION_CODE_INVALID');
  }
  const details = { by: tried.by, card: cardId, invite: null };
  await recordEvent(tx, context, originOf(call), { type: 'registration_proven', details, businessId });
  return { ...registration, expiresAt };
}

async function recordWrong(
  tx: Database,
  call: CodeCall,
  { businessId }: Registration,
  card: string,
  { failures, isFull }: Counted,
) {
  const { context } = call;
  const fail = { type: 'registration_code_fail', details: { card, failures }, businessId } as const;
  await recordEvent(tx, context, originOf(call), fail);
  if (!isFull) return;
  await recordEvent(tx, context, originOf(call), { type: 'registration_code_lock', details: { card }, businessId });
}

/** The year of birth instead of a code (reading 9): counted before it is compared, like one. */
async function tryYear(tx: Database, tally: Tally, isRight: boolean, advance: ReturnType<typeof proving>) {
  const counted = await countTry(tx, tally);
  if (!counted) return { is: 'locked' } as const;
  if (!isRight || !(await advance.executeTakeFirst())) return { is: 'wrong', counted } as const;
  await refundTry(tx, tally);
  return { is: 'proven', by: 'BIRTH_YEAR' } as const;
}
