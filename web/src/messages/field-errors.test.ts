import { expect, test } from 'vitest';

/** Every module of words. */
const modules = import.meta.glob<Record<string, unknown>>(['./en.ts', './en/*/*.ts'], { eager: true });

/** Every text in a value, with the names that lead to it. */
function textsIn(value: unknown, path: string): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => textsIn(each, `${path}.${name}`));
}

/** Quoted by the specification, with what ends them there. */
const quoted = new Set([
  'Username is required.',
  'Card number field is required!',
  'Verification code is required!',
  'Please enter a valid 6 digit',
]);

test('"… is required" ends without a stop, except where the specification quotes one', () => {
  const texts = Object.entries(modules).flatMap(([file, words]) => textsIn(words, file));
  const required = texts.filter(([, text]) => /^[A-Z][A-Za-z ]+ is required\W*$/.test(text));
  expect(required.length).toBeGreaterThan(15);
  expect(required.filter(([, text]) => !text.endsWith('is required') && !quoted.has(text))).toEqual([]);
});

/** The messages of missing fields: `nameRequired`, `nameMissing`, `required`, `missing.name`. */
const ofMissingField = /[.a-z](?:Required|Missing)$|\.(?:required|missing)(?:\.\w+)?$/;

test('a missing field "is required": the same phrase in every form', () => {
  const texts = Object.entries(modules).flatMap(([file, words]) => textsIn(words, file));
  const required = texts.filter(
    ([path, text]) => ofMissingField.test(path) && !path.includes('.notices.') && text !== '',
  );
  expect(required.length).toBeGreaterThan(60);
  expect(required.filter(([, text]) => !text.endsWith(' is required') && !quoted.has(text))).toEqual([]);
});

/** The messages of fields that are filled in wrongly: `amountFormat`, `wrongTime`, `format.zip`. */
const ofWrongField =
  /(?:Format|Wrong|Problem|TooLong|Long|Low|High|Early|Passed|Characters)$|\.wrong[A-Z]\w*$|\.(?:format|tooLong|past|empty)(?:\.\w+)?$/;

test('what is to be done about a field begins with "Please"', () => {
  const texts = Object.entries(modules).flatMap(([file, words]) => textsIn(words, file));
  const wrong = texts.filter(([path]) => ofWrongField.test(path));
  expect(wrong.length).toBeGreaterThan(60);
  expect(wrong.filter(([, text]) => /^(?:Enter|Choose|Use|Write|Leave|Pick|Type) /.test(text))).toEqual([]);
});

test('an error that asks for something is a sentence with a stop', () => {
  const texts = Object.entries(modules).flatMap(([file, words]) => textsIn(words, file));
  const asking = texts.filter(([, text]) => text.startsWith('Please '));
  expect(asking.length).toBeGreaterThan(30);
  expect(asking.filter(([, text]) => !text.endsWith('.') && !quoted.has(text))).toEqual([]);
});
