import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '../../../demo/people.ts';
import { addPolicy } from '../../../testing/cards/active-policy.ts';
import { addCards, fundedBusiness, giveMoney } from '../../../testing/money/funded-business.ts';
import { addCardholder } from '../../../testing/cards/card-business.ts';
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
      quantity: 8,
      counter: 1,
      steps: [
        { step: 'connect-bank', isDone: false, doneAt: null },
        { step: 'add-funds', isDone: false, doneAt: null },
        { step: 'invite-team', isDone: false, doneAt: null },
        { step: 'write-policy', isDone: false, doneAt: null },
        { step: 'issue-card', isDone: false, doneAt: null, needs: 'CARDHOLDER' },
        { step: 'fund-card', isDone: false, doneAt: null, needs: 'CARDHOLDER' },
        { step: 'second-factor', isDone: true, doneAt: null },
        { step: 'read-security-checklist', isDone: false, doneAt: null },
      ],
    });
  },
);

test('a card waits for a cardholder, who waits for the registration', async () => {
  const { browser, read } = await checklistOf('starter');
  const needs = async (of = 'issue-card') => {
    const steps = (await read())['steps'] as { step: string; needs?: string }[];
    return steps.find(({ step }) => step === of)?.needs;
  };
  expect(await needs()).toBe('CARDHOLDER');
  const person = { email: 'nia.okoro@sproutline.example', firstName: 'Nia', lastName: 'Okoro' };
  await browser.ask('POST', '/api/invites', { body: { ...person, role: 'CARDHOLDER' } });
  expect(await needs()).toBe('REGISTRATION');
  expect(await needs('fund-card')).toBe('REGISTRATION');
  const { db } = server.context;
  const { business_id: business } = await db
    .selectFrom('invite')
    .select('business_id')
    .where('first_name', '=', 'Nia')
    .executeTakeFirstOrThrow();
  await addCardholder(server, business);
  expect(await needs()).toBeUndefined();
  expect(await needs('fund-card')).toBe('CARD');
});

test('the first card is named as one that is produced, until there is another', async () => {
  const business = await fundedBusiness(server);
  const producedFor = async () => {
    const { body } = await business.browser.ask('GET', '/api/onboarding-checklist');
    return (body['steps'] as { step: string; producedFor?: string }[]).find(({ step }) => step === 'issue-card')
      ?.producedFor;
  };
  expect(await producedFor()).toBeUndefined();
  const { membershipId } = await addCardholder(server, business.businessId);
  await addCards(server, business, [{ status: 'PENDING_FULFILLMENT', holder: membershipId }]);
  expect(await producedFor()).toEqual(expect.any(String));
  await addCards(server, business, [{}]);
  expect(await producedFor()).toBeUndefined();
});

test('a step is done by the fact itself, and says since when', async () => {
  const business = await fundedBusiness(server);
  const { browser, businessId } = business;
  const { db } = server.context;
  const done = async () => {
    const { body } = await browser.ask('GET', '/api/onboarding-checklist');
    const steps = body['steps'] as { step: string; isDone: boolean; doneAt: string | null }[];
    return Object.fromEntries(steps.filter(({ isDone }) => isDone).map(({ step, doneAt }) => [step, doneAt]));
  };
  const nothing = await done();
  for (const step of ['add-funds', 'write-policy', 'issue-card', 'fund-card']) expect(nothing).not.toHaveProperty(step);
  const firstEntry = async (account: string) => {
    const { at } = await db
      .selectFrom('entry')
      .select('at')
      .where('account_id', '=', account)
      .where('number', '=', 1n)
      .executeTakeFirstOrThrow();
    return at.toISOString();
  };
  await giveMoney(server, business, 'business_available', 100_00n);
  const { business_available: available } = business.accounts;
  expect(await done()).toMatchObject({ 'add-funds': await firstEntry(available!) });
  const [card] = await addCards(server, business, [{}]);
  expect(await done()).toHaveProperty('issue-card');
  expect(await done()).not.toHaveProperty('fund-card');
  await giveMoney(server, business, card!.wallet, 5_00n);
  expect(await done()).toMatchObject({ 'fund-card': await firstEntry(card!.wallet) });
  // A temporary change is no policy of the business, and neither is a version that is not in force yet.
  await addPolicy(db, { businessId, layer: 'OVERRIDE', chainId: card!.cardId }, []);
  await addPolicy(db, { businessId, layer: 'BUSINESS' }, [], new Date('2999-01-01T00:00:00Z'));
  expect(await done()).not.toHaveProperty('write-policy');
  await addPolicy(db, { businessId, layer: 'BUSINESS' }, []);
  expect(await done()).toMatchObject({ 'write-policy': '2020-01-01T00:00:00.000Z' });
  // Cards that spend the business's balance are not funded one by one.
  await db.updateTable('business').set({ use_business_balance_for_auths: true }).where('id', '=', businessId).execute();
  expect(await done()).not.toHaveProperty('fund-card');
});

test('the security checklist is read once it is seen', async () => {
  const { browser, read } = await checklistOf('admin');
  const { quantity, counter } = await read();
  await browser.ask('POST', '/security/checklist-seen');
  expect(await read()).toMatchObject({ quantity, counter: (counter as number) + 1 });
});

test('a credit business neither adds nor moves funds, and a disconnected bank does not count', async () => {
  const { read } = await checklistOf('unlinked');
  const body = await read();
  expect(body['quantity']).toBe(6);
  expect(body['steps']).toContainEqual({ step: 'connect-bank', isDone: false, doneAt: null });
  const connected = await (await checklistOf('credit.admin')).read();
  expect(connected['steps']).toContainEqual(expect.objectContaining({ step: 'connect-bank', isDone: true }));
});

test('the second factor is done if a login requires it', () => {
  const account = { id: 'a', role: 'CARDHOLDER', status: 'OPEN', businessStatus: 'OPEN', mfaMode: 'Enabled' } as const;
  const since = new Date(0);
  const facts = {
    fundingSource: 'Prepaid',
    usesBusinessBalance: false,
    bankSince: since,
    fundsSince: since,
    isDepositing: false,
    teamSince: since,
    policySince: since,
    hasCardholder: true,
    hasInvitedCardholder: false,
    hasCard: true,
    cardSince: null,
    producedFor: null,
    cardFundsSince: since,
    checklistSince: since,
    accounts: [account],
  } as const;
  expect(onboardingOf({ ...facts, mfaEnabled: true }, 'a')).toMatchObject({ quantity: 8, counter: 8 });
  expect(onboardingOf({ ...facts, mfaEnabled: false }, 'a').counter).toBe(7);
  const depositing = { ...facts, fundsSince: null, isDepositing: true, mfaEnabled: true };
  expect(onboardingOf(depositing, 'a').steps).toContainEqual(
    expect.objectContaining({ step: 'add-funds', needs: 'ARRIVAL' }),
  );
});
