import type { GroupSnapshot, ListField, Rule } from '@florin/contract/cards/policies/spend-rules';

type Groups = readonly Pick<GroupSnapshot, 'key' | 'name'>[];
type Limit = Extract<Rule, { kind: 'amount' | 'count' }>;

/** What people call the built-in groups. */
const nicknames: Readonly<Record<string, readonly string[]>> = {
  RESTAURANTS: [
    'restaurants',
    'restaurant',
    'meals',
    'meal',
    'food',
    'lunch',
    'dinner',
    'bars',
    'restaurants and bars',
  ],
  GROCERIES: ['groceries', 'grocery', 'supermarkets'],
  FUEL: ['fuel', 'gas', 'gas stations', 'petrol'],
  TRAVEL: ['travel', 'flights', 'airlines', 'trains', 'car rental', 'car rentals'],
  LODGING: ['lodging', 'hotels', 'hotel'],
  TAXIS: ['taxis', 'taxi', 'cabs', 'rides'],
  OFFICE: ['office', 'office supplies', 'software'],
  RETAIL: ['shops', 'retail', 'stores'],
  HARDWARE: ['hardware'],
  SERVICES: ['services'],
  HEALTH: ['health', 'pharmacies', 'doctors'],
  EDUCATION: ['education', 'schools', 'courses'],
  ENTERTAINMENT: ['entertainment', 'cinema'],
};

const periods: Readonly<Record<string, Limit['period']>> = {
  purchase: 'purchase',
  transaction: 'purchase',
  meal: 'purchase',
  day: 'day',
  week: 'week',
  month: 'month',
  quarter: 'quarter',
  year: 'year',
};
const adverbs: Readonly<Record<string, Limit['period']>> = {
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  quarterly: 'quarter',
  yearly: 'year',
  'in all': 'lifetime',
  'in total': 'lifetime',
  ever: 'lifetime',
};
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

const regions = new Intl.DisplayNames('en', { type: 'region' });
const letters = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index));
let countries: ReadonlyMap<string, string> | null = null;

/** Codes of countries by their names in small letters. */
function countryCodes(): ReadonlyMap<string, string> {
  if (countries) return countries;
  const found = new Map<string, string>();
  for (const one of letters)
    for (const two of letters) {
      const name = regions.of(one + two)?.toLowerCase();
      if (name !== undefined && name !== (one + two).toLowerCase() && !found.has(name)) found.set(name, one + two);
    }
  for (const name of ['us', 'usa', 'the us', 'the usa', 'america', 'the united states']) found.set(name, 'US');
  for (const name of ['uk', 'the uk', 'britain', 'the united kingdom']) found.set(name, 'GB');
  countries = found;
  return found;
}

const presences: Readonly<Record<string, string>> = {
  cash: 'CASH',
  online: 'NOT_PRESENT',
  'online or by phone': 'NOT_PRESENT',
  'by phone': 'NOT_PRESENT',
  'card present': 'PRESENT',
  'the card present': 'PRESENT',
  'in person': 'PRESENT',
  person: 'PRESENT',
  'mobile wallet': 'WALLET',
  wallet: 'WALLET',
  phone: 'WALLET',
};

/**
 * The rules that a typed sentence may mean, the likeliest first. Every word has to be understood: a sentence that is
 * understood in part means nothing, because a rule that leaves out a word would be another rule.
 */
export function parseRule(text: string, groups: Groups): Rule[] {
  const typed = simplified(text);
  const plain = typed.toLowerCase();
  if (plain === '') return [];
  const limit = parseLimit(plain, groups);
  if (limit) return [limit];
  const receipts = parseReceipts(plain) ?? parseHours(plain, groups);
  return receipts ? [receipts] : parseList(plain, groups, typed);
}

const simplified = (text: string): string =>
  text
    .replaceAll('’', "'")
    .replaceAll(/\s+/g, ' ')
    .replace(/[.!]+$/, '')
    .trim();

/** What a sentence limits that is no category, such as a merchant: the engine has no such limits. Null for others. */
export function placeWithoutLimit(text: string, groups: Groups): string | null {
  const [, limit = '', place = ''] = /^(.+?) (?:at|for) (.+)$/i.exec(simplified(text)) ?? [];
  const isLimit = parseLimit(limit.toLowerCase(), groups) !== null;
  return isLimit && groupOf(place.toLowerCase(), groups) === undefined ? place : null;
}

const grammar =
  'at most max maximum up to no more than not only never block allow a an the per each every for in on by with from since of and or except purchases transactions times dollars usd receipt receipts within days overdue none above over between through noon midnight am pm weekdays weekends working category mcc card';

