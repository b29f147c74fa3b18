import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usernameSkeleton } from './username.ts';

test.each([
  ['Ada.Okafor', 'ada.okafor'],
  ['ADA@Example.COM', 'ada@example.com'],
  ['ａｄａ', 'ada'],
  ['ﬁona', 'fiona'],
  ['JOSE\u0301', 'josé'],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
  ['Straße', 'strasse'],
])('%s is %s', (typed, skeleton) => {
  expect(usernameSkeleton(typed)).toBe(skeleton);
});

test.each([
  ['an invisible character', 'ad\u200Ba'],
  ['a space', 'ada '],
  ['a Cyrillic а', 'аda'],
])('%s makes it a different name', (_what, typed) => {
  expect(usernameSkeleton(typed)).not.toBe('ada');
});

test('a skeleton is its own skeleton, however the name was composed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (name) => {
      const skeleton = usernameSkeleton(name);
      expect(usernameSkeleton(skeleton)).toBe(skeleton);
      expect(usernameSkeleton(name.normalize('NFD'))).toBe(skeleton);
    }),
    { numRuns: 5000 },
  );
});
