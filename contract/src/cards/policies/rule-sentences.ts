/*
 * The sentences of spend rules, as screens and exported files have them.
 */
import { countryInText } from '../../countries.ts';
import { usStates } from '../../us-states.ts';
import { isAlways, windowsText } from './hour-sentences.ts';
import { spendRuleWords as words } from './rule-words.ts';
import type { GroupSnapshot, LimitRule, ListField, ListRule, Rule } from './spend-rules.ts';

/** The parts of a rule's sentence that can be changed, each with its own editor. */
export type Place = 'limit' | 'period' | 'group' | 'scope' | 'since' | 'values' | 'windows' | 'exempt' | 'receipt';

/** A piece of a rule's sentence: text, or a changeable part with its value. */
export type Part = string | { place: Place; text: string };

type Groups = readonly Pick<GroupSnapshot, 'key' | 'name'>[];

const list = new Intl.ListFormat('en', { type: 'conjunction' });
const currencies = new Intl.DisplayNames('en', { type: 'currency' });
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
/** @param amount in cents, at most `amountAtMost`, which a number has exactly */
const dollarText = (amount: number): string => dollars.format(amount / 100);

/** The name of a group of categories: short for a built-in one, otherwise as the version kept it. */
export const groupName = (key: string, groups: Groups): string =>
  words.groups[key] ?? groups.find((group) => group.key === key)?.name ?? key;

/** The sentence of a rule, in pieces. */
export function ruleParts(rule: Rule, groups: Groups): Part[] {
  switch (rule.kind) {
    case 'amount':
    case 'count':
      return limitParts(rule, groups);
    case 'allow':
    case 'block':
      return [`${words.lists[rule.kind][rule.field]} `, { place: 'values', text: valuesText(rule, groups) }];
    case 'hours':
      return [
        `${rule.windows.some(isAlways) ? words.allowed : words.only} `,
        { place: 'windows', text: windowsText(rule.windows) },
        ...(rule.exempt && rule.exempt.length > 0
          ? [
              `, ${words.except} `,
              { place: 'exempt' as const, text: list.format(rule.exempt.map((key) => groupName(key, groups))) },
            ]
          : []),
      ];
    case 'receipts':
      return [`${words.receipt} `, { place: 'receipt', text: receiptText(rule) }];
  }
}

function limitParts(rule: LimitRule, groups: Groups): Part[] {
  const { kind, period, limit, group, of, since } = rule;
  const text = kind === 'amount' ? dollarText(limit) : words.purchases(limit);
  const isPlain = period !== 'lifetime' && period !== 'since';
  return [
    `${words.atMost} `,
    { place: 'limit', text },
    isPlain ? ` ${words.a} ` : ' ',
    { place: 'period', text: words.periods[period] },
    ...(period === 'since' ? [' ', { place: 'since' as const, text: since === undefined ? '…' : dayText(since) }] : []),
    ...(group === undefined ? [] : [` ${words.at} `, { place: 'group' as const, text: groupName(group, groups) }]),
    ...(of === undefined || of === 'card'
      ? []
      : [` ${words.for} `, { place: 'scope' as const, text: words.scopes[of] }]),
  ];
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** 'Nov 2, 2026'. @param day yyyy-mm-dd */
export const dayText = (day: string): string => dayFormat.format(new Date(`${day}T00:00:00Z`));

/** The name of one value of a list. */
export function valueText(field: ListField, value: string, groups: Groups): string {
  switch (field) {
    case 'group':
      return groupName(value, groups);
    case 'mcc':
      return words.category(value);
    case 'country':
      return words.countries[value] ?? countryInText(value);
    case 'currency':
      return currencies.of(value) ?? value;
    case 'presence':
      return words.presences[value as keyof typeof words.presences] ?? value;
    case 'merchant':
      return merchantText(value);
    case 'state':
      return usStates[value] ?? value;
  }
}

function merchantText(value: string): string {
  const part = value.replaceAll('*', '');
  const [open, ends] = [value.startsWith('*'), value.endsWith('*')];
  if (open && ends) return words.nameHas(part);
  if (ends) return words.nameBegins(part);
  return open ? words.nameEnds(part) : value;
}

/** Values that do not fit into a line are counted. */
const shownAtMost = 8;

function valuesText({ field, values }: ListRule, groups: Groups): string {
  if (values.length === 0) return words.nothing;
  const names = values.map((value) => valueText(field, value, groups));
  if (names.length <= shownAtMost) return list.format(names);
  return list.format([...names.slice(0, shownAtMost), `${names.length - shownAtMost} more`]);
}

function receiptText({ withinDays, fromAmount, overdueAtMost }: Extract<Rule, { kind: 'receipts' }>): string {
  const within = withinDays === undefined ? words.intime : `${words.within} ${words.days(withinDays)}`;
  const from =
    fromAmount === undefined || fromAmount === 0 ? '' : `, ${words.from} ${dollarText(fromAmount)} ${words.on}`;
  return `${within}${from}, ${words.overdue(overdueAtMost)}`;
}

/** The sentence of a rule. */
export const ruleText = (rule: Rule, groups: Groups): string =>
  ruleParts(rule, groups)
    .map((part) => (typeof part === 'string' ? part : part.text))
    .join('');
