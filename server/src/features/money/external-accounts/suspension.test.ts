import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Schema } from '../../../db/schema.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { TestBrowser } from '../../../testing/browser.ts';
import { account, addedTo, amountsIn } from '../../../testing/money/bank-account.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('a suspension', () => {
  /** Suspends the business that has added an account, and returns its status after the correct amounts. */
  async function suspended(mode: Schema['business']['suspension_mode'], changes: { operational?: boolean } = {}) {
    const one = await addedTo(server);
    const { db } = server.context;
    const mine = db.selectFrom('external_account').select('business_id').where('id', '=', one.id);
    await db
      .updateTable('business')
      .set({ status: 'SUSPENDED', suspension_mode: mode, ...changes })
      .where('id', 'in', mine)
      .execute();
    const business = () =>
      db.selectFrom('business').select(['status', 'suspension_mode']).where('id', 'in', mine).executeTakeFirstOrThrow();
    const isLifted = async () =>
      (
        await db
          .selectFrom('audit_event')
          .select(['type', 'details'])
          .where('type', '=', 'business_bank_suspension_lifted')
          .execute()
      ).some(({ details }) => details['account'] === one.id);
    return { ...one, business, isLifted };
  }

  test.each([
    ['OPEN', true],
    ['PENDING_REVIEW', false],
  ] as const)(
    'for a lost bank ends once the bank is connected: %s',
    { tags: '@beyond.24' },
    async (status, operational) => {
      const { wrong, amounts, validate, business, isLifted, browser } = await suspended('PlaidConnectivity', {
        operational,
      });
      await validate(wrong);
      expect([await business(), await isLifted()]).toEqual([
        { status: 'SUSPENDED', suspension_mode: 'PlaidConnectivity' },
        false,
      ]);
      expect((await validate(amounts)).status).toBe(200);
      expect([await business(), await isLifted()]).toEqual([{ status, suspension_mode: null }, true]);
      expect((await browser.ask('GET', '/api/user-info')).body).toMatchObject({
        businessSuspended: false,
        suspensionMode: null,
      });
    },
  );

  test('for a lost bank ends by the link, too', async () => {
    const { link: code, amounts, business } = await suspended('PlaidConnectivity');
    await new TestBrowser(server).ask('POST', '/api/funds-verification', { body: { code, amounts } });
    expect(await business()).toEqual({ status: 'OPEN', suspension_mode: null });
  });

  test('for a lost bank stays where another account is the primary one', async () => {
    const { id: primary, browser, business } = await suspended('PlaidConnectivity');
    const { db } = server.context;
    await db.updateTable('external_account').set({ status: 'ACTIVE' }).where('id', '=', primary).execute();
    const other = await browser.ask('POST', '/api/external-accounts', { body: { ...account, accountNumber: '4242' } });
    const id = String(other.body['id']);
    const amounts = await amountsIn(server, id);
    expect((await browser.ask('POST', `/api/external-accounts/${id}/validate`, { body: { amounts } })).status).toBe(
      200,
    );
    expect((await business()).suspension_mode).toBe('PlaidConnectivity');
  });

  test.each(['CreditWorthiness', 'PaymentFailure', 'Compliance', 'Fraud', 'Default'] as const)(
    'of another kind (%s) stays until the operator ends it',
    { tags: '@beyond.24' },
    async (mode) => {
      const { amounts, validate, business, isLifted } = await suspended(mode);
      expect((await validate(amounts)).status).toBe(200);
      expect([await business(), await isLifted()]).toEqual([{ status: 'SUSPENDED', suspension_mode: mode }, false]);
    },
  );
});
