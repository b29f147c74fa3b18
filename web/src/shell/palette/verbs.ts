import type { Permission } from '@florin/contract/permissions';

export type VerbId =
  | 'freeze'
  | 'unfreeze'
  | 'replace'
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
  /** The permission of each role that knows it. */
  permission: Partial<Record<'ADMIN' | 'CARDHOLDER', Permission>>;
}

/** The acts that need something to act on, which the palette lets a person choose. */
export const verbs: readonly Verb[] = [
  {
    id: 'freeze',
    words: ['freeze', 'pause', 'block'],
    of: 'card',
    permission: { ADMIN: 'cards.freeze', CARDHOLDER: 'own-cards.freeze' },
  },
  {
    id: 'unfreeze',
    words: ['unfreeze', 'unblock', 'resume'],
    of: 'card',
    permission: { ADMIN: 'cards.freeze', CARDHOLDER: 'own-cards.freeze' },
  },
  {
    id: 'replace',
    words: ['replace', 'lost', 'stolen', 'damaged'],
    of: 'card',
    permission: { ADMIN: 'cards.replace', CARDHOLDER: 'own-cards.replace' },
  },
  {
    id: 'close',
    words: ['close', 'cancel'],
    of: 'card',
    permission: { ADMIN: 'cards.close', CARDHOLDER: 'own-cards.close' },
  },
  {
    id: 'fund',
    words: ['fund', 'add', 'give', 'fill', 'top'],
    of: 'card',
    permission: { ADMIN: 'card-funding.run' },
  },
  { id: 'takeBack', words: ['take', 'defund'], of: 'card', permission: { ADMIN: 'card-funding.run' } },
  { id: 'issue', words: ['issue'], of: 'person', permission: { ADMIN: 'cards.issue' } },
  { id: 'approve', words: ['approve', 'allow'], of: 'request', permission: { ADMIN: 'requests.decide' } },
  { id: 'reject', words: ['reject', 'deny'], of: 'request', permission: { ADMIN: 'requests.decide' } },
  { id: 'ask', words: ['request', 'ask', 'fund'], of: 'card', permission: { CARDHOLDER: 'requests.make' } },
  {
    id: 'askLimit',
    words: ['limit', 'raise', 'request', 'ask'],
    of: 'card',
    permission: { CARDHOLDER: 'requests.make' },
  },
];

export const verbOf = (id: VerbId): Verb => verbs.find((verb) => verb.id === id)!;

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

/** The acts that a text begins to name, for a role. A part of a word names an act only while nothing follows it. */
export function readVerbs(text: string, role: 'ADMIN' | 'CARDHOLDER'): TypedVerb[] {
  const [first = '', ...rest] = text.trim().toLowerCase().split(/\s+/);
  if (first.length < leastLetters) return [];
  const who = rest
    .filter((word) => !fillers.has(word))
    .map((word) => word.replace(/^[·•*.]+/, ''))
    .filter((word) => word !== '')
    .join(' ');
  return verbs.flatMap(({ id, words, permission }) => {
    if (permission[role] === undefined) return [];
    const isWhole = words.includes(first);
    const isBegun = rest.length === 0 && words.some((word) => word.startsWith(first));
    return isWhole || isBegun ? [{ id, isWhole, who }] : [];
  });
}
