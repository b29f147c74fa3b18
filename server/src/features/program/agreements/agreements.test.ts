import { agreementNames, type LegalText } from '@florin/contract/program/legal-texts';
import type { AgreementStatus } from '@florin/contract/program/agreements';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '../../../demo/people.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { loadTexts } from '../../../ports/legal-texts/texts.ts';
import { findOwnAgreement } from './own.ts';
import { TestBrowser } from '../../../testing/browser.ts';
import { addPerson, testPassword } from '../../../testing/person.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type Wanted = Parameters<typeof addPerson>[1];
async function signedIn(wanted: Wanted = { accounts: [{ role: 'CARDHOLDER' }] }) {
  const person = await addPerson(server, wanted);
  const browser = new TestBrowser(server);
  await browser.enter(person.username, testPassword);
  return { person, browser };
}

const statusOf = async (browser: TestBrowser) =>
  (await browser.ask('GET', '/api/agreement/status')).body as unknown as AgreementStatus;
const accept = (browser: TestBrowser, agreement: string, version: number) =>
  browser.ask('POST', '/api/agreement/acceptance', { body: { agreement, version } });

/** The texts of the server with another version number of one agreement. */
function publishVersion(agreement: string, version: number): void {
  const texts = loadTexts(null);
  server.context.texts = {
    of: (name, slug) => {
      const text = texts.of(name, slug);
      return name === agreement ? { ...text, values: { ...text.values, version: String(version) } } : text;
    },
  };
}

test('an acceptance is stored with agreement, version, time and text, and recorded as an event', async () => {
  const { browser, person } = await signedIn();
  const { agreement, version, asked, accepted } = await statusOf(browser);
  expect({ asked, accepted }).toEqual({ asked: true, accepted: null });

  const first = await accept(browser, agreement, version);
  expect(first).toMatchObject({ status: 200, body: { version } });
  const { db } = server.context;
  const kept = await db
    .selectFrom('agreement_acceptance')
    .innerJoin('agreement_text', 'agreement_text.sha256', 'agreement_acceptance.text_sha256')
    .select([
      'agreement_acceptance.agreement',
      'agreement_acceptance.version',
      'accepted_at',
      'markdown',
      'membership_id',
    ])
    .where('person_id', '=', person.id)
    .execute();
  expect(kept).toMatchObject([{ agreement, version, membership_id: person.membershipIds[0] }]);
  expect(kept[0]!.markdown).toContain('Virtual Account');
  expect(kept[0]!.markdown).not.toContain('{{');
  expect(await statusOf(browser)).toMatchObject({
    asked: false,
    accepted: { version, at: kept[0]!.accepted_at.toISOString() },
  });

  // A second press changes nothing and records no event.
  expect((await accept(browser, agreement, version)).body).toEqual(first.body);
  const events = await db
    .selectFrom('audit_event')
    .select(['details', 'membership_id'])
    .where('person_id', '=', person.id)
    .where('type', '=', 'agreement_accepted')
    .execute();
  expect(events).toEqual([{ details: { agreement, version }, membership_id: person.membershipIds[0] }]);
});

test('a new version asks again, and the old acceptance stays', async () => {
  const { browser } = await signedIn();
  const { agreement } = await statusOf(browser);
  await accept(browser, agreement, 1);
  try {
    publishVersion(agreement, 2);
    expect(await statusOf(browser)).toMatchObject({ asked: true, version: 2, accepted: { version: 1 } });
    // The version on the screen is out of date by now.
    expect(await accept(browser, agreement, 1)).toMatchObject({ status: 409, body: { Code: 'AGREEMENT_CHANGED' } });
    await accept(browser, agreement, 2);
    expect(await statusOf(browser)).toMatchObject({ asked: false, accepted: { version: 2 } });
    publishVersion(agreement, 1);
    expect(await statusOf(browser)).toMatchObject({ asked: false, accepted: { version: 1 } });
  } finally {
    server.context.texts = loadTexts(null);
  }
});

test('16 presses at once are one acceptance', async () => {
  const { browser, person } = await signedIn();
  const { agreement, version } = await statusOf(browser);
  const answers = await Promise.all(Array.from({ length: 16 }, () => accept(browser, agreement, version)));
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
  const { db } = server.context;
  const rows = await db.selectFrom('agreement_acceptance').select('id').where('person_id', '=', person.id).execute();
  expect(rows).toHaveLength(1);
});

