import { password, username } from '@florin/contract/limits';
import { expect, test } from 'vitest';
import { demoBusinesses } from './businesses.ts';
import { cardHistories } from './ledger.ts';
import { demoMovements } from './movements.ts';
import { demoPassword, demoPeople } from './people.ts';
import { demoPrograms } from './programs.ts';

test('the password is one that the product would accept', () => {
  expect(demoPassword.length).toBeGreaterThanOrEqual(password.minLength);
});

test('every person has a unique username that can be typed, a name and a purpose', () => {
  expect(new Set(demoPeople.map((person) => person.username)).size).toBe(demoPeople.length);
  for (const person of demoPeople) {
    expect(person.username).toMatch(/^[a-z0-9@_.+]+$/);
    expect(person.username.length).toBeLessThanOrEqual(username.maxLength);
    expect(person.name).toMatch(/^\S+ \S+$/);
    expect(person.what).not.toBe('');
  }
});

test('every card has one holder and one history', () => {
  const cards = demoPeople.flatMap((person) => person.accounts.flatMap(({ card }) => card ?? []));
  expect(cards.toSorted()).toEqual(Object.keys(cardHistories).toSorted());
});

test('a card that draws on its business has no balance; every other card was loaded', () => {
  const accounts = demoPeople.flatMap((person) => person.accounts);
  const wrong = accounts.filter(({ business, card }) => {
    const loaded = card !== undefined && cardHistories[card]!.loaded > 0n;
    return card !== undefined && loaded === (demoBusinesses[business].cardsDrawOnBusiness ?? false);
  });
  expect(wrong).toEqual([]);
});

const withoutTime = (at: Date) => demoMovements(at).map((movement) => ({ ...movement, at: null }));

test('the history is the same on every run, and in the past', () => {
  const now = new Date('2026-11-21T07:00:00Z');
  const later = new Date('2027-02-03T11:30:00Z');
  expect(withoutTime(later)).toEqual(withoutTime(now));
  const times = demoMovements(now).map((movement) => movement.at.getTime());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times.at(-1)).toBeLessThan(now.getTime());
});

test('the white-label colors keep their contrast', () => {
  for (const { theme } of Object.values(demoPrograms)) {
    expect(theme.brandChroma).toBeLessThanOrEqual(0.17);
    expect(theme.tintChroma).toBeLessThanOrEqual(0.01);
  }
});
