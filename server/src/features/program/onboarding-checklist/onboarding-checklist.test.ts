import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '../../../demo/people.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { TestBrowser } from '../../../testing/browser.ts';
import { onboardingOf } from './rules.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function checklistOf(username: string) {
  const browser = new TestBrowser(server);
  await browser.signIn(username, demoPassword);
  return { browser, read: async () => (await browser.ask('GET', '/api/onboarding-checklist')).body };
}

test(
  'a business opened today has everything but the second factor still to do',
  { tags: ['@3.38', '@7.39'] },
  async () => {
    const { read } = await checklistOf('starter');
    expect(await read()).toEqual({
      quantity: 6,
      counter: 1,
      steps: [
        { step: 'connect-bank', isDone: false },
        { step: 'add-funds', isDone: false },
        { step: 'invite-team', isDone: false },
        { step: 'issue-card', isDone: false },
        { step: 'second-factor', isDone: true },
        { step: 'read-security-checklist', isDone: false },
      ],
    });
  },
);

test('a running business has one step left until the security checklist is read', async () => {
  const { browser, read } = await checklistOf('admin');
  expect(await read()).toMatchObject({ quantity: 6, counter: 5 });
  await browser.ask('POST', '/security/checklist-seen');
  expect(await read()).toMatchObject({ quantity: 6, counter: 6 });
});

test('a credit business adds no funds, and a disconnected bank does not count', async () => {
  const { read } = await checklistOf('unlinked');
  const body = await read();
  expect(body['quantity']).toBe(5);
  expect(body['steps']).toContainEqual({ step: 'connect-bank', isDone: false });
  const connected = await (await checklistOf('credit.admin')).read();
  expect(connected['steps']).toContainEqual({ step: 'connect-bank', isDone: true });
});

test('the second factor is done if a login requires it', () => {
  const account = { id: 'a', role: 'CARDHOLDER', status: 'OPEN', businessStatus: 'OPEN', mfaMode: 'Enabled' } as const;
  const facts = {
    fundingSource: 'Prepaid',
    hasBank: true,
    hasFunds: true,
    hasTeam: true,
    hasCard: true,
    hasReadChecklist: true,
    accounts: [account],
  } as const;
  expect(onboardingOf({ ...facts, mfaEnabled: true }, 'a')).toMatchObject({ quantity: 6, counter: 6 });
  expect(onboardingOf({ ...facts, mfaEnabled: false }, 'a').counter).toBe(5);
});
