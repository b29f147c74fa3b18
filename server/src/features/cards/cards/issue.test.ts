import type { PermissionFlag } from '@florin/contract/permissions';
import { policyLimits } from '@florin/contract/cards/policies/spend-rules';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orderCard } from '../../../core/cards/order.ts';
import { bySystem } from '../../../core/cards/states.ts';
import { newId } from '../../../db/ids.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { addPolicy } from '../../../testing/cards/active-policy.ts';
import { addCardBusiness, addCardholder, type CardBusiness } from '../../../testing/cards/card-business.ts';
import { fundedBusiness } from '../../../testing/money/funded-business.ts';
import { eventsOf } from '../../../testing/person.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
let business: CardBusiness;
beforeAll(async () => {
  server = await startTestServer();
  business = await addCardBusiness(server);
});
afterAll(() => server.close());

const month = { amount: 120_00, period: 'month' };
const issue = (changes: object = {}, of: CardBusiness = business) =>
  of.administrator.ask('POST', '/api/cards', {
    body: { idempotencyKey: newId(), holder: of.membershipId, kind: 'VIRTUAL', ...changes },
  });
const policiesOf = (businessId: string) =>
  server.context.db
    .selectFrom('spend_policy')
    .innerJoin('spend_policy_version', 'policy_id', 'spend_policy.id')
    .select(['layer', 'chain_id', 'state', 'document', 'name', 'spend_policy_version.created_by'])
    .where('business_id', '=', businessId)
    .execute();
const cardsOf = async (businessId: string) =>
  (await server.context.db.selectFrom('card').select('id').where('business_id', '=', businessId).execute()).length;
const withhold = (of: CardBusiness, flags: PermissionFlag[]) =>
  server.context.db
    .updateTable('membership')
    .set({ flags_withheld: flags })
    .where('business_id', '=', of.businessId)
    .where('role', '=', 'ADMIN')
    .execute();
const administratorOf = async ({ businessId }: CardBusiness): Promise<string> => {
  const { person_id: personId } = await server.context.db
    .selectFrom('membership')
    .select('person_id')
    .where('business_id', '=', businessId)
    .where('role', '=', 'ADMIN')
    .executeTakeFirstOrThrow();
  return personId;
};

