import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  Email,
  freeText,
  line,
  namesHost,
  PersonName,
  requiredFreeText,
  requiredLine,
  RequiredPersonName,
  TypedUsername,
} from './fields.ts';

const problemsOf = (schema: v.GenericSchema<string>, typed: string) =>
  v.safeParse(schema, typed).issues?.map(({ message }) => message) ?? [];

describe('a line of text', () => {
  test.each([
    ['  Ana   María ', 'Ana María'],
    ['Ana\u00a0María', 'Ana María'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['phone \u260e\ufe0f', 'phone \u260e\ufe0f'],
  ])('%j is %j', (typed, kept) => expect(v.parse(requiredLine(60), typed)).toBe(kept));

  test.each([
    'a\nb',
    'a\r\nBcc: x',
    'a\tb',
    'a\u0007b',
    'a\u2028b',
    'a\u202eb',
    'a\u2066b',
    'a\u200fb',
    'a\u200bb',
    '\u3164',
  ])('%j contains invisible characters', (typed) => {
    expect(problemsOf(requiredLine(60), typed)).toEqual(['characters']);
    expect(problemsOf(PersonName, typed)).toEqual(['characters']);
  });

  test('of white space only is missing', () => expect(problemsOf(requiredLine(60), ' \u00a0 ')).toEqual(['missing']));
});

describe('a name', () => {
  test.each(["D'Arcy-O’Neill", 'Ma. Teresa', 'Núñez', 'Nguyễn Văn', '王小明', 'J.R.', 'Sammy Davis, Jr.', '3rd'])(
    '%s',
    (typed) => expect(v.parse(RequiredPersonName, typed)).toBe(typed),
  );

  test.each([
    'http://evil.example',
    'evil.example/x',
    'x@evil.example',
    '<b>',
    'a\\b',
    'URGENT: call',
    'verify your card at www.florin-verify.com',
    'www.x.com',
    'WWW.x.y',
    't.co',
    'x\u200d.com',
    'x.c\u200dom',
    'evil．example',
    'evil。example',
    'evil｡example',
    'evil․example',
    'http：／／x',
    'x＠y',
    '10.0.0.10',
  ])('%s is refused', { tags: '@beyond.41' }, (typed) =>
    expect(problemsOf(RequiredPersonName, typed)).toEqual(['characters']),
  );

  test('three parts of a name cannot form a card number', { tags: '@beyond.41' }, () => {
    for (const typed of ['40000', '4 0 0 0 0', '٤٠٠٠٠', '⑫⑫⑫'])
      expect(problemsOf(PersonName, typed)).toEqual(['characters']);
    expect(problemsOf(PersonName, '4000')).toEqual([]);
  });
});

test('an address contains no invisible characters', () => {
  expect(problemsOf(Email, 'kim@holders.example')).toEqual([]);
  expect(v.parse(Email, ' kim@holders.example\u00a0')).toBe('kim@holders.example');
  expect(v.parse(TypedUsername, `\t${'k'.repeat(80)} `)).toBe('k'.repeat(80));
  expect(problemsOf(TypedUsername, ' ')).toEqual(['missing']);
  expect(problemsOf(Email, 'kim\u202e@holders.example')).toEqual(['characters']);
});

test.each([
  ['the order of letters', 'a\u202Eb\u2066c\u2069\u200Ed\u061C', 'abcd'],
  ['no width', '\uFEFFa\u200Bb\u2060c\u00AD', 'abc'],
  ['a control', 'a\u001Bb\u0085', 'ab'],
  ['a tag', 'a\u{E0041}', 'a'],
  ['lines and a tab', 'a\r\nb\n\tc\u2028d', 'a\r\nb\n\tc\u2028d'],
  ['joiners of a script and of an emoji', 'می\u200Cخواهم 👩\u200D💻 ❤\uFE0F', 'می\u200Cخواهم 👩\u200D💻 ❤\uFE0F'],
])('text of several lines is kept without what nobody sees, and with what is seen: %s', (_what, typed, kept) => {
  for (const field of [freeText(60), requiredFreeText(60)]) expect(v.parse(field, typed)).toBe(kept);
});

test('text of several lines is checked as it is kept', () => {
  expect(problemsOf(freeText(60), '4111\u202E1111\u200B1111\uFEFF1111')).toEqual(['characters']);
  expect(problemsOf(requiredFreeText(60), ' \u200B\u202E')).toEqual(['missing']);
  expect(v.parse(freeText(60), '\u200B')).toBe('');
});

test.each([
  'a@b.example,victim.example',
  'a@b.example;c.example',
  'a@b.example>',
  'a@<b.example>',
  'a@b.example:25',
  'a@[10.0.0.1]',
  'a@b.ex"ample',
  'a@b.ex\\ample',
  'a@b.example(c)',
  'a@b.example\u200d',
  'a@b',
  'a@b..example',
  'a@.example',
])('%j is no address, in a form or for a mail', (typed) => expect(problemsOf(Email, typed)).toEqual(['format']));

test.each([requiredLine(60), freeText(60), requiredFreeText(60), PersonName])(
  'text for others contains no card number (%#)',
  (field) => {
    expect(problemsOf(field, 'Card 4111.1111.1111.1111')).toEqual(['characters']);
    expect(problemsOf(field, 'Card 4111')).toEqual([]);
  },
);

test.each(['4000001212345672@evil.example', '4000.0012+1234_5672@evil.example', 'x4000001212345672x@evil.example'])(
  'nor does an address: %s',
  { tags: '@beyond.41' },
  (typed) => expect(problemsOf(Email, typed)).toEqual(['characters']),
);

test('an address and a line of text agree on what is a card number', () => {
  const card = fc.constantFrom('378282246310005', '4000001212345672', '4000001212345673', '30569309025904');
  const gap = fc.constantFrom('', '', '', '.', '-', '_', '+', '/', '..', '\u066b');
  const isRefused = (field: v.GenericSchema<string>, typed: string) => problemsOf(field, typed).includes('characters');
  fc.assert(
    fc.property(card, fc.array(gap, { minLength: 16, maxLength: 16 }), fc.boolean(), (digits, gaps, inDomain) => {
      const written = digits.replaceAll(/./g, (digit, at: number) => digit + gaps[at]!);
      const address = inDomain ? `a@${written}.example` : `${written}@people.example`;
      expect(isRefused(Email, address)).toBe(isRefused(line(200), address));
    }),
  );
});

test('a parsed line parses to itself', () => {
  const card = fc.constantFrom('378282246310005', '4222222222222', '4000001212345672', '30569309025904');
  const between = fc.array(fc.constantFrom('', '', '', ' ', '  ', '\u00a0'), { minLength: 19, maxLength: 19 });
  fc.assert(
    fc.property(card, between, (digits, gaps) => {
      const first = v.safeParse(
        line(200),
        digits.replaceAll(/./g, (digit, at: number) => digit + gaps[at]!),
      );
      expect(!first.success || v.is(line(200), first.output)).toBe(true);
    }),
  );
});

test.each([line(90), requiredLine(90), freeText(90), PersonName])(
  'ten spaces between the groups hide no card number (%#)',
  (field) => expect(problemsOf(field, ['4000', '0012', '1234', '5672'].join(' '.repeat(10)))).toEqual(['characters']),
);

test('groups separated by several spaces are checked as they are stored', () =>
  expect(problemsOf(line(60), '37828 22463  10 005')).toEqual(['characters']));

test.each(['www.florin-verify.com', 'Undo at florin-verify.com', 'https://x', 'ｗｗｗ．ｘ．ｃｏｍ'])(
  '%s becomes a link',
  (name) => {
    expect(namesHost(name)).toBe(true);
  },
);
test.each(['Work laptop (Chrome/Windows)', 'iPhone: mine', 'MacBook v2.10', 'St. John'])(
  '%s does not become a link',
  (name) => {
    expect(namesHost(name)).toBe(false);
  },
);
