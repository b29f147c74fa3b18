import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../db/ids.ts';
import { openTestDatabase } from '../../testing/database/open.ts';
import { accountKinds, type LedgerAnswer } from './rules.ts';
import { hold, ledgerFaults, post, postHold, voidHold } from './queries.ts';
import { at, figuresOf, openTestBusiness } from '../../testing/business.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const kinds = ['bank_settlement', 'business_available', 'network_clearing', 'credit_receivable'] as const;
type Kind = (typeof kinds)[number];
const creditLimit = 500n;

type Act =
  | { act: 'post'; debit: Kind; credit: Kind; amount: bigint; mayOverdraw: boolean }
  | { act: 'hold'; debit: Kind; credit: Kind; amount: bigint }
  /** `hold` and `command` are indexes among those made so far. */
  | { act: 'postHold'; hold: number; amount: bigint }
  | { act: 'voidHold'; hold: number }
  | { act: 'repeat'; command: number };

const amount = fc.bigInt({ min: 1n, max: 400n });
const sides = fc.shuffledSubarray([...kinds], { minLength: 2, maxLength: 2 }).map(([debit, credit]) => ({
  debit: debit!,
  credit: credit!,
}));
const index = fc.nat(12);
const acts = (overdrafts: boolean): fc.Arbitrary<Act> =>
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc
        .tuple(sides, amount, overdrafts ? fc.boolean() : fc.constant(false))
        .map(([s, a, mayOverdraw]): Act => ({ act: 'post', ...s, amount: a, mayOverdraw })),
    },
    { weight: 4, arbitrary: fc.tuple(sides, amount).map(([s, a]): Act => ({ act: 'hold', ...s, amount: a })) },
    { weight: 3, arbitrary: fc.tuple(index, amount).map(([h, a]): Act => ({ act: 'postHold', hold: h, amount: a })) },
    { weight: 2, arbitrary: index.map((h): Act => ({ act: 'voidHold', hold: h })) },
    { weight: 2, arbitrary: index.map((command): Act => ({ act: 'repeat', command })) },
  );

/**
 * A model of the ledger without a database: the expected answer of every command and the expected figures of every
 * account.
 */
class Model {
  readonly figures = new Map(kinds.map((kind) => [kind, { ledger: 0n, onHold: 0n, incoming: 0n }]));
  readonly holds: { debit: Kind; credit: Kind; amount: bigint; open: boolean }[] = [];

  available(kind: Kind): bigint {
    const { ledger, onHold } = this.figures.get(kind)!;
    return ledger - onHold + (kind === 'credit_receivable' ? creditLimit : 0n);
  }

  post(debit: Kind, credit: Kind, value: bigint, mayOverdraw: boolean): string {
    if (!mayOverdraw && !this.covers(debit, value)) return 'INSUFFICIENT_FUNDS';
    this.figures.get(debit)!.ledger -= value;
    this.figures.get(credit)!.ledger += value;
    return 'done';
  }

  hold(debit: Kind, credit: Kind, value: bigint): string {
    if (!this.covers(debit, value)) return 'INSUFFICIENT_FUNDS';
    this.holds.push({ debit, credit, amount: value, open: true });
    this.figures.get(debit)!.onHold += value;
    this.figures.get(credit)!.incoming += value;
    return 'done';
  }

  resolve(number: number, value: bigint): string {
    const held = this.holds[number]!;
    if (!held.open) return 'HOLD_RESOLVED';
    if (value > held.amount) return 'EXCEEDS_HOLD';
    held.open = false;
    this.figures.get(held.debit)!.onHold -= held.amount;
    this.figures.get(held.credit)!.incoming -= held.amount;
    return value === 0n ? 'done' : this.post(held.debit, held.credit, value, true);
  }

  private covers(kind: Kind, value: bigint) {
    return accountKinds[kind].overdraftAllowed || this.available(kind) >= value;
  }
}

const common = () => ({ key: newId(), code: 'CLEARING' as const, description: 'Test', at });
const wordOf = (answer: LedgerAnswer) => (answer.done ? 'done' : answer.refusal);

