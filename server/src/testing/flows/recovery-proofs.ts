import { accessCode, recoveryConfirmation, resetLink } from '@florin/contract/limits';
import type { SentCode } from './person-codes.ts';
import type { RecoveryAct } from './recovery-flow.ts';

/** The events and their results, on which the proofs depend. */
export interface RecoveryEntry {
  at: number;
  act: RecoveryAct;
  outcome: string;
  /** The code that was sent. */
  sent: SentCode | null;
}

/**
 * The proofs that a new password requires, taken from the events before it, whatever the server decided: a live link,
 * opened in this browser, and the second proof of this browser.
 * @returns the missing proofs; null if there are none
 */
export function missingProof(
  before: readonly RecoveryEntry[],
  { act, at }: RecoveryEntry,
  by: 'text' | 'administrator',
): string | null {
  if (act.type !== 'reset') return 'the form';
  if (act.password !== 'new') return 'a good password';
  const opened = before.filter(({ outcome }) => outcome === 'opened')[act.flow];
  if (opened?.act.type !== 'open') return 'a link that was opened';
  return (
    linkMissing(before, opened.act.link, at) ??
    (by === 'text' ? textMissing(before, act.flow) : wordMissing(before, act.flow, opened.act.browser, at))
  );
}

function linkMissing(before: readonly RecoveryEntry[], link: number, at: number): string | null {
  const links = before.filter(({ outcome }) => outcome === 'link');
  const mailed = links[link];
  if (!mailed) return 'a link';
  if (links.slice(link + 1).some((later) => isSupersededBy(before, link, mailed, later)))
    return 'a link in use or newer';
  if (at >= mailed.at + resetLink.lifetimeSeconds * 1000) return 'a link of the last two hours';
  const since = before.slice(before.indexOf(mailed));
  if (since.some(({ outcome }) => outcome === 'session')) return 'a link that was not used';
  const isChanged = since.some((other) => other.act.type === 'password changed' && other.at > mailed.at);
  return isChanged ? 'a link that is newer than the password' : null;
}

/** A later link ends one that is older than ten minutes and was unopened until then. */
function isSupersededBy(before: readonly RecoveryEntry[], link: number, mailed: RecoveryEntry, later: RecoveryEntry) {
  const isOld = later.at >= mailed.at + resetLink.unopenedSeconds * 1000;
  const wasOpened = before
    .slice(0, before.indexOf(later))
    .some(({ act, outcome }) => outcome === 'opened' && act.type === 'open' && act.link === link);
  return isOld && !wasOpened;
}

/** A code entered in this flow, or in an earlier one of the same link and browser. */
function textMissing(before: readonly RecoveryEntry[], flow: number): string | null {
  const opened = before.filter(({ outcome }) => outcome === 'opened');
  const own = opened[flow]!;
  const counts = (proof: RecoveryEntry, other: number) =>
    other === flow || (isSameOpening(opened[other]!, own) && before.indexOf(proof) < before.indexOf(own));
  const proofs = before.filter(
    (entry) => entry.outcome === 'proven' && entry.act.type === 'enter' && counts(entry, entry.act.flow),
  );
  if (proofs.length === 0) return 'the second proof';
  return proofs.some((proof) => codeMissing(before.slice(0, before.indexOf(proof)), proof) === null)
    ? null
    : 'a code that was good';
}

const isSameOpening = ({ act: one }: RecoveryEntry, { act: other }: RecoveryEntry) =>
  one.type === 'open' && other.type === 'open' && one.link === other.link && one.browser === other.browser;

function codeMissing(before: readonly RecoveryEntry[], { act, at }: RecoveryEntry): string | null {
  if (act.type !== 'enter' || act.code === null) return 'a code';
  const { code, flow } = act;
  if (code.flow !== flow) return 'a code of this browser';
  if (at >= code.sentAt + accessCode.lifetimeSeconds * 1000) return 'a code of the last ten minutes';
  const since = before.slice(before.findIndex(({ sent }) => sent?.id === code.id) + 1);
  if (since.some(({ sent }) => sent?.flow === flow)) return 'the newest code';
  const tries = since.filter((other) => other.act.type === 'enter' && other.act.flow === flow);
  return tries.length >= accessCode.maxTries ? 'a code that was not guessed at five times' : null;
}

function wordMissing(before: readonly RecoveryEntry[], flow: number, browser: 0 | 1, at: number): string | null {
  const isTaken = before.some(({ act, outcome }) => outcome === 'proven' && act.type === 'enter' && act.flow === flow);
  if (!isTaken) return 'the second proof';
  const word = wordsIn(before).get(browser);
  if (word === undefined) return 'an administrator’s word to this browser, not used';
  return at >= word.at + day ? 'a word of the last day' : null;
}

const day = recoveryConfirmation.confirmedForSeconds * 1000;

/** The latest unused approval of each browser: an administrator approves the latest request without one. */
function wordsIn(before: readonly RecoveryEntry[]): Map<0 | 1, RecoveryEntry> {
  const words = new Map<0 | 1, RecoveryEntry>();
  const opened: (0 | 1)[] = [];
  let waiting: 0 | 1 | null = null;
  for (const entry of before) {
    const { act, outcome, at } = entry;
    if (act.type === 'open' && outcome === 'opened') opened.push(act.browser);
    if (outcome === 'session' || act.type === 'password changed') {
      words.clear();
      waiting = null;
    }
    if (act.type === 'send' && outcome === 'asked') {
      const asker = opened[act.flow]!;
      const word = words.get(asker);
      if (word === undefined || at >= word.at + day) waiting = asker;
    }
    if (act.type === 'administrator confirms' && outcome === 'done' && waiting !== null) words.set(waiting, entry);
  }
  return words;
}