/** The first word that is in no rule, as it is typed; null where each word is known, and only the sentence is not. */
export function missedWord(text: string, groups: Groups): string | null {
  const known = new Set(
    [
      grammar,
      ...Object.keys(periods),
      ...Object.keys(adverbs),
      ...Object.values(nicknames).flat(),
      ...Object.keys(presences),
      ...weekdays.flatMap((day) => [day, `${day}s`, day.slice(0, 3)]),
      ...groups.map(({ name }) => name.toLowerCase()),
      ...countryCodes().keys(),
    ].flatMap((words) => words.split(' ')),
  );
  const isNumber = (word: string) => /^\$?[\d.:]+(?:k|am|pm)?$/i.test(word);
  const typed = simplified(text).split(/[\s,;/–-]+/);
  return typed.find((word) => word !== '' && word !== '$' && !isNumber(word) && !known.has(word.toLowerCase())) ?? null;
}

/** How a part of a sentence begins that is a rule of its own. */
const partBegins = /^(?:only|never|no|in|on|at most|up to|max|mon|tue|wed|thu|fri|sat|sun|week)/i;

/**
 * The rules of a sentence in several parts, such as 'at most $200 a day at restaurants, Monday to Friday, in the US';
 * none unless each part is understood.
 */
export function parseParts(text: string, groups: Groups): Rule[] {
  const [first = '', ...others] = text.trim().split(/[,;]\s+/);
  if (others.length === 0 || !others.every((part) => partBegins.test(part))) return [];
  const rules = [first, ...others].map(
    (part) => parseRule(part, groups)[0] ?? (part.startsWith('in ') ? parseRule(`only ${part}`, groups)[0] : undefined),
  );
  return rules.every((rule) => rule !== undefined) ? rules : [];
}

/** 'at most $40 a day for taxis', '4 purchases per week'. */
function parseLimit(text: string, groups: Groups): Limit | null {
  const match =
    /^(?:(?:at most|max|maximum|up to|no more than|not more than|only)\s+)?(\$\s?)?([\d,]+(?:\.\d{1,2})?)(k)?(?: (dollars|usd|purchases?|transactions?|times))?(?: (.*))?$/.exec(
      text,
    );
  if (!match) return null;
  const [, dollar, digits = '', thousand, unit, rest = ''] = match;
  const figure = Number(digits.replaceAll(',', '')) * (thousand ? 1000 : 1);
  if (!Number.isFinite(figure)) return null;
  const isCount = unit !== undefined && unit !== 'dollars' && unit !== 'usd';
  if (isCount && (dollar !== undefined || !Number.isInteger(figure))) return null;
  const tail = parseTail(rest, groups);
  if (!tail) return null;
  const { period, ...more } = tail;
  if (!isCount) return { kind: 'amount', period, limit: Math.round(figure * 100), ...more };
  return period === 'purchase' ? null : { kind: 'count', period, limit: figure, ...more };
}

/** 'a day for taxis', 'in all', 'since 2026-11-02': the period of a limit and what it is for. */
function parseTail(
  rest: string,
  groups: Groups,
): (Pick<Limit, 'group' | 'since'> & { period: Limit['period'] }) | null {
  const match =
    /^(?:(?:an?|per|each|every|\/) ?(purchase|transaction|meal|day|week|month|quarter|year)|(daily|weekly|monthly|quarterly|yearly|in all|in total|ever)|since (20\d\d-\d\d-\d\d))(?: (?:for|at|on|in) (.+))?$/.exec(
      rest,
    );
  if (!match) return null;
  const [, noun, adverb, since, where] = match;
  const period = noun !== undefined ? periods[noun] : adverb !== undefined ? adverbs[adverb] : 'since';
  if (period === undefined) return null;
  const asked = where ?? (noun === 'meal' ? 'restaurants' : undefined);
  const group = asked === undefined ? undefined : groupOf(asked, groups);
  if (asked !== undefined && group === undefined) return null;
  return { period, ...(since !== undefined && { since }), ...(group !== undefined && { group }) };
}

function groupOf(name: string, groups: Groups): string | undefined {
  const wanted = name.replace(/^the /, '');
  const own = groups.find((group) => group.name.toLowerCase() === wanted);
  return own?.key ?? Object.entries(nicknames).find(([, names]) => names.includes(wanted))?.[0];
}

/** 'a receipt within 7 days from $25 on'. */
function parseReceipts(text: string): Rule | null {
  const match =
    /^(?:an? )?receipts?(?: within (\d{1,2}) days?)?(?:,? (?:from|above|over) \$?([\d,]+(?:\.\d{1,2})?)(?: on)?)?(?:,? (?:at most )?(\d{1,3}|none)(?: receipts?)? overdue)?$/.exec(
      text,
    );
  if (!match) return null;
  const [, days, amount, overdue] = match;
  return {
    kind: 'receipts',
    overdueAtMost: overdue === undefined || overdue === 'none' ? 0 : Number(overdue),
    ...(days !== undefined && { withinDays: Number(days) }),
    ...(amount !== undefined && { fromAmount: Math.round(Number(amount.replaceAll(',', '')) * 100) }),
  };
}

