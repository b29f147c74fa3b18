import type { CategoryGroupKey } from './merchant-categories.ts';
import type { AmountPeriod, LimitScope, ListField, PolicyLayer } from './spend-rules.ts';
import type { SharedLimit } from '../spend-limits.ts';
import type { Presence } from '../transaction-states.ts';

const presences: Record<Presence, string> = {
  PRESENT: 'with the card present',
  NOT_PRESENT: 'online or by phone',
  WALLET: 'by mobile wallet',
  CASH: 'in cash',
};

/** What stands before the values of a list. */
const lists: Record<'allow' | 'block', Record<ListField, string>> = {
  allow: {
    group: 'Only at',
    mcc: 'Only at merchants of',
    merchant: 'Only at',
    country: 'Only in',
    state: 'In the US only in',
    currency: 'Only in',
    presence: 'Only',
  },
  block: {
    group: 'Never at',
    mcc: 'Never at merchants of',
    merchant: 'Never at',
    country: 'Never in',
    state: 'Never in the state',
    currency: 'Never in',
    presence: 'Never',
  },
};

/** Built-in groups of categories within a sentence; lists show their whole names. */
const groups: Record<CategoryGroupKey, string> = {
  RESTAURANTS: 'Restaurants',
  GROCERIES: 'Groceries',
  FUEL: 'Fuel',
  TRAVEL: 'Travel',
  LODGING: 'Lodging',
  TAXIS: 'Taxis',
  OFFICE: 'Office',
  RETAIL: 'Shops',
  HARDWARE: 'Hardware',
  SERVICES: 'Services',
  HEALTH: 'Health',
  EDUCATION: 'Education',
  ENTERTAINMENT: 'Entertainment',
};

/** Countries whose name within a rule is shorter than elsewhere. */
const countries: Readonly<Record<string, string>> = { US: 'the US' };

/** 'monthly limit at Restaurants that the group of this card shares' */
const sharedLimit = ({ of, unit, period, group }: Omit<SharedLimit, 'usedUp' | 'resetsAt'>): string =>
  [
    sharedPeriods[period],
    unit === 'COUNT' ? 'limit of purchases' : 'limit',
    ...(group === null ? [] : [`at ${groups[group.key as CategoryGroupKey] ?? group.name}`]),
    of === 'group' ? 'that the group of this card shares' : 'that all cards of the company share',
  ]
    .filter((part) => part !== '')
    .join(' ');

const sharedPeriods: Record<AmountPeriod, string> = {
  purchase: '',
  day: 'daily',
  week: 'weekly',
  month: 'monthly',
  quarter: 'quarterly',
  year: 'yearly',
  lifetime: '',
  since: '',
};

/** The sentences of spend rules. */
export const spendRuleWords = {
  atMost: 'At most',
  a: 'a',
  at: 'at',
  in: 'in',
  for: 'for',
  and: 'and',
  except: 'except at',
  periods: {
    purchase: 'purchase',
    day: 'day',
    week: 'week',
    month: 'month',
    quarter: 'quarter',
    year: 'year',
    lifetime: 'in all',
    since: 'since',
  } satisfies Record<AmountPeriod, string>,
  scopes: {
    card: 'each card',
    group: 'the group together',
    business: 'the whole business together',
  } satisfies Record<LimitScope, string>,
  purchases: (count: number) => (count === 1 ? '1 purchase' : `${count.toLocaleString('en-US')} purchases`),
  /** A limit whose figures are not the reader's to see. */
  shared: {
    limit: (limit: SharedLimit) => `a ${sharedLimit(limit)}`,
    applies: (limit: SharedLimit) => `A ${sharedLimit(limit)} applies too.`,
    usedUp: (limit: SharedLimit) => `Nothing is left of a ${sharedLimit(limit)}.`,
  },
  countries,
  lists,
  groups: groups as Readonly<Record<string, string>>,
  presences,
  category: (code: string) => `category ${code}`,
  nameHas: (part: string) => `names with “${part}”`,
  nameBegins: (part: string) => `names that begin with “${part}”`,
  nameEnds: (part: string) => `names that end with “${part}”`,
  nothing: 'nothing yet',
  only: 'Only',
  /** Of days and hours that leave nothing out. */
  allowed: 'Allowed',
  receipt: 'A receipt',
  within: 'within',
  days: (count: number) => (count === 1 ? '1 day' : `${count} days`),
  intime: 'in time',
  from: 'from',
  on: 'on',
  overdue: (count: number) =>
    count === 0 ? 'none overdue' : `at most ${count === 1 ? '1 receipt' : `${count} receipts`} overdue`,
  layers: {
    PROGRAM: 'Program',
    BUSINESS: 'Company',
    GROUP: 'Group',
    CARD: 'Card',
    OVERRIDE: 'Temporary',
  } satisfies Record<PolicyLayer, string>,
} as const;
