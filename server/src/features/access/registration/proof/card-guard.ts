import { HOUR, registration as limits } from '@florin/contract/limits';
import { addressCounter } from '../../../../core/throttle/address-counter.ts';
import { count, readCount } from '../../../../core/throttle/counter.ts';
import { refuse, type Call, type Refused } from '../../../../http/call.ts';
import { programFor } from '../../../../core/program/queries.ts';
import type { CaptchaDifficulty } from '../../../../ports/captcha/captcha.ts';
import { programWindowSeconds } from '../queries.ts';
import { cardCaptcha } from '../rules.ts';
import { secondsUntil } from '../../../../core/time.ts';
import { captchaProven } from '../../../../core/throttle/captcha-proven.ts';

type CardCall = Call<'verifyCard'>;

/** An attempt counted as refused before its number was checked. */
export interface CountedCard {
  /** The number was good: the count is taken back. */
  wasGood(): Promise<void>;
  /**
   * The number was refused: it counts for the program, too.
   * @returns the captcha of the next attempt, where this one needed a captcha
   */
  wasRefused(): Promise<{ Difficulty?: CaptchaDifficulty }>;
}

/**
 * Limits what Card/Verify discloses (reading 9; security design P23): refused numbers are counted by address prefix,
 * the third needs a captcha, and the sixth within an hour is not checked; many in one program make everyone there solve
 * a captcha.
 */
export async function countCardAttempt({
  context,
  client,
  input,
}: CardCall): Promise<CountedCard | Refused<'RECAPTCHA_LOCK' | 'TOO_MANY_REQUESTS'>> {
  const { db, keys, clock } = context;
  const now = clock.now();
  const program = await programFor(context, client.hostname);
  const ofAddress = addressCounter(keys, 'refused-cards-address', client.networks, HOUR);
  const ofProgram = { key: keys.mac('refused-cards-program', program.id), windowSeconds: programWindowSeconds };
  const isUnderAttack = (await readCount(db, ofProgram, now)).failures >= limits.captchaFromRefusedCardsOfProgram;

  const guard = async () => {
    const { failures, until } = await ofAddress.read(db, now);
    if (failures >= limits.refusedCardsPerHour)
      return refuse('TOO_MANY_REQUESTS', {}, { retryAfterSeconds: secondsUntil(until, now) + 1 });
    return { difficulty: cardCaptcha(failures, isUnderAttack) };
  };
  const before = await guard();
  if ('refused' in before) return before;
  const { difficulty } = before;
  if (
    difficulty !== null &&
    !(await captchaProven(context, client, {
      action: 'registration',
      token: input.body.recaptchaToken,
      minimumDifficulty: difficulty,
    }))
  )
    return refuse('RECAPTCHA_LOCK', { Difficulty: difficulty });
  const cap = difficulty === null ? limits.captchaFromRefusedCards : limits.refusedCardsPerHour;
  if (!(await ofAddress.count(db, now, cap))) {
    // Concurrent attempts from that prefix came first.
    const after = await guard();
    return 'refused' in after ? after : refuse('RECAPTCHA_LOCK', { Difficulty: after.difficulty ?? 1 });
  }
  return {
    wasGood: () => ofAddress.uncount(db),
    wasRefused: async () => {
      await count(db, ofProgram, now);
      if (difficulty === null) return {};
      const { failures } = await ofAddress.read(db, now);
      const next = cardCaptcha(failures, isUnderAttack);
      return next === null ? {} : { Difficulty: next };
    },
  };
}