describe('only their own', () => {
  test('another agreement cannot be accepted', async () => {
    const { browser, person } = await signedIn();
    const { agreement } = await statusOf(browser);
    expect(agreement).toBe('cardholder-bancorp-agreement');
    for (const other of ['cardholder-mb-agreement', 'cardholder-bankcorp-credit-aggreement'])
      expect(await accept(browser, other, 1)).toMatchObject({ status: 409 });
    const { db } = server.context;
    expect(
      await db.selectFrom('agreement_acceptance').select('id').where('person_id', '=', person.id).execute(),
    ).toEqual([]);
  });

  test('administrators read theirs and are not asked', async () => {
    const { browser } = await signedIn({ accounts: [{ role: 'ADMIN' }] });
    expect(await statusOf(browser)).toMatchObject({ asked: false, accepted: null });
    expect(await accept(browser, 'cardholder-bancorp-agreement', 1)).toMatchObject({ status: 403 });
  });

  test('a demo cardholder reads the agreement of bank and network, and has accepted it', async () => {
    const browser = new TestBrowser(server);
    await browser.login('onefactor', demoPassword);
    const { body } = await browser.ask('GET', '/api/agreement');
    const { text, status: found } = body as unknown as { text: LegalText; status: AgreementStatus };
    expect(found).toMatchObject({ agreement: 'cardholder-bancorp-agreement', asked: false, accepted: { version: 1 } });
    expect(text).toMatchObject({ effectiveDate: '12/2021', version: 1 });
    expect(JSON.stringify(text)).toContain('the Visa network');
  });

  test('a stranger reads the credit guide and no other', { tags: ['@a2.10', '@a7.2'] }, async () => {
    const stranger = new TestBrowser(server);
    const guide = await stranger.ask('GET', '/api/legal-texts/cardholder-bankcorp-credit-aggreement');
    expect(guide).toMatchObject({ status: 200, body: { effectiveDate: 'June 13th, 2023' } });
    expect(await stranger.ask('GET', '/api/legal-texts/cardholder-mb-agreement')).toMatchObject({ status: 400 });
    expect(await stranger.ask('GET', '/api/agreement')).toMatchObject({ status: 401 });
    expect(await stranger.ask('GET', '/api/agreement/status')).toMatchObject({ status: 401 });
  });
});

test(
  'each of the eight agreements has a demo cardholder to try it with, who gets that very text',
  { tags: ['@2.routes.57', '@2.routes.59', '@2.routes.61', '@2.routes.62', '@2.routes.63', '@9.38'] },
  async () => {
    const { db, texts } = server.context;
    const accounts = await db
      .selectFrom('membership')
      .select('id')
      .where('role', '=', 'CARDHOLDER')
      .where('status', '=', 'OPEN')
      .execute();
    const own = await Promise.all(accounts.map(({ id }) => findOwnAgreement({ db, texts }, id)));
    expect(new Set(own.map(({ agreement }) => agreement))).toEqual(new Set(agreementNames));
    for (const { agreement, rendered } of own)
      expect(rendered.text.effectiveDate).toBe(texts.of(agreement, null).values.effectiveDate);
  },
);

test.each([
  ['grants.admin', 'cardholder-bancorp-agreement', 'Fifth Third Bank, N.A.', 'Visa'],
  ['mastercard', 'cardholder-bancorp-mc-agreement', 'The Bancorp Bank, N.A.', 'Mastercard'],
  ['credit.cardholder', 'cardholder-bankcorp-credit-aggreement', 'The Bancorp Bank, N.A.', 'Visa'],
] as const)('the text of %s, %s, names their own issuer: %s, %s', async (username, agreement, bank, network) => {
  const { db, texts } = server.context;
  const { id } = await db
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.person_id')
    .select('membership.id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  const own = await findOwnAgreement({ db, texts }, id);
  expect(own.agreement).toBe(agreement);
  const said = JSON.stringify(own.rendered.text);
  expect(said).toContain(bank);
  expect(said).toContain(`the ${network} network`);
  for (const other of ['The Bancorp Bank', 'Fifth Third Bank', 'MB Financial Bank'])
    expect(said.includes(other), other).toBe(bank.startsWith(other));
});

test('accepted texts are never changed', async () => {
  const { db } = server.context;
  await expect(db.updateTable('agreement_acceptance').set({ version: 9 }).execute()).rejects.toThrow(
    'permission denied',
  );
  await expect(db.deleteFrom('agreement_acceptance').execute()).rejects.toThrow('permission denied');
  await expect(db.updateTable('agreement_text').set({ markdown: '' }).execute()).rejects.toThrow('permission denied');
});
