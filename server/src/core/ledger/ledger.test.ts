import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../db/ids.ts';
import { inTransaction } from '../../db/transaction.ts';
import { openTestDatabase } from '../../testing/database/open.ts';
import type { FinancialAccountKind } from '../../db/ledger-schema.ts';
import { hold, ledgerFaults, post, postHold, voidHold, type Post } from './queries.ts';
import type { LedgerAnswer } from './rules.ts';
import { at, figuresOf, openTestBusiness } from '../../testing/business.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const kinds = ['bank_settlement', 'business_available', 'network_clearing', 'credit_receivable'] as const;
type Kind = (typeof kinds)[number];
let accounts: Record<Kind, string>;
beforeEach(async () => {
  ({ accounts } = await openTestBusiness(database.db, kinds));
  await move('bank_settlement', 'business_available', 1000n);
});

const details = () => ({ key: newId(), code: 'FUNDING' as const, description: 'Test', at });
const sides = (debit: Kind, credit: Kind) => ({ debitAccountId: accounts[debit], creditAccountId: accounts[credit] });
const move = (debit: Kind, credit: Kind, amount: bigint, more: Partial<Post> = {}) =>
  post(database.db, { ...details(), ...sides(debit, credit), amount, ...more });
const reserve = (amount: bigint, debit: Kind = 'business_available') =>
  hold(database.db, { ...details(), ...sides(debit, 'network_clearing'), amount, expiresAfterSeconds: 60 });
const transfer = (debit: Kind, credit: Kind) => ({ ...details(), ...sides(debit, credit), amount: 10n });
const figures = (kind: Kind) => figuresOf(database.db, accounts[kind]);

function idOf(answer: LedgerAnswer): string {
  if (!answer.done) throw new Error(answer.refusal);
  return answer.transferId;
}
const refused = (refusal: string) => ({ done: false, refusal });

describe('posting', () => {
  test('moves money between two accounts', async () => {
    expect((await move('business_available', 'network_clearing', 300n)).done).toBe(true);
    expect(await figures('business_available')).toEqual({ ledger: 700n, onHold: 0n, available: 700n, incoming: 0n });
    expect(await figures('network_clearing')).toMatchObject({ ledger: 300n });
  });

  test('numbers the entries of an account and keeps the balance after each', async () => {
    await move('business_available', 'network_clearing', 300n);
    const entries = await database.db
      .selectFrom('entry')
      .select(['number', 'side', 'amount', 'balance_after'])
      .where('account_id', '=', accounts.business_available)
      .orderBy('number')
      .execute();
    expect(entries).toEqual([
      { number: 1n, side: 'CREDIT', amount: 1000n, balance_after: 1000n },
      { number: 2n, side: 'DEBIT', amount: 300n, balance_after: 700n },
    ]);
  });

  test.each<[debit: Kind, amount: bigint, mayOverdraw: boolean, done: boolean]>([
    ['business_available', 1000n, false, true],
    ['business_available', 1001n, false, false],
    ['business_available', 1001n, true, true],
    ['credit_receivable', 500n, false, true],
    ['credit_receivable', 501n, false, false],
    ['bank_settlement', 1_000_000_000_000n, false, true],
  ])('%s debited %s, overdraft allowed by the command: %s -> done: %s', async (debit, amount, mayOverdraw, done) => {
    const answer = await move(debit, 'network_clearing', amount, { mayOverdraw });
    expect(answer.done ? 'done' : answer.refusal).toBe(done ? 'done' : 'INSUFFICIENT_FUNDS');
  });

  test('keeps bigints exact', async () => {
    await move('bank_settlement', 'business_available', 9_007_199_254_740_993n);
    expect((await figures('business_available')).ledger).toBe(9_007_199_254_741_993n);
  });

  test('debt lowers the remaining credit', async () => {
    await move('credit_receivable', 'network_clearing', 120n);
    await reserve(80n, 'credit_receivable');
    expect(await figures('credit_receivable')).toEqual({ ledger: -120n, onHold: 80n, available: 300n, incoming: 0n });
  });
});

