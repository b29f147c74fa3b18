import { expect, test } from 'vitest';
import { ruleText } from '@florin/contract/cards/policies/rule-sentences';
import { missedWord, parseParts, parseRule, placeWithoutLimit } from './parse-rule.ts';

const groups = [{ key: '0190a000-0000-7000-8000-000000000001', name: 'Studio supplies' }];
const read = (text: string) => parseRule(text, groups).map((rule) => ruleText(rule, groups));

test.each([
  ['at most $40 a day for taxis', 'At most $40.00 a day at Taxis'],
  ['At most $1,500.50 per month.', 'At most $1,500.50 a month'],
  ['$2k weekly', 'At most $2,000.00 a week'],
  ['max 75 dollars a meal', 'At most $75.00 a purchase at Restaurants'],
  ['up to $300 in all', 'At most $300.00 in all'],
  ['at most $90 since 2026-11-02', 'At most $90.00 since Nov 2, 2026'],
  ['at most $20 a purchase at studio supplies', 'At most $20.00 a purchase at Studio supplies'],
  ['4 purchases a day', 'At most 4 purchases a day'],
  ['no more than 2 times a week at restaurants', 'At most 2 purchases a week at Restaurants'],
  ['only at restaurants, taxis and hotels', 'Only at Restaurants, Taxis, and Lodging'],
  ['only in the US and Mexico', 'Only in the US and Mexico'],
  ['never in Russia', 'Never in Russia'],
  ['no cash', 'Never in cash'],
  ['only in person', 'Only with the card present'],
  ['never at 5812', 'Never at merchants of category 5812'],
  ['only Monday to Friday, 7 am to 11 pm', 'Only Monday to Friday, 7 AM to 11 PM'],
  ['weekdays', 'Only Monday to Friday, at any hour'],
  ['only on weekdays from 9:30am to 18:00 except hotels', 'Only Monday to Friday, 9:30 AM to 6 PM, except at Lodging'],
  ['a receipt within 7 days, from $25 on', 'A receipt within 7 days, from $25.00 on, none overdue'],
])('%s', (typed, sentence) => {
  expect(read(typed)).toEqual([sentence]);
});

test.each([
  [
    'at most $200 a day at restaurants, Monday to Friday, in the US',
    ['At most $200.00 a day at Restaurants', 'Only Monday to Friday, at any hour', 'Only in the US'],
  ],
  ['$50 a week; never in cash', ['At most $50.00 a week', 'Never in cash']],
  ['at most $40 a day at restaurants, taxis', []],
  ['at most $40 a day, never mind', []],
  ['at most $40 a day', []],
])('%s, in its parts', (typed, sentences) => {
  expect(parseParts(typed, groups).map((rule) => ruleText(rule, groups))).toEqual(sentences);
});

test('a name that is no category may be a part of a merchant’s name, or the whole', () => {
  expect(read('only at cedar lane')).toEqual(['Only at names with “cedar lane”', 'Only at cedar lane']);
});

test('the name of a merchant stays as it is typed', () => {
  expect(read('Only at Cedar Lane')).toEqual(['Only at names with “Cedar Lane”', 'Only at Cedar Lane']);
});

test.each([
  ['At most $50 a day at Starbucks', 'Starbucks'],
  ['4 purchases a week at Blue Bottle.', 'Blue Bottle'],
  ['at most $40 a day for taxis', null],
  ['at most $40 at Starbucks', null],
  ['only at Starbucks', null],
  ['something else at Starbucks', null],
])('of “%s”, the place that no limit can be for is %s', (typed, place) => {
  expect(placeWithoutLimit(typed, groups)).toBe(place);
});

test.each([
  '',
  'at most $40',
  'at most $40 a day for unicorns',
  'at most $40 a day on Mondays',
  'at most 3.5 purchases a day',
  '$40 purchases a day',
  '3 purchases a purchase',
  'weekdays 9 to 5',
  'only in Atlantis',
  'never',
  'no cash in Mexico',
  'something else',
])('“%s” is not guessed', (typed) => {
  expect(read(typed)).toEqual([]);
});

test.each([
  ['at most $50 a fortnight', 'fortnight'],
  ['At most $50 Quarterlyish', 'Quarterlyish'],
  ['never on Mondey', 'Mondey'],
  ['only in Atlantis', 'Atlantis'],
  ['at most $20 a day for taxis and gizmos', 'gizmos'],
  ['at most $20 a purchase at studio supplies please', 'please'],
  ['at most a day', null],
  ['', null],
])('of “%s”, the word that was missed is %s', (typed, word) => {
  expect(missedWord(typed, groups)).toBe(word);
});