/** 'only monday to friday, 7 am to 11 pm', 'weekdays 9am-5pm, except hotels'. */
function parseHours(text: string, groups: Groups): Rule | null {
  const match = /^(?:only )?(?:on )?(.+?)(?:,? except(?: at| for)? (.+))?$/.exec(text);
  const [, when = '', except] = match ?? [];
  const exempt = except === undefined ? [] : splitNames(except).map((name) => groupOf(name, groups));
  if (exempt.includes(undefined)) return null;
  const hour = String.raw`(?:\d{1,2}(?::\d\d)? ?(?:am|pm)?|noon|midnight)`;
  const time = new RegExp(`^(.*?)(?:,? ?(?:from |between )?(${hour}) ?(?:to|and|-|–) ?(${hour}))?$`).exec(when);
  const [, days = '', begin, end] = time ?? [];
  const on = daysOf(days.replace(/,$/, '').trim(), begin !== undefined);
  if (on === null) return null;
  const from = begin === undefined ? 0 : minuteOf(begin, false);
  const to = end === undefined ? 1440 : minuteOf(end, true);
  if (from === null || to === null) return null;
  return {
    kind: 'hours',
    windows: [{ weekdays: on, from, to }],
    ...(exempt.length > 0 && { exempt: exempt as string[] }),
  };
}

function daysOf(text: string, hasHours: boolean): number[] | null {
  if (text === '') return hasHours ? [0, 1, 2, 3, 4, 5, 6] : null;
  if (text === 'every day') return [0, 1, 2, 3, 4, 5, 6];
  if (text === 'weekdays' || text === 'working days') return [1, 2, 3, 4, 5];
  if (text === 'weekends') return [0, 6];
  const day = (name: string) => weekdays.findIndex((full) => full === name || full.slice(0, 3) === name);
  const range = /^(\w+) ?(?:to|-|–|through) ?(\w+)$/.exec(text);
  if (range) {
    const [first, last] = [day(range[1]!), day(range[2]!)];
    if (first < 0 || last < 0) return null;
    return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, step) => (first + step) % 7).toSorted(
      (a, b) => a - b,
    );
  }
  const days = splitNames(text).map((name) => day(name.replace(/s$/, '')));
  return days.includes(-1) ? null : [...new Set(days)].toSorted((a, b) => a - b);
}

/** Minutes of the day; '9 to 5' without am and pm is not guessed. */
function minuteOf(text: string, isEnd: boolean): number | null {
  if (text === 'noon') return 720;
  if (text === 'midnight') return isEnd ? 1440 : 0;
  const match = /^(\d{1,2})(?::(\d\d))? ?(am|pm)?$/.exec(text);
  if (!match) return null;
  const [, hours, minutes = '0', half] = match;
  const [hour, minute] = [Number(hours), Number(minutes)];
  if (minute > 59) return null;
  if (half === undefined) return hour >= 13 && hour <= 24 ? hour * 60 + minute : null;
  if (hour < 1 || hour > 12) return null;
  return ((hour % 12) + (half === 'pm' ? 12 : 0)) * 60 + minute;
}

/**
 * 'only at restaurants and taxis', 'no cash', 'never in Mexico'.
 * @param typed the text with its capital letters, which the names of merchants keep
 */
function parseList(text: string, groups: Groups, typed: string): Rule[] {
  const match = /^(only|never|no|not|block|allow)(?: (at|in|by|with|from|on))? (.+)$/.exec(text);
  if (!match) return [];
  const [, word, , what = ''] = match;
  const kind = word === 'only' || word === 'allow' ? 'allow' : 'block';
  const names = splitNames(what.replace(/^purchases (?:at|in|by) /, ''));
  const list = (field: ListField, values: readonly (string | undefined)[]): Rule[] =>
    values.includes(undefined) ? [] : [{ kind, field, values: [...new Set(values as string[])] }];
  const known = [
    ...list(
      'presence',
      names.map((name) => presences[name]),
    ),
    ...list(
      'country',
      names.map((name) => countryCodes().get(name)),
    ),
    ...list(
      'group',
      names.map((name) => groupOf(name, groups)),
    ),
    ...list(
      'mcc',
      names.map((name) => /^(?:category |mcc )?(\d{4})$/.exec(name)?.[1]),
    ),
  ];
  if (known.length > 0) return known;
  // Any other name may be a merchant's: the whole of it, or a part.
  if (match[2] !== 'at' || names.some((name) => name.length < 3 || name.includes('*'))) return [];
  // A few capital letters of other languages become two small ones: then the places differ.
  const isAlike = typed.length === text.length;
  const merchants = names.map((name) => (isAlike ? typed.slice(text.lastIndexOf(name)).slice(0, name.length) : name));
  return [
    ...list(
      'merchant',
      merchants.map((name) => `*${name}*`),
    ),
    ...list('merchant', merchants),
  ];
}

const splitNames = (text: string): string[] =>
  text
    .split(/,? and |,? or |, ?/)
    .map((name) => name.trim())
    .filter(Boolean);