describe('holds', () => {
  test('reserve an amount, so that a hold and a post together cannot exceed the available amount', async () => {
    await reserve(800n);
    expect(await figures('business_available')).toEqual({ ledger: 1000n, onHold: 800n, available: 200n, incoming: 0n });
    expect(await figures('network_clearing')).toMatchObject({ ledger: 0n, incoming: 800n });
    expect(await reserve(201n)).toEqual(refused('INSUFFICIENT_FUNDS'));
    expect(await move('business_available', 'network_clearing', 201n)).toEqual(refused('INSUFFICIENT_FUNDS'));
  });

  test('can be posted in part, and the rest becomes available again', async () => {
    const holdId = idOf(await reserve(800n));
    expect((await postHold(database.db, { ...details(), holdId, amount: 500n })).done).toBe(true);
    expect(await figures('business_available')).toEqual({ ledger: 500n, onHold: 0n, available: 500n, incoming: 0n });
    expect(await figures('network_clearing')).toEqual({ ledger: 500n, onHold: 0n, available: 500n, incoming: 0n });
  });

  test('cannot be posted above the reserved amount', async () => {
    const holdId = idOf(await reserve(800n));
    expect(await postHold(database.db, { ...details(), holdId, amount: 801n })).toEqual(refused('EXCEEDS_HOLD'));
    expect(await figures('business_available')).toMatchObject({ onHold: 800n });
  });

  test('release all of it when they are voided', async () => {
    const holdId = idOf(await reserve(800n));
    expect((await voidHold(database.db, { ...details(), holdId })).done).toBe(true);
    expect(await figures('business_available')).toEqual({ ledger: 1000n, onHold: 0n, available: 1000n, incoming: 0n });
  });

  test('are resolved once', async () => {
    const holdId = idOf(await reserve(800n));
    await voidHold(database.db, { ...details(), holdId });
    expect(await voidHold(database.db, { ...details(), holdId })).toEqual(refused('HOLD_RESOLVED'));
    expect(await postHold(database.db, { ...details(), holdId, amount: 1n })).toEqual(refused('HOLD_RESOLVED'));
  });

  test('store the time when they are due to be voided', async () => {
    const holdId = idOf(await reserve(1n));
    const row = await database.db
      .selectFrom('transfer')
      .select('expires_at')
      .where('id', '=', holdId)
      .executeTakeFirst();
    expect(row!.expires_at).toEqual(new Date(at.getTime() + 60_000));
  });

  test('announce incoming money without making it available', async () => {
    await hold(database.db, {
      ...details(),
      ...sides('bank_settlement', 'business_available'),
      amount: 400n,
      expiresAfterSeconds: null,
    });
    expect(await figures('business_available')).toEqual({
      ledger: 1000n,
      onHold: 0n,
      available: 1000n,
      incoming: 400n,
    });
  });
});

describe('idempotency', () => {
  test('a repeated command gives the same answer and moves nothing, with a new time and id', async () => {
    const command = { ...details(), ...sides('business_available', 'network_clearing'), amount: 300n };
    const first = await post(database.db, command);
    expect(await post(database.db, { ...command, at: new Date(at.getTime() + 5000) })).toEqual(first);
    expect(await figures('business_available')).toMatchObject({ ledger: 700n });
  });

  test('a refusal stays a refusal, even if money has arrived since', async () => {
    const command = { ...details(), ...sides('business_available', 'network_clearing'), amount: 2000n };
    expect(await post(database.db, command)).toEqual(refused('INSUFFICIENT_FUNDS'));
    await move('bank_settlement', 'business_available', 5000n);
    expect(await post(database.db, command)).toEqual(refused('INSUFFICIENT_FUNDS'));
  });

  test('a key belongs to one command', async () => {
    const command = { ...details(), ...sides('business_available', 'network_clearing'), amount: 300n };
    await post(database.db, command);
    expect(await post(database.db, { ...command, amount: 301n })).toEqual(refused('KEY_REUSED'));
    expect(await hold(database.db, { ...command, expiresAfterSeconds: null })).toEqual(refused('KEY_REUSED'));
  });

  test('resolutions are idempotent, too', async () => {
    const holdId = idOf(await reserve(800n));
    const command = { ...details(), holdId, amount: 500n };
    const first = await postHold(database.db, command);
    expect(await postHold(database.db, command)).toEqual(first);
  });

  test('a command in a rolled-back transaction leaves no trace', async () => {
    const command = { ...details(), ...sides('business_available', 'network_clearing'), amount: 300n };
    const fails = database.db.transaction().execute(async (tx) => {
      await post(tx, command);
      throw new Error('later');
    });
    await expect(fails).rejects.toThrow('later');
    expect(await figures('business_available')).toMatchObject({ ledger: 1000n });
    expect((await post(database.db, command)).done).toBe(true);
  });
});

