import { readAmount } from '../../kit/forms/read-amount.ts';

/** A verb with what it is done to, as typed. */
export interface Order {
  verb: 'FUND' | 'TOP_UP' | 'DEFUND' | 'FREEZE' | 'UNFREEZE' | 'ISSUE';
  /** A part of a person's or a card's name, or its last digits. */
  who: string;
  /** Minor units of US dollars; null where none is typed. */
  amount: number | null;
  /** A typed amount that is none, such as '3,50'. */
  wrongAmount: string | null;
  isPhysical: boolean;
}

const verbs: Readonly<Record<string, Order['verb']>> = {
  fund: 'FUND',
  add: 'FUND',
  give: 'FUND',
  fill: 'TOP_UP',
  top: 'TOP_UP',
  take: 'DEFUND',
  defund: 'DEFUND',
  freeze: 'FREEZE',
  pause: 'FREEZE',
  unfreeze: 'UNFREEZE',
  issue: 'ISSUE',
};
const fillers = new Set(
  'a an the card cards for to from on up back with of at per each day week month year virtual physical new'.split(' '),
);
const takesAmount: ReadonlySet<Order['verb']> = new Set(['FUND', 'TOP_UP', 'DEFUND', 'ISSUE']);

/**
 * Reads 'fund Priya 50', 'freeze ··0932' or 'issue card for Sam $200 a month'; null where the text does not begin with a
 * verb. The last number is the amount; digits after dots are a card's.
 */
export function readOrder(text: string): Order | null {
  const [first = '', ...rest] = text.trim().split(/\s+/);
  const verb = verbs[first.toLowerCase()];
  if (verb === undefined) return null;
  const isNumber = (word: string) => /^\$?[\d.,]*\d[\d.,]*$/.test(word);
  const at = takesAmount.has(verb) ? rest.findLastIndex(isNumber) : -1;
  const typed = rest[at] ?? '';
  const amount = readAmount(typed, 2);
  const isMeant = (word: string, index: number) => index !== at && !fillers.has(word.toLowerCase());
  return {
    verb,
    who: rest
      .filter(isMeant)
      .map((word) => word.replace(/^[·•*.]+/, ''))
      .join(' ')
      .trim(),
    amount: amount ?? null,
    wrongAmount: amount === undefined ? typed : null,
    isPhysical: rest.some((word) => word.toLowerCase() === 'physical'),
  };
}
