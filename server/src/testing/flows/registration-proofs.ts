import { DAY, invite, registration as limits } from '@florin/contract/limits';
import type { SentCode } from './person-codes.ts';
import type { RegistrationAct } from './registration-flow.ts';

/** The events and their results, on which the proofs depend. */
export interface RegistrationEntry {
  at: number;
  act: RegistrationAct;
  outcome: string;
  /** The code that was sent. */
  sent: SentCode | null;
  /** The registration that the act has begun or continued. */
  registration: number | null;
}

/**
 * The proofs that a registered card or an accepted invite requires, taken from the events before it, whatever the
 * server decided.
 * @param began when the invite was made
 * @returns the missing proofs; null if there are none
 */
export function missingProof(
  before: readonly RegistrationEntry[],
  entry: RegistrationEntry,
  began: number,
): string | null {
  const { act, at } = entry;
  if (act.type !== 'finish') return 'the last step';
  const own = before.filter(({ registration }) => registration === act.registration);
  const isFinished = before.some(
    (other) =>
      other.act.type === 'finish' &&
      other.act.registration === act.registration &&
      other.outcome !== 'REGISTRATION_EXPIRED',
  );
  if (isFinished) return 'a registration that is not over';
  const opened = own.findLast((other) => other.act.type === 'invite' && other.outcome === 'done');
  const proof = opened ?? own.find((other) => other.act.type === 'code' && other.outcome === 'done');
  if (!proof) return 'a proof';
  if (at >= proof.at + limits.lifetimeSeconds * 1000) return 'a proof of the last half hour';
  return opened ? inviteMissing(before, opened, began) : cardMissing(before, proof);
}

const happened = (before: readonly RegistrationEntry[], type: RegistrationAct['type']) =>
  before.some(({ act }) => act.type === type);
/** Whether a registration of that kind was finished. */
const isDone = (before: readonly RegistrationEntry[], by: 'invite' | 'card') =>
  before.some(({ act, outcome }) => {
    if (act.type !== 'finish' || outcome !== 'done') return false;
    const begun = before.find((other) => other.registration === act.registration);
    return begun?.act.type === by;
  });

function inviteMissing(before: readonly RegistrationEntry[], opened: RegistrationEntry, began: number): string | null {
  if (opened.at >= began + invite.lifetimeSeconds * 1000) return 'an invite of the last week';
  if (isDone(before, 'invite')) return 'an invite that nobody has accepted';
  return happened(before, 'invite revoked') ? 'an invite that holds' : null;
}

function cardMissing(before: readonly RegistrationEntry[], proof: RegistrationEntry): string | null {
  if (isDone(before, 'card')) return 'a card that nobody has';
  if (happened(before, 'card closed')) return 'a card that is open';
  if (proof.act.type !== 'code' || proof.act.code === null) return 'a code';
  const { code, isOwnCard, isSolved } = proof.act;
  if (!isOwnCard) return 'the number of the card';
  if (code.flow !== proof.registration) return 'a code of this browser';
  if (proof.at >= code.sentAt + limits.verificationCodeLifetimeSeconds * 1000) return 'a code of the last half hour';
  const until = before.slice(0, before.indexOf(proof));
  const since = until.slice(until.findIndex(({ sent }) => sent?.id === code.id) + 1);
  if (since.some(({ sent }) => sent?.flow === code.flow)) return 'the newest code';
  return guessMissing(until, proof.at, isSolved);
}

/** The guesses at the card in the current day, and since the last correct code, over all browsers. */
function guessMissing(until: readonly RegistrationEntry[], at: number, isSolved: boolean): string | null {
  let [wrong, since, inAll] = [0, -Infinity, 0];
  for (const { act, outcome, at: then } of until) {
    if (act.type !== 'code' || !act.isOwnCard) continue;
    const isGuess = outcome === 'VERIFICATION_CODE_INVALID';
    if (!isGuess && outcome !== 'done') continue;
    if (wrong < limits.lockFromWrongCodes && since <= then - DAY * 1000) [wrong, since] = [0, then];
    if (isGuess) wrong += 1;
    inAll = isGuess ? inAll + 1 : 0;
  }
  if (wrong < limits.lockFromWrongCodes && since <= at - DAY * 1000) wrong = 0;
  if (wrong >= limits.lockFromWrongCodes || inAll >= limits.lockFromWrongCodesEver) return 'a card that is not locked';
  return wrong >= limits.captchaFromWrongCodes && !isSolved ? 'a captcha' : null;
}
