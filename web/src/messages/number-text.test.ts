import { expect, test } from 'vitest';
import { en } from './en.ts';
import { accountsWords } from './en/access/accounts.ts';
import { dashboardWords } from './en/program/dashboard.ts';
import { loginActivityWords } from './en/access/login-activity.ts';
import { outboxWords } from './en/program/outbox.ts';
import { teamWords } from './en/access/team-members.ts';
import { numberText } from './number-text.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1007, '1,007'],
  [1234567, '1,234,567'],
])('%i: %s', (count, text) => {
  expect(numberText(count)).toBe(text);
});

test('every count that can be long is written so', () => {
  expect([
    dashboardWords.linkedCount(1007, 1007),
    dashboardWords.linkedCount(1005, 1007),
    dashboardWords.more(1002),
    accountsWords.mine.viewAll(1001),
    accountsWords.linked.found(1007, 1007),
    accountsWords.linked.found(1001, 1007),
    outboxWords.count(2000),
    teamWords.count(1011, 1011),
    teamWords.unlockedBefore(1000),
    loginActivityWords.newDevices(1012, 'noon'),
    en.kit.atMost(4000),
  ]).toEqual([
    '1,007 accounts',
    '1,005 of 1,007 accounts open',
    '1,002 more',
    'View all, including 1,001 closed',
    '1,007 accounts',
    '1,001 of 1,007 accounts',
    '2,000 messages',
    '1,011 people',
    '1,000 times',
    '1,012 new device(s) logged in since noon',
    'Please enter at most 4,000 characters.',
  ]);
});
