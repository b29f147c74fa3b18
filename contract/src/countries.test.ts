import { expect, test } from 'vitest';
import { countryInText } from './countries.ts';

test.each([
  ['US', 'the United States'],
  ['NL', 'the Netherlands'],
  ['CD', 'the Democratic Republic of the Congo'],
  ['TC', 'the Turks and Caicos Islands'],
  ['BA', 'Bosnia and Herzegovina'],
  ['CA', 'Canada'],
])('%s within a sentence: %s', (code, name) => {
  expect(countryInText(code)).toBe(name);
});

/** The words by which an English name of a country takes the article. */
const plural =
  /\b(?:Islands|States|Emirates|Kingdom|Republic|Territories|Netherlands|Philippines|Bahamas|Maldives|Comoros)$/;
const letters = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index));
// Named without it, or no code of a country.
const noCountries = new Set(['GS', 'IC', 'UK']);

test('each country whose name says a group or a form of state has the article', () => {
  const names = new Intl.DisplayNames('en-US', { type: 'region' });
  const bare = letters
    .flatMap((one) => letters.map((two) => one + two))
    .filter((code) => plural.test(names.of(code) ?? '') && !noCountries.has(code))
    .filter((code) => !countryInText(code).startsWith('the '));
  expect(bare).toEqual([]);
});
