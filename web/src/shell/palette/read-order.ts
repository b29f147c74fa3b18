import { readAmount } from '../../kit/forms/read-amount.ts';

/** A verb and its object, as typed. */
export interface Order {
  verb: 'FUND' | 'TOP_UP' | 'DEFUND' | 'FREEZE' | 'UNFREEZE' | 'ISSUE';
  /** A part of a person's or a card's name, or its last digits. */
  who: string;
  /** Minor units of US dollars; null where none is typed. */
  amount: number | null;
  /** A typed amount that is invalid, such as '3,50'. */
  wrongAmount: string | null;
  isPhysical: boolean;
  /** The period of a new card's limit: 'a day', 'per week'; a month if none is typed. */
  period: Period;
  /** The text after the amount, such as the name of a new card. */
  rest: string;
  /** Of a new card: the merchant that it is for, and what may follow its name; empty where none is typed. */
  at: string;
}

const periods = ['purchase', 'day', 'week', 'month', 'quarter', 'year'] as const;
type Period = (typeof periods)[number];

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
  'a an the card cards for to from on up back with of at per each every virtual physical new limit'.split(' '),
);
const needAmount: ReadonlySet<Order['verb']> = new Set(['FUND', 'TOP_UP', 'DEFUND']);
/** Whether an order moves money, and so says how much. */
export const takesAmount = (verb: Order['verb']): boolean => needAmount.has(verb);

/**
 * Reads 'fund Priya 50', 'freeze ··0932' or 'issue card for Sam $200 a month'; null where the text does not begin with a
 * verb. The last number is the amount; digits after dots are a card's. For a new card, its name follows the amount, and its
 * merchant follows 'at': 'issue Priya 200 lunch at Lark'.
 */
export function readOrder(text: string): Order | null {
  const [first = '', ...rest] = text.trim().split(/\s+/);
  const verb = verbs[first.toLowerCase()];
  if (verb === undefined) return null;
  const isNumber = (word: string) => /^\$?[\d.,]*\d[\d.,]*$/.test(word);
  const amountAt = takesAmount(verb) || verb === 'ISSUE' ? rest.findLastIndex(isNumber) : -1;
  const typed = rest[amountAt] ?? '';
  const amount = readAmount(typed, 2);
  // 'a month', 'per week': a period follows such a word, so that the card of a Mr. Day is not read as a daily limit.
  const periodAt = rest.findIndex(
    (word, index) => isPeriod(word.toLowerCase()) && /^(a|per|each|every)$/i.test(rest[index - 1] ?? ''),
  );
  // After 'at', up to the amount, the period, or whom the card is for.
  const placeFrom = verb === 'ISSUE' ? rest.findIndex((word) => /^at$/i.test(word)) + 1 : 0;
  const stop = rest.findIndex(
    (word, index) => index >= placeFrom && (index === amountAt || index === periodAt - 1 || /^(to|for)$/i.test(word)),
  );
  const placeTo = placeFrom === 0 ? 0 : stop === -1 ? rest.length : stop;
  const isPlace = (index: number) => index >= placeFrom && index < placeTo;
  const isMeant = (word: string, index: number) =>
    index !== amountAt && index !== periodAt && !isPlace(index) && !fillers.has(word.toLowerCase());
  const textOf = (of: readonly string[], from: number) =>
    of
      .filter((word, index) => isMeant(word, index + from))
      .map((word) => word.replace(/^[·•*.]+/, ''))
      .join(' ')
      .trim();
  const before = textOf(rest.slice(0, amountAt + 1), 0);
  const end = verb === 'ISSUE' && amountAt !== -1 && before !== '' ? amountAt : rest.length;
  const period = rest[periodAt]?.toLowerCase() ?? '';
  return {
    verb,
    who: textOf(rest.slice(0, end), 0),
    rest: textOf(rest.slice(end), end),
    at: rest.slice(placeFrom, placeTo).join(' '),
    period: isPeriod(period) ? period : 'month',
    amount: amount ?? null,
    wrongAmount: amount === undefined ? typed : null,
    isPhysical: rest.some((word) => word.toLowerCase() === 'physical'),
  };
}

const isPeriod = (word: string): word is Period => (periods as readonly string[]).includes(word);