test('any sequence of commands and retries agrees with double-entry bookkeeping', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(acts(true), { minLength: 1, maxLength: 40 }), async (sequence) => {
      const { accounts } = await openTestBusiness(database.db, kinds);
      const model = new Model();
      const holdIds: string[] = [];
      const made: { run: () => Promise<LedgerAnswer>; answer: LedgerAnswer }[] = [];
      const repeats: { first: LedgerAnswer; again: LedgerAnswer }[] = [];
      const make = async (run: () => Promise<LedgerAnswer>, expected: string) => {
        const answer = await run();
        expect(wordOf(answer)).toBe(expected);
        made.push({ run, answer });
        return answer;
      };
      for (const a of sequence) {
        const key = common();
        if (a.act === 'repeat') {
          const earlier = made[a.command % Math.max(made.length, 1)];
          if (earlier) repeats.push({ first: earlier.answer, again: await earlier.run() });
        } else if (a.act === 'post' || a.act === 'hold') {
          const command = {
            ...key,
            debitAccountId: accounts[a.debit],
            creditAccountId: accounts[a.credit],
            amount: a.amount,
          };
          if (a.act === 'post') {
            const { mayOverdraw } = a;
            await make(
              () => post(database.db, { ...command, mayOverdraw }),
              model.post(a.debit, a.credit, a.amount, mayOverdraw),
            );
          } else {
            const expected = model.hold(a.debit, a.credit, a.amount);
            const answer = await make(() => hold(database.db, { ...command, expiresAfterSeconds: 60 }), expected);
            if (answer.done) holdIds.push(answer.transferId);
          }
        } else if (holdIds.length > 0) {
          const number = a.hold % holdIds.length;
          const command = { ...key, holdId: holdIds[number]! };
          await (a.act === 'postHold'
            ? make(() => postHold(database.db, { ...command, amount: a.amount }), model.resolve(number, a.amount))
            : make(() => voidHold(database.db, command), model.resolve(number, 0n)));
        }
      }
      for (const { first, again } of repeats) expect(again).toEqual(first);
      for (const kind of kinds)
        expect(await figuresOf(database.db, accounts[kind])).toEqual({
          ...model.figures.get(kind)!,
          available: model.available(kind),
        });
    }),
    { numRuns: 60 },
  );
  expect(await ledgerFaults(database.db)).toEqual([]);
});

test('parallel callers that each repeat their command double nothing, overdraw nothing and resolve a hold once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(acts(false), { minLength: 8, maxLength: 40 }), async (sequence) => {
      const { businessId, accounts } = await openTestBusiness(database.db, kinds);
      const money = { debitAccountId: accounts.bank_settlement, creditAccountId: accounts.business_available };
      await post(database.db, { ...common(), ...money, amount: 1000n });
      const holdIds: string[] = [];
      for (let i = 0; i < 3; i += 1) {
        const target = { debitAccountId: accounts.business_available, creditAccountId: accounts.network_clearing };
        const held = await hold(database.db, { ...common(), ...target, amount: 200n, expiresAfterSeconds: 60 });
        if (held.done) holdIds.push(held.transferId);
      }

      const commands = sequence.flatMap((a): (() => Promise<LedgerAnswer>)[] => {
        const key = common();
        if (a.act === 'repeat') return [];
        if (a.act === 'voidHold') return [() => voidHold(database.db, { ...key, holdId: holdIds[a.hold % 3]! })];
        if (a.act === 'postHold')
          return [() => postHold(database.db, { ...key, holdId: holdIds[a.hold % 3]!, amount: a.amount })];
        const command = {
          ...key,
          debitAccountId: accounts[a.debit],
          creditAccountId: accounts[a.credit],
          amount: a.amount,
        };
        if (a.act === 'hold') return [() => hold(database.db, { ...command, expiresAfterSeconds: 60 })];
        return [() => post(database.db, command)];
      });
      const answers = await Promise.all(commands.map((run) => Promise.all([run(), run()])));

      for (const [one, other] of answers) expect(other).toEqual(one);
      const done = answers.filter(([one]) => one.done).length;
      const transfers = await database.db
        .selectFrom('transfer')
        .select(['id', 'pending_id'])
        .where('business_id', '=', businessId)
        .execute();
      expect(transfers).toHaveLength(done + 1 + holdIds.length);
      const resolved = transfers.flatMap((t) => t.pending_id ?? []);
      expect(new Set(resolved).size).toBe(resolved.length);
      for (const kind of ['business_available', 'credit_receivable'] as const)
        expect((await figuresOf(database.db, accounts[kind])).available).toBeGreaterThanOrEqual(0n);
      const sum = (await Promise.all(kinds.map((kind) => figuresOf(database.db, accounts[kind])))).reduce(
        (total, { ledger }) => total + ledger,
        0n,
      );
      expect(sum).toBe(0n);
    }),
    { numRuns: 40 },
  );
  expect(await ledgerFaults(database.db)).toEqual([]);
});
