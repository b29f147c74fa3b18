import { registration as limits } from '@florin/contract/limits';
import type { verifyRegistrationCode as contract } from '@florin/contract/registration';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { isRefused, refuse, type Call, type Handler, type Refused } from '../../../http/call.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { Pan } from '../../../core/cards/pan.ts';
import { findCardByNumber } from '../../../core/cards/vault.ts';
import { allowedCountries } from '../../../core/people/phone-countries.ts';
import { registrationCookieChange } from '../../../identity/registrations/browser.ts';
import { captchaProven } from './captcha.ts';
import { registrationOfBrowser, type Registration } from '../../../identity/registrations/find-registration.ts';
import { flowToken, prove } from './prove.ts';
import { readHolder } from '../../../core/cards/holder.ts';
import { countCode, isCodeLocked, readCard, uncountCode, wrongCodesNow } from './queries.ts';
import { codeGuard, verificationWay, type VerificationWay } from './rules.ts';
import { isRightVerificationCode } from './send-code.ts';
import { visitorOf } from '../../../identity/registrations/visitor.ts';

type CodeCall = Call<typeof contract>;
type Counted = NonNullable<Awaited<ReturnType<typeof countCode>>>;

/**
 * POST Code/Verify. The card's wrong codes of the day are counted over all browsers, before the code is compared; from
 * the sixth on a captcha is needed, and the eleventh finds the card locked until an administrator lifts it (reading 9). So
 * does the twenty-first of any days with no right one between.
 */
export const verifyCode: Handler<typeof contract> = async (call) => {
  const { context, client, input } = call;
  const { db } = context;
  const now = context.clock.now();
  const registration = await registrationOfBrowser(db, await visitorOf(context, client), now);
  if (registration?.step !== 'CODE' || registration.cardId === null) return refuse('REGISTRATION_EXPIRED');
  const pan = Pan.parse(input.body.cardNumber);
  const { cardId } = registration;
  // Another card than the one this browser has begun with.
  if (!pan || (await findCardByNumber(db, context, pan)) !== cardId) return refuse('VERIFICATION_CODE_INVALID');

  const admitted = await admitCode(call, cardId);
  if (isRefused(admitted)) return admitted;
  const proven = await inTransaction(db, (tx) => check(tx, call, registration, cardId));
  if (proven) {
    call.setCookie(registrationCookieChange(client.registrationSecret));
    return { status: 200, body: flowToken(context, client.registrationSecret!, proven) };
  }
  await recordWrong(call, registration, cardId, admitted.counts);
  return refuse('VERIFICATION_CODE_INVALID');
};

async function admitCode(
  { context, client, input }: CodeCall,
  cardId: string,
): Promise<{ counts: Counted } | Refused<'VERIFICATION_LOCKED' | 'RECAPTCHA_LOCK'>> {
  const now = context.clock.now();
  const standing = async () => codeGuard(wrongCodesNow((await readCard(context.db, cardId))!, now));
  const guard = await standing();
  if (guard === 'locked') return refuse('VERIFICATION_LOCKED');
  const isProven =
    guard === 'captcha' && (await captchaProven(context, client, input.body.recaptchaToken, captchaDifficulty));
  if (guard === 'captcha' && !isProven) return refuse('RECAPTCHA_LOCK', { Difficulty: captchaDifficulty });
  const admitsBelow = isProven ? limits.lockFromWrongCodes : limits.captchaFromWrongCodes;
  const counts = await countCode(context.db, cardId, admitsBelow, now);
  if (counts !== null) return { counts };
  // Others have tried the card in between.
  return (await standing()) === 'locked'
    ? refuse('VERIFICATION_LOCKED')
    : refuse('RECAPTCHA_LOCK', { Difficulty: captchaDifficulty });
}

const captchaDifficulty = 2;

/** Compares the code and, where it is right, moves the registration on: once, whoever else has the same code. */
async function check(
  tx: Database,
  call: CodeCall,
  registration: Registration,
  cardId: string,
): Promise<Registration | null> {
  const { context, client, input } = call;
  const card = (await readCard(tx, cardId))!;
  const holder = await readHolder(tx, context, { cardId, programId: registration.programId });
  const way = holder && verificationWay(card, holder.details, allowedCountries(context.config));
  const typed = input.body.verificationCode.normalize('NFKC').replaceAll(/[\s\p{Dash}]/gu, '');
  const provenBy =
    way === 'BIRTH_YEAR'
      ? holder!.details.dateOfBirth!.slice(0, 4) === typed && way
      : await useCode(tx, context, registration.id, typed);
  if (!provenBy) return null;
  const proven = await prove(tx, context, client.registrationSecret!, registration, provenBy);
  if (!proven) return null;
  await uncountCode(tx, cardId);
  const details = { by: provenBy, card: cardId, invite: null };
  const { businessId } = registration;
  await recordEvent(tx, context, originOf(call), { type: 'registration_proven', details, businessId });
  return proven;
}

/** Uses the live code up if it is the right one. */
async function useCode(
  tx: Database,
  context: Context,
  registrationId: string,
  typed: string,
): Promise<Exclude<VerificationWay, 'BIRTH_YEAR'> | null> {
  const now = context.clock.now();
  const live = await tx
    .selectFrom('verification_code')
    .select(['id', 'code_mac'])
    .where('registration_id', '=', registrationId)
    .where('used_at', 'is', null)
    .where('superseded_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!live || !isRightVerificationCode(context, live.code_mac, registrationId, typed)) return null;
  const used = await tx
    .updateTable('verification_code')
    .set({ used_at: now })
    .where('id', '=', live.id)
    .where('used_at', 'is', null)
    .where('superseded_at', 'is', null)
    .returning('channel')
    .executeTakeFirst();
  return used?.channel ?? null;
}

function recordWrong(call: CodeCall, { businessId }: Registration, card: string, counts: Counted) {
  const { context } = call;
  const failures = counts.wrongCodes;
  return inTransaction(context.db, async (tx) => {
    const fail = { type: 'registration_code_fail', details: { card, failures }, businessId } as const;
    await recordEvent(tx, context, originOf(call), fail);
    if (!isCodeLocked(counts)) return;
    await recordEvent(tx, context, originOf(call), { type: 'registration_code_lock', details: { card }, businessId });
  });
}
