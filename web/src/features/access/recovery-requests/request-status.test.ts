import { expect, test } from 'vitest';
import type { RecoveryRequest } from './query.ts';
import { requestStatusOf } from './request-status.ts';

const asked: RecoveryRequest = {
  id: 'r1',
  personId: 'p1',
  firstName: 'Priya',
  lastName: 'Nair',
  askedAt: '2026-01-05T10:00:00Z',
  requestNumber: '1838',
  confirmed: false,
};
const confirmed = { ...asked, confirmed: true };
const anew = { ...asked, id: 'r2', requestNumber: '6739' };
const namesake = { ...anew, personId: 'p2' };

test('a request is unchanged while it is in the list, or the list is not loaded', () => {
  for (const requests of [undefined, [asked], [namesake, asked]])
    expect(requestStatusOf(asked, requests)).toEqual({ kind: 'same' });
  expect(requestStatusOf(confirmed, [anew, confirmed])).toEqual({ kind: 'same' });
});

test('a colleague has approved it', () => {
  expect(requestStatusOf(asked, [confirmed])).toEqual({ kind: 'confirmed' });
});

test('the person has sent another request, with another number', { tags: '@beyond.29' }, () => {
  expect(requestStatusOf(asked, [namesake, anew])).toEqual({ kind: 'again', now: anew });
  expect(requestStatusOf(confirmed, [anew])).toEqual({ kind: 'again', now: anew });
});

test('it has ended: another person of that name, and approvals elsewhere, do not count', () => {
  for (const requests of [[], [namesake], [{ ...anew, confirmed: true }]])
    expect(requestStatusOf(asked, requests)).toEqual({ kind: 'gone' });
});