describe('mistakes of callers', () => {
  test.each([0n, -1n])('an amount of %s throws', async (amount) => {
    await expect(move('business_available', 'network_clearing', amount)).rejects.toThrow(/transfer_amount_check/);
  });
  test('an account against itself throws', async () => {
    await expect(move('business_available', 'business_available', 1n)).rejects.toMatchObject({ code: 'P0002' });
  });
  test('accounts of two businesses throw', async () => {
    const other = await openTestBusiness(database.db, ['network_clearing']);
    const foreign = move('business_available', 'network_clearing', 1n, {
      creditAccountId: other.accounts.network_clearing,
    });
    await expect(foreign).rejects.toMatchObject({ code: '23503' });
  });
  test('a hold that does not exist throws', async () => {
    await expect(voidHold(database.db, { ...details(), holdId: newId() })).rejects.toMatchObject({ code: 'P0002' });
  });
});

const insertAccount = (kind: string, limit: number) =>
  database.pool.query(
    `insert into financial_account (id, business_id, kind, currency, overdraft_allowed, credit_limit, created_at)
     select $1, id, $2, 'USD', false, $3, now() from business limit 1`,
    [newId(), kind, limit],
  );

describe('the database itself refuses', () => {
  const statements: [what: string, sql: string][] = [
    ['changing an entry', 'update entry set amount = amount + 1'],
    ['deleting an entry', 'delete from entry'],
    ['emptying the entries', 'truncate entry'],
    ['changing a transfer', `update transfer set amount = amount + 1`],
    ['deleting a transfer', 'delete from transfer'],
    ['emptying the transfers', 'truncate transfer cascade'],
    [
      'a transfer without entries',
      `insert into ledger_command values ('bare', '{}', '01890000-0000-7000-8000-000000000001', null, now());
       insert into transfer (id, idempotency_key, kind, business_id, currency, debit_account_id, credit_account_id, amount, code,
         description, at)
       select '01890000-0000-7000-8000-000000000001', 'bare', 'POSTED', business_id, currency, debit_account_id,
         credit_account_id, 1, 'FUNDING', '', at from transfer limit 1`,
    ],
    [
      'an entry on a pending transfer',
      `insert into entry select debit_account_id, 99, id, 'DEBIT', amount, 0, at from transfer where kind = 'PENDING' limit 1`,
    ],
    [
      'a second resolution of a hold',
      `insert into ledger_command values ('twice', '{}', '01890000-0000-7000-8000-000000000002', null, now());
       insert into transfer (id, idempotency_key, kind, pending_id, business_id, currency, debit_account_id, credit_account_id,
         amount, code, description, at)
       select '01890000-0000-7000-8000-000000000002', 'twice', kind, pending_id, business_id, currency, debit_account_id,
         credit_account_id, amount, code, description, at from transfer where kind = 'VOID_PENDING' limit 1`,
    ],
  ];
  test.each(statements)('%s', async (_what, statement) => {
    const holdId = idOf(await reserve(1n));
    await voidHold(database.db, { ...details(), holdId });
    await reserve(1n);
    await expect(database.pool.query(statement)).rejects.toMatchObject({ code: expect.stringMatching(/^23/) });
  });

  test('an account of an unknown kind, and a limit on an account that takes none', async () => {
    await expect(insertAccount('piggy_bank', 0)).rejects.toMatchObject({ code: '23514' });
    await expect(insertAccount('isa_fee', 1)).rejects.toMatchObject({ code: '23514' });
  });
});

test('the proof of the books finds an account with altered figures', async () => {
  const touch = (by: number) =>
    database.pool.query('update financial_account set credits_posted = credits_posted + $1 where id = $2', [
      by,
      accounts.business_available,
    ]);
  await touch(1);
  const faults = await ledgerFaults(database.db);
  await touch(-1);
  expect(faults).toMatchObject([
    { accountId: accounts.business_available, kind: 'business_available' satisfies FinancialAccountKind },
  ]);
});

test('transactions that lock accounts against each other are retried, and both succeed', async () => {
  const first = [transfer('business_available', 'network_clearing'), transfer('bank_settlement', 'credit_receivable')];
  const second = [transfer('bank_settlement', 'credit_receivable'), transfer('business_available', 'network_clearing')];
  let runs = 0;
  const bothHoldLocks = Promise.withResolvers<void>();
  const act = ([one, two]: Post[]) =>
    inTransaction(database.db, async (tx) => {
      await post(tx, one!);
      runs += 1;
      if (runs === 2) bothHoldLocks.resolve();
      await bothHoldLocks.promise;
      await post(tx, two!);
    });
  await Promise.all([act(first), act(second)]);
  // The retried one can meet the other again before it succeeds.
  expect(runs).toBeGreaterThan(2);
  expect(await figures('business_available')).toMatchObject({ ledger: 980n });
  expect(await figures('credit_receivable')).toMatchObject({ ledger: 20n });
});

test('after all of this the books are correct', async () => {
  expect(await ledgerFaults(database.db)).toEqual([]);
});
