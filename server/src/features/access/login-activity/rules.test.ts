import { describe, expect, test } from 'vitest';
import { loginInWords, reportMail } from './notice.ts';
import { alertOf, isOwnLogin, pageOf, seenUntil } from './rules.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute));

describe('the alert: at least one new login of another device since the last visit', () => {
  test.each([
    ['no other device, never visited', [], null, 0],
    ['no other device', [], 5, 0],
    ['never visited: everything is new', [9, 3], null, 2],
    ['one after the visit', [9, 3], 5, 1],
    ['all before the visit', [4, 3], 5, 0],
    ['at the very moment of the visit', [5], 5, 0],
    ['all twelve', [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1], 0, 12],
  ])('%s', { tags: '@4.71' }, (_what, others, seen, count) => {
    const lastSeen = seen === null ? null : at(seen);
    expect(
      alertOf(
        others.map((minute) => ({ at: at(minute) })),
        lastSeen,
        at(1),
      ),
    ).toEqual({
      newLoginsCount: count,
      shouldAlert: count > 0,
      lastSeen: lastSeen?.toISOString() ?? null,
      since: at(seen ?? 1).toISOString(),
    });
  });
});

test.each([
  [1, 5, { limit: 5, offset: 0 }],
  [2, 5, { limit: 5, offset: 5 }],
  [99_999, 100, { limit: 100, offset: 9_999_800 }],
])('page %i of %i', (pageNumber, pageSize, expected) => {
  expect(pageOf({ pageNumber, pageSize })).toEqual(expected);
});

describe('the seen mark', () => {
  const now = at(30);
  test.each([
    ['without a claim: everything so far', undefined, now],
    ['up to the shown page', at(20).toISOString(), at(20)],
    ['never in the future', at(40).toISOString(), now],
  ])('%s', (_what, upTo, expected) => {
    expect(seenUntil(upTo, now)).toEqual(expected);
  });
});

describe('a login of the current device', () => {
  test.each([
    ['the same browser', { deviceId: 'a', at: at(1) }, { deviceId: 'a', authenticatedAt: at(9) }, true],
    ['another browser', { deviceId: 'b', at: at(9) }, { deviceId: 'a', authenticatedAt: at(9) }, false],
    ['the same tokens', { deviceId: null, at: at(9) }, { deviceId: null, authenticatedAt: at(9) }, true],
    ['other tokens', { deviceId: null, at: at(8) }, { deviceId: null, authenticatedAt: at(9) }, false],
    [
      'a browser, compared with tokens',
      { deviceId: 'a', at: at(9) },
      { deviceId: null, authenticatedAt: at(9) },
      false,
    ],
    [
      'tokens, compared with a browser',
      { deviceId: null, at: at(9) },
      { deviceId: 'a', authenticatedAt: at(9) },
      false,
    ],
  ])('%s', (_what, login, session, own) => {
    expect(isOwnLogin(login, session)).toBe(own);
  });
});

const login = { agentFamily: 'Firefox', osFamily: 'Windows', city: 'Boise', region: 'Idaho', country: 'United States' };

test.each([
  [{}, 'Firefox on Windows, near Boise, Idaho, United States'],
  [{ city: null, region: null }, 'Firefox on Windows, near United States'],
  [{ city: null, region: null, country: null }, 'Firefox on Windows'],
  [{ osFamily: null }, 'Firefox, near Boise, Idaho, United States'],
  [{ agentFamily: null, osFamily: null, city: null, region: null, country: null }, 'an unknown device'],
])('in words, with %j', (known, words) => {
  expect(loginInWords({ ...login, ...known })).toBe(words);
});

test('the notice shows the login in Eastern Time, and a user agent of HTML stays text', () => {
  const letter = {
    programId: 'p',
    programName: 'Florin',
    firstName: 'Robin',
    username: 'robin',
    origin: 'https://cards.example',
    at: new Date('2026-07-01T16:00:00Z'),
  };
  const reported = { ...login, agentFamily: '<img src=x>', at: new Date('2026-11-20T20:42:00Z') };
  const { text, html } = reportMail(letter, reported);
  expect(text).toContain('<img src=x> on Windows, near Boise, Idaho, United States, Nov 20, 2026, 3:42 PM ET.');
  expect(text).toContain('On Jul 1, 2026, 12:00 PM ET, you told us');
  expect(text).toContain('\nhttps://cards.example/forgot-password\n');
  expect(html).not.toContain('<img');
});