describe('a starting limit', () => {
  test('is an active policy of the card, which the engine reads at once', async () => {
    const of = await addCardBusiness(server);
    const { status, body } = await issue({ limit: month }, of);
    expect(status).toBe(201);
    const id = String(body['id']);
    expect(await policiesOf(of.businessId)).toMatchObject([
      {
        layer: 'CARD',
        chain_id: id,
        state: 'ACTIVE',
        document: { rules: [{ kind: 'amount', period: 'month', limit: 120_00 }] },
        created_by: expect.any(String),
      },
    ]);
    expect(body['policyVersions']).toHaveLength(1);
    const limits = await of.administrator.ask('GET', `/api/cards/${id}/spend-limits`);
    expect(limits.body['limits']).toMatchObject([{ layer: 'CARD', period: 'month', limit: 120_00, left: 120_00 }]);
    const events = await eventsOf(server, await administratorOf(of));
    expect(events).toEqual(
      expect.arrayContaining(['card_issued', 'spend_policy_created', 'spend_policy_version_changed']),
    );
  });

  test.each(['purchase', 'day', 'week', 'month', 'quarter', 'year', 'lifetime'])('can be for a %s', async (period) => {
    const of = await addCardBusiness(server);
    expect((await issue({ limit: { amount: policyLimits.amountAtMost, period } }, of)).status).toBe(201);
  });

  test.each([
    ['of nothing', { amount: 0, period: 'month' }, 'limit.amount', 'tooShort'],
    ['below zero', { amount: -1, period: 'month' }, 'limit.amount', 'tooShort'],
    ['of a part of a cent', { amount: 1.5, period: 'month' }, 'limit.amount', 'format'],
    ['above every policy', { amount: policyLimits.amountAtMost + 1, period: 'month' }, 'limit.amount', 'tooLong'],
    ['as a text', { amount: '120', period: 'month' }, 'limit.amount', 'type'],
    ['since a date', { amount: 120_00, period: 'since' }, 'limit.period', 'format'],
    ['without a period', { amount: 120_00 }, 'limit.period', 'missing'],
  ])('%s is refused, and names the field', async (_what, limit, field, problem) => {
    const before = await cardsOf(business.businessId);
    const { body } = await issue({ limit });
    expect(body).toMatchObject({ Code: 'VALIDATION', Fields: [{ Field: field, Problem: problem }] });
    expect(await cardsOf(business.businessId)).toBe(before);
  });

  test('needs the permission to change policies; a card without a limit does not', async () => {
    const of = await addCardBusiness(server);
    await withhold(of, ['EDIT_BUSINESS_SETTINGS']);
    expect(await issue({ limit: month }, of)).toMatchObject({ status: 403, body: { Code: 'FORBIDDEN' } });
    expect([await cardsOf(of.businessId), await policiesOf(of.businessId)]).toEqual([1, []]);
    expect((await issue({}, of)).status).toBe(201);
  });

  test('is not there where the card is refused or its making fails', async () => {
    const of = await addCardBusiness(server);
    await server.context.db.updateTable('business').set({ cards_at_most: 1 }).where('id', '=', of.businessId).execute();
    expect((await issue({ limit: month }, of)).body).toMatchObject({ Code: 'CARD_LIMIT_REACHED' });
    await server.context.db.updateTable('business').set({ cards_at_most: 5 }).where('id', '=', of.businessId).execute();
    let limits = 0;
    const making = inTransaction(server.context.db, async (tx) => {
      const order = { businessId: of.businessId, holder: of.membershipId, kind: 'VIRTUAL' } as const;
      const limit = { amount: 120_00, period: 'month' } as const;
      await orderCard(tx, server.context, { ...order, limit }, bySystem);
      limits = (await tx.selectFrom('spend_policy').select('id').where('business_id', '=', of.businessId).execute())
        .length;
      throw new Error('The processor is gone.');
    });
    await expect(making).rejects.toThrow('The processor is gone.');
    expect([limits, await cardsOf(of.businessId), await policiesOf(of.businessId)]).toEqual([1, 1, []]);
  });

  test('is set once for a key, also sixteen times at once; another limit is another order', async () => {
    const of = await addCardBusiness(server);
    const order = { idempotencyKey: newId(), limit: month };
    const answers = await Promise.all(Array.from({ length: 16 }, () => issue(order, of)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${String(body['id'])}`)).size).toBe(1);
    expect(await policiesOf(of.businessId)).toHaveLength(1);
    const other = await issue({ ...order, limit: { ...month, amount: 121_00 } }, of);
    expect(other.body['Code']).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  test('comes with the lines of a CSV text, too, and is in force where it is right', async () => {
    const of = await addCardBusiness(server);
    const { username } = of.person;
    const rows = ['$1,250.50,', '20,DAY', '3.5.1,', '0,', '20,fortnight', ','];
    const csv = [
      'holder,limit,every',
      ...rows.map((row) => `${username},${row.startsWith('$') ? `"$1,250.50",` : row}`),
    ];
    const bulk = () =>
      of.administrator.ask('POST', '/api/cards/bulk', {
        body: { idempotencyKey: newId(), act: 'ISSUE', dryRun: false, csv: csv.join('\n') },
      });
    const lines = (await bulk()).body['lines'] as { outcome: string; field: string | null }[];
    expect(lines.map(({ outcome, field }) => [outcome, field])).toEqual([
      ['DONE', null],
      ['DONE', null],
      ['REFUSED', 'limit.amount'],
      ['REFUSED', 'limit.amount'],
      ['REFUSED', 'limit.period'],
      ['DONE', null],
    ]);
    expect((await policiesOf(of.businessId)).map(({ document }) => document.rules)).toEqual([
      [{ kind: 'amount', period: 'month', limit: 1_250_50 }],
      [{ kind: 'amount', period: 'day', limit: 20_00 }],
    ]);
  });

  test('of a CSV text is said in the dry run, with the rest of the card', async () => {
    const of = await addCardBusiness(server);
    const dryRun = (csv: string) =>
      of.administrator.ask('POST', '/api/cards/bulk', {
        body: { idempotencyKey: newId(), act: 'ISSUE', dryRun: true, csv },
      });
    const { username } = of.person;
    const drawsOnBusiness = (use_business_balance_for_auths: boolean) =>
      server.context.db
        .updateTable('business')
        .set({ use_business_balance_for_auths })
        .where('id', '=', of.businessId)
        .execute();
    await drawsOnBusiness(true);
    const csv = `Holder,Name,Limit,Every,Only at,\n${username},Lunch,20,day,Lark,`;
    const card = { kind: 'VIRTUAL', name: 'Lunch', limit: { amount: 20_00, period: 'day' }, onlyAt: 'Lark' };
    expect((await dryRun(csv)).body['lines']).toMatchObject([
      { outcome: 'DONE', card: { ...card, startsEmpty: false } },
    ]);
    await drawsOnBusiness(false);
    expect((await dryRun(csv)).body['lines']).toMatchObject([
      { outcome: 'DONE', card: { ...card, startsEmpty: true } },
    ]);
  });

  test('of a CSV text is refused with every column that is not known', async () => {
    const { username } = business.person;
    const before = await cardsOf(business.businessId);
    const { body } = await business.administrator.ask('POST', '/api/cards/bulk', {
      body: {
        idempotencyKey: newId(),
        act: 'ISSUE',
        dryRun: false,
        csv: `holder,limmit,fundd,only at\n${username},100,500,Lark`,
      },
    });
    expect(body).toMatchObject({
      Code: 'VALIDATION',
      Fields: [
        { Field: 'csv.1.limmit', Problem: 'unknown' },
        { Field: 'csv.1.fundd', Problem: 'unknown' },
      ],
    });
    expect(await cardsOf(business.businessId)).toBe(before);
  });

  test('of a CSV text needs the same permission, line by line', async () => {
    const of = await addCardBusiness(server);
    await withhold(of, ['EDIT_BUSINESS_SETTINGS']);
    const { username } = of.person;
    const { body } = await of.administrator.ask('POST', '/api/cards/bulk', {
      body: {
        idempotencyKey: newId(),
        act: 'ISSUE',
        dryRun: false,
        csv: `holder,limit\n${username},20\n${username},`,
      },
    });
    expect(body['lines']).toMatchObject([{ outcome: 'REFUSED', code: 'FORBIDDEN' }, { outcome: 'DONE' }]);
    expect(await policiesOf(of.businessId)).toEqual([]);
  });

  test('of many cards leaves room for the policies of the business', async () => {
    const of = await addCardBusiness(server);
    for (let policy = 0; policy < policyLimits.policiesPerBusiness; policy += 1)
      await addPolicy(server.context.db, { businessId: of.businessId, layer: 'CARD', chainId: of.cardId }, [
        { kind: 'amount', period: 'day', limit: 1 },
      ]);
    const create = (layer: string, changes: object = {}) =>
      of.administrator.ask('POST', '/api/spend-policies', {
        body: { name: 'Policy', layer, rules: [{ kind: 'amount', period: 'day', limit: 1 }], ...changes },
      });
    expect((await create('BUSINESS')).status).toBe(201);
    expect((await create('CARD', { cardId: of.cardId })).body).toMatchObject({
      Code: 'POLICY_INVALID',
      Problems: [{ Problem: 'tooManyPolicies' }],
    });
  });
});

describe('a trial of a card', () => {
  const tryCard = (changes: object, of: Pick<CardBusiness, 'administrator' | 'membershipId'> = business) =>
    of.administrator.ask('POST', '/api/card-trials', { body: { holder: of.membershipId, ...changes } });
  const codes = (body: Record<string, unknown>) =>
    (body['purchases'] as { code: string | null; rule: { layer: string } | null }[]).map(({ code, rule }) => [
      code,
      rule?.layer ?? null,
    ]);

  test('says what the engine would say of its limit, its lock and the policies above, and issues nothing', async () => {
    const { businessId, browser: administrator } = await fundedBusiness(server, 1_000_00n);
    const of = { administrator, businessId, ...(await addCardholder(server, businessId)) };
    const { db } = server.context;
    const drawsOnBusiness = (use_business_balance_for_auths: boolean) =>
      db.updateTable('business').set({ use_business_balance_for_auths }).where('id', '=', businessId).execute();
    await drawsOnBusiness(true);
    const group = await of.administrator.ask('POST', '/api/card-groups', { body: { name: 'Crew' } });
    const groupId = String(group.body['id']);
    await addPolicy(db, { businessId: of.businessId, layer: 'GROUP', groupId }, [
      { kind: 'block', field: 'country', values: ['MX'] },
    ]);
    await addPolicy(db, { businessId: of.businessId, layer: 'BUSINESS' }, [
      { kind: 'amount', period: 'purchase', limit: 500_00 },
    ]);
    const purchases = [
      { amount: 600_00, merchant: 'Adobe Inc' },
      { amount: 130_00, merchant: 'Adobe Inc' },
      { amount: 10_00, merchant: 'Adobe Inc', country: 'MX' },
      { amount: 10_00, merchant: 'Canva' },
      { amount: 59_99, merchant: 'Adobe Inc' },
    ];
    const limit = { amount: 120_00, period: 'month' };
    const controls = { merchantLock: { kind: 'NAMED', merchant: 'Adobe' } };
    const { status, body } = await tryCard({ limit, controls, groupIds: [groupId], purchases }, of);
    expect([status, body]).toMatchObject([
      200,
      {
        nameOnCard: 'ROBIN EXAMPLE',
        leftToday: 20,
        groups: [{ id: groupId, name: 'Crew' }],
        rules: [
          { layer: 'PROGRAM' },
          { layer: 'BUSINESS', policyName: 'Policy', rule: { kind: 'amount', limit: 500_00 } },
          { layer: 'GROUP', policyName: 'Policy', rule: { kind: 'block', values: ['MX'] } },
        ],
        source: 'BUSINESS',
        available: { amount: 1_000_00, currency: 'USD' },
      },
    ]);
    expect(codes(body)).toEqual([
      ['limit_month', 'CARD'],
      ['limit_month', 'CARD'],
      ['country_not_allowed', 'GROUP'],
      ['merchant_locked_elsewhere', null],
      [null, null],
    ]);
    await drawsOnBusiness(false);
    const own = await tryCard({ purchases: [{ amount: 450_00, merchant: 'Adobe' }] }, of);
    expect(own.body).toMatchObject({ source: 'WALLET', available: { amount: 1_000_00 }, purchases: [{ code: null }] });
    expect([await cardsOf(of.businessId), (await policiesOf(of.businessId)).length]).toEqual([0, 2]);
  });

  test.each([
    ['an unknown holder', { holder: newId() }, 'holder'],
    ['an unknown group', { groupIds: [newId()] }, 'groupIds'],
    ['a purchase of nothing', { purchases: [{ amount: 0, merchant: 'Adobe' }] }, 'purchases.0.amount'],
  ])('with %s is refused', async (_what, changes, field) => {
    expect((await tryCard(changes)).body).toMatchObject({ Code: 'VALIDATION', Fields: [{ Field: field }] });
  });

  test('of a cardholder of another business is refused', async () => {
    const other = await addCardBusiness(server);
    const { membershipId } = await addCardholder(server, other.businessId);
    expect((await tryCard({ holder: membershipId })).body['Code']).toBe('VALIDATION');
  });
});
