import { accessCode, authenticator, mfaSession } from '@florin/contract/limits';
import type { SentCode } from './person-codes.ts';
import type { SignInAct } from './sign-in-flow.ts';

/** The events and their results, on which the proofs depend. */
export interface SignInEntry {
  at: number;
  act: SignInAct;
  outcome: string;
  /** The code that was sent. */
  sent: SentCode | null;
}

type Entry<T extends SignInAct['type']> = SignInEntry & { act: SignInAct & { type: T } };
const isOf = <T extends SignInAct['type']>(entry: SignInEntry, type: T): entry is Entry<T> => entry.act.type === type;

/**
 * The proofs that a sign-in requires, taken from the events before it, whatever the server decided.
 * @returns the missing proofs; null if there are none
 */
export function missingProof(before: readonly SignInEntry[], entry: SignInEntry): string | null {
  const { act, at } = entry;
  if (act.type === 'passkey')
    return passkeyMissing(before, act) ?? (act.pending === null ? null : passwordMissing(before, act.pending, at));
  if (act.type !== 'enter' && act.type !== 'totp' && act.type !== 'backup') return 'any second factor';
  return passwordMissing(before, act.pending, at) ?? factorMissing(before, act, at);
}

function passwordMissing(before: readonly SignInEntry[], pending: number, at: number): string | null {
  const begun = before.filter(({ outcome }) => outcome === 'pending')[pending];
  if (!begun || !isOf(begun, 'password') || !begun.act.right) return 'the password';
  if (at >= begun.at + mfaSession.lifetimeSeconds * 1000) return 'a password that was proven lately';
  if (before.some((other) => isOf(other, 'password changed') && other.at > begun.at)) return 'the current password';
  const isSpent = before.some(
    ({ act, outcome }) => outcome === 'session' && 'pending' in act && act.pending === pending,
  );
  return isSpent ? 'a sign-in that is not over' : null;
}

function factorMissing(
  before: readonly SignInEntry[],
  act: SignInAct & { type: 'enter' | 'totp' | 'backup' },
  at: number,
): string | null {
  if (act.type === 'enter') return codeMissing(before, act, at);
  const sessions = before.filter(({ outcome }) => outcome === 'session');
  if (act.type === 'backup') {
    if (act.code === null) return 'a backup code';
    return sessions.some((other) => isOf(other, 'backup') && other.act.code === act.code)
      ? 'an unused backup code'
      : null;
  }
  const step = Math.floor(at / 1000 / authenticator.stepSeconds);
  if (act.step === null || Math.abs(act.step - step) > 1) return 'a code of this time';
  const isOld = sessions.some((other) => isOf(other, 'totp') && other.act.step! >= act.step!);
  return isOld ? 'a code that was not shown before' : null;
}

function codeMissing(before: readonly SignInEntry[], act: SignInAct & { type: 'enter' }, at: number): string | null {
  if (!act.own) return 'the name';
  const { code } = act;
  if (code === null) return 'a code';
  if (code.flow !== act.pending) return 'a code of this sign-in';
  if (at >= code.sentAt + accessCode.lifetimeSeconds * 1000) return 'a code of the last ten minutes';
  const sending = before.findIndex(({ sent }) => sent?.id === code.id);
  if (sending < 0) return 'a code that was sent';
  const since = before.slice(sending + 1);
  if (since.some(({ sent }) => sent?.flow === act.pending)) return 'the newest code';
  const tries = since.filter((other) => isOf(other, 'enter') && other.act.pending === act.pending && other.act.own);
  return tries.length >= accessCode.maxTries ? 'a code that was not guessed at five times' : null;
}

function passkeyMissing(before: readonly SignInEntry[], act: SignInAct & { type: 'passkey' }): string | null {
  if (!act.recognised) return 'the owner';
  if (act.challenge.madeFor !== act.pending) return 'a challenge of this sign-in';
  const isUsed = before.some((other) => isOf(other, 'passkey') && other.act.challenge.id === act.challenge.id);
  return isUsed ? 'a new challenge' : null;
}
