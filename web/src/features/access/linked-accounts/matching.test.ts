import { expect, test } from 'vitest';
import { matches } from './matching.ts';

const card = { businessName: 'Café Müller & Sons', firstName: 'Ada', lastName: 'Okafor', cardLast4: '4821' };
const office = { ...card, cardLast4: null };

test.each(['', '  ', 'cafe', 'MÜLLER', 'ada', 'okafor cafe', '4821', '48', 'sons  ada'])(
  '%j finds a card',
  (search) => {
    expect(matches(card, search)).toBe(true);
  },
);
test.each(['4822', 'administrator', 'ada weber'])('%j does not find it', (search) => {
  expect(matches(card, search)).toBe(false);
});
test("an administrator's account is found by its text in the list", () => {
  expect(matches(office, 'admin muller')).toBe(true);
  expect(matches(office, 'ada')).toBe(false);
});
