import type { Role } from '@florin/contract/access/session';
import { roleOf, type Permission } from '@florin/contract/permissions';
import { readAmount } from '../../kit/forms/read-amount.ts';

export type VerbId =
  | 'freeze'
  | 'unfreeze'
  | 'replace'
  | 'pin'
  | 'close'
  | 'fund'
  | 'takeBack'
  | 'issue'
  | 'approve'
  | 'reject'
  | 'ask'
  | 'askLimit';

interface Verb {
  id: VerbId;
  /** How people call it; the first one is its own. */
  words: readonly string[];
  /** What has to be chosen for it. */
  of: 'card' | 'person' | 'request';
  /** The permissions for it, one of each role that has it. */
  permissions: readonly Permission[];
}

/** The acts that need something to act on, which the palette lets a person choose. */
const verbs: readonly Verb[] = [
  {
    id: 'freeze',
    words: ['freeze', 'pause', 'block'],
    of: 'card',
    permissions: ['cards.freeze', 'own-cards.freeze'],
  },
  {
    id: 'unfreeze',
    words: ['unfreeze', 'unblock', 'resume'],
    of: 'card',
    permissions: ['cards.freeze', 'own-cards.freeze'],
  },
  {
    id: 'replace',
    words: ['replace', 'lost', 'stolen', 'damaged'],
    of: 'card',
    permissions: ['cards.replace', 'own-cards.replace'],
  },
  {
    id: 'pin',
    words: ['pin', 'set pin', 'change pin', 'reset pin'],
    of: 'card',
    permissions: ['cards.set-pin', 'own-cards.set-pin'],
  },
  {
    id: 'close',
    words: ['close', 'cancel'],
    of: 'card',
    permissions: ['cards.close', 'own-cards.close'],
  },
  {
    id: 'fund',
    words: ['fund', 'add', 'give', 'fill', 'top'],
    of: 'card',
    permissions: ['card-funding.run'],
  },
  { id: 'takeBack', words: ['take', 'defund'], of: 'card', permissions: ['card-funding.run'] },
  { id: 'issue', words: ['issue'], of: 'person', permissions: ['cards.issue'] },
  { id: 'approve', words: ['approve', 'allow'], of: 'request', permissions: ['requests.decide'] },
  { id: 'reject', words: ['reject', 'deny'], of: 'request', permissions: ['requests.decide'] },
  { id: 'ask', words: ['request', 'ask', 'fund'], of: 'card', permissions: ['requests.make'] },
  {
    id: 'askLimit',
    words: ['limit', 'raise', 'request', 'ask'],
    of: 'card',
    permissions: ['requests.make'],
  },
];

export const verbOf = (id: VerbId): Verb => verbs.find((verb) => verb.id === id)!;

/** The permission that a role needs for an act; undefined where it has no such act. */
export const permissionFor = (id: VerbId, role: Role): Permission | undefined =>
  verbOf(id).permissions.find((permission) => roleOf(permission) === role);

/** What stands between a verb and its object. */
const fillers = new Set('a an the card cards for to of from on up back request requests money funds more'.split(' '));
const leastLetters = 2;

export interface TypedVerb {
  id: VerbId;
  /** The word is typed in full: the act comes before the pages. */
  isWhole: boolean;
  /** The rest: a part of the name of a card, a person or a reason; empty where none is typed. */
  who: string;
}

/** The acts that a text begins to name, for a role. A part of their words names an act only while nothing follows it. */
export function readVerbs(text: string, role: Role): TypedVerb[] {
  const [first = '', ...rest] = text.trim().toLowerCase().split(/\s+/);
  if (first.length < leastLetters) return [];
  const meant = rest
    .filter((word) => !fillers.has(word))
    .map((word) => word.replace(/^[·•*.]+/, ''))
    .filter((word) => word !== '');
  const named = [first, ...meant].join(' ');
  return verbs.flatMap(({ id, words }): TypedVerb[] => {
    if (permissionFor(id, role) === undefined) return [];
    const whole = words.find((word) => `${named} `.startsWith(`${word} `));
    if (whole !== undefined) return [{ id, isWhole: true, who: named.slice(whole.length + 1) }];
    const isBegun = rest.length === meant.length && words.some((word) => word.startsWith(named));
    return isBegun ? [{ id, isWhole: false, who: '' }] : [];
  });
}

/**
 * Whose request is meant, and with what amount: 'priya 20' is one of Priya for $20. The last number is the amount, in
 * minor units; null where there is none.
 */
export function readAsked(text: string): { who: string; amount: number | null } {
  const words = text.split(/\s+/);
  const at = words.findLastIndex((word) => /^\$?\d/.test(word) && readAmount(word, 2) != null);
  if (at === -1) return { who: text, amount: null };
  return { who: words.toSpliced(at, 1).join(' '), amount: readAmount(words[at]!, 2)! };
}
