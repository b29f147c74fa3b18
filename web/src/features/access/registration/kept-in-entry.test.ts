import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Step } from './data.ts';
import { readKeptInEntry, keepInEntry } from './kept-in-entry.ts';
import type { RegistrationState } from './steps/state.ts';

const now = 1_000_000;
const lifetime = 30 * 60 * 1000;
let marker: { epoch: string } | null = null;
let entry: Record<string, unknown>;

beforeEach(() => {
  entry = { router: 7 };
  marker = null;
  vi.stubGlobal('window', {
    history: {
      get state() {
        return entry;
      },
      replaceState: (state: Record<string, unknown>) => (entry = structuredClone(state)),
    },
  });
  vi.stubGlobal('localStorage', {
    getItem: () => marker && JSON.stringify({ ...marker, lastActivity: now }),
  });
});
afterEach(() => vi.unstubAllGlobals());

const at = ({ step = 'card', ...state }: Partial<RegistrationState> & { step?: Step }) =>
  ({
    view: { step, message: null },
    entry: 'default',
    captchaDifficulty: null,
    proof: null,
    registered: null,
    ...state,
  }) as RegistrationState;
const finished = (joined: boolean) =>
  at({
    step: 'done',
    registered: {
      firstName: 'Rosa',
      email: 'admin@example.com',
      phoneNumber: '1',
      hasCard: true,
      card: { last4: '7899', nameOnCard: 'ROSA DELGADO', network: 'Visa' },
      joined,
      entersAt: null,
    },
  });

test('the last page is kept without a name, as long as a registration lives', { tags: '@beyond.35' }, () => {
  keepInEntry(finished(false), now);
  expect(JSON.stringify(entry)).not.toMatch(/Rosa|admin@|7899|ROSA/);
  expect(entry).toMatchObject({ router: 7 });
  const kept = { finished: { entry: 'default', hasCard: true, joined: false, entersAt: null, phoneNumber: '1' } };
  expect(readKeptInEntry(now + lifetime - 1)).toEqual(kept);
  // A reload does not prolong it.
  keepInEntry(finished(false), now + lifetime - 1);
  expect(readKeptInEntry(now + lifetime)).toEqual({});
});

test('a card added to a login is shown to its person only', () => {
  marker = { epoch: 'noah' };
  keepInEntry(finished(true), now);
  expect(readKeptInEntry(now).finished).toBeDefined();
  for (const other of [{ epoch: 'mina' }, null]) {
    marker = other;
    expect(readKeptInEntry(now)).toEqual({});
  }
});

test('a captcha is kept for the card page, and nothing for later pages', () => {
  keepInEntry(at({ captchaDifficulty: 2 }), now);
  expect(readKeptInEntry(now)).toEqual({ captcha: 2 });
  // An administrator may unlock the card of a code's captcha.
  keepInEntry(at({ step: 'code', captchaDifficulty: 2 }), now);
  expect(readKeptInEntry(now).captcha).toBeUndefined();
  keepInEntry(finished(false), now);
  keepInEntry(at({}), now);
  expect(entry).toEqual({ router: 7 });
});

test('an open registration records whether another person has logged in since', () => {
  keepInEntry(at({ step: 'code' }), now);
  expect(readKeptInEntry(now)).toEqual({ loginChanged: false });
  marker = { epoch: 'noah' };
  expect(readKeptInEntry(now)).toEqual({ loginChanged: true });
  // The reopened page still has to find out.
  keepInEntry(at({ step: 'opening' }), now);
  expect(readKeptInEntry(now)).toEqual({ loginChanged: true });
  keepInEntry(at({ step: 'details', proof: {} as RegistrationState['proof'] }), now);
  expect(readKeptInEntry(now)).toEqual({ loginChanged: false });
  marker = null;
  expect(readKeptInEntry(now)).toEqual({ loginChanged: false });
});

test('anything of another shape counts as nothing', () => {
  for (const registration of [null, 'x', { until: 'x' }, { until: now + 1, epoch: null, captcha: 9 }]) {
    entry = { registration };
    expect(readKeptInEntry(now)).toEqual({});
  }
});
