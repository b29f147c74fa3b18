import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { at, figuresOf } from '../../testing/business.ts';
import { cuttable } from '../../testing/database/cut.ts';
import { endOf, openTestDatabase } from '../../testing/database/open.ts';
import { embeddedCardProcessor } from '../../ports/card-processor/embedded.ts';
import { environmentKeys } from '../../ports/keys/environment.ts';
import { testKeyring } from '../../testing/database/template.ts';
import {
  addCard,
  addWallet,
  eventFor,
  openSpendingBusiness,
  purchase,
  storedTransaction,
} from '../../testing/cards/spending.ts';
import { newId } from '../../db/ids.ts';
import { openDatabase, openPool, type Database } from '../../db/open.ts';
import { ledgerFaults } from '../ledger/queries.ts';
import { decidedAs } from '../processor-intake/intake.ts';
import { lockMoney } from '../ledger/lock.ts';
import { applyEvent } from '../transactions/apply-event.ts';
import { authorize } from '../transactions/authorize.ts';
import { releaseWithdrawn } from '../transactions/release-withdrawn.ts';
import { wrongCopies } from '../transactions/verify.ts';
import { closeLanes, openLanes } from './lanes.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
const clock = { now: () => at };
const contextOf = (db: Database) => ({ db, clock });
/** What applying an event needs. */
const receiving = () => {
  const keys = environmentKeys(testKeyring);
  return { ...contextOf(database.db), keys, cardProcessor: embeddedCardProcessor(keys) };
};
/** Milliseconds in which a loaded machine also decides. */
const patience = 30_000;
beforeAll(async () => {
  database = await openTestDatabase();
  openLanes(database.db, { deadline: patience, grace: patience });
});
afterEach(() => vi.useRealTimers());
afterAll(() => database[Symbol.asyncDispose]());

test('a repetition has the first answer, in one batch or later; another request with its id is refused', async () => {
  const context = contextOf(database.db);
  const { cardId, accounts } = await openSpendingBusiness(database.db, { balance: 100_00 });
  const asked = purchase(cardId, 30_00);
  const answers = await Promise.all(Array.from({ length: 8 }, () => authorize(context, asked)));
  expect(new Set(answers.map(({ transactionId }) => transactionId)).size).toBe(1);
  expect(answers.every(({ outcome, amount }) => outcome === 'APPROVED' && amount === 30_00)).toBe(true);
  expect(await authorize(context, asked)).toMatchObject({ outcome: 'APPROVED', again: true });
  expect(await authorize(context, { ...asked, amount: 31_00 })).toMatchObject({ code: 'event_id_reused' });
  expect((await figuresOf(database.db, accounts.business_available)).onHold).toBe(30_00n);
});

test.each(['card_event', 'card_transaction'])('no row of %s names the card of another business', async (table) => {
  const { db } = database;
  const { cardId } = await openSpendingBusiness(db, { balance: 100_00 });
  const other = await openSpendingBusiness(db, { balance: 100_00 });
  await authorize(contextOf(db), purchase(cardId, 30_00));
  const copied = sql`insert into ${sql.table(table)} overriding user value
    select (jsonb_populate_record(one, jsonb_build_object('id', ${newId()}::text, 'event_id', ${newId()}::text,
      'business_id', ${other.businessId}::text))).*
    from ${sql.table(table)} one where card_id = ${cardId}`;
  await expect(copied.execute(db)).rejects.toMatchObject({ code: '23503' });
});

/** Another server process on the database, which has these milliseconds for a decision. */
async function otherProcess(deadline = patience, url = database.url, grace = patience) {
  const pool = openPool(url);
  const endPool = endOf(pool);
  const db = openDatabase(pool);
  openLanes(db, { deadline, grace });
  const close = async () => {
    await closeLanes(db);
    await endPool();
  };
  return { ...contextOf(db), [Symbol.asyncDispose]: close };
}

test('what is approved of a balance never exceeds it, from two processes', async () => {
  await using other = await otherProcess();
  const contexts = [contextOf(database.db), other];
  const { cardId, businessId, accounts } = await openSpendingBusiness(database.db, { balance: 100_00 });
  const cards = [cardId, await addCard(database.db, businessId)];
  const answers = await Promise.all(
    Array.from({ length: 32 }, (_, i) =>
      authorize(contexts[i % 2]!, purchase(cards[i % 2]!, 900 + i, { partialOk: i % 4 === 0 })),
    ),
  );
  const approved = answers.reduce((sum, { amount }) => sum + amount, 0);
  const { onHold, available } = await figuresOf(database.db, accounts.business_available);
  expect(BigInt(approved)).toBe(onHold);
  expect(available).toBeGreaterThanOrEqual(0n);
  expect(available).toBeLessThan(900n);
  expect(answers.some(({ outcome }) => outcome === 'DECLINED')).toBe(true);
  expect(await ledgerFaults(database.db)).toEqual([]);
});

test('a card with a balance of its own draws on that', async () => {
  const context = contextOf(database.db);
  const { businessId, cardId, accounts } = await openSpendingBusiness(database.db, {
    balance: 100_00,
    business: { use_business_balance_for_auths: false },
  });
  const wallet = await addWallet(database.db, { businessId, cardId, from: accounts.business_available }, 40_00);
  expect(await authorize(context, purchase(cardId, 50_00))).toMatchObject({ code: 'insufficient_funds' });
  expect(await authorize(context, purchase(cardId, 40_00))).toMatchObject({ outcome: 'APPROVED' });
  expect((await figuresOf(database.db, wallet)).available).toBe(0n);
  const bare = await addCard(database.db, businessId);
  expect(await authorize(context, purchase(bare, 1_00))).toMatchObject({ code: 'insufficient_funds' });
});

test('a part is approved where the terminal can take it', async () => {
  const { cardId } = await openSpendingBusiness(database.db, { balance: 30_00 });
  const answer = await authorize(contextOf(database.db), purchase(cardId, 45_00, { partialOk: true }));
  expect(answer).toMatchObject({ outcome: 'PARTIAL', amount: 30_00, code: 'insufficient_business_balance' });
  expect(await storedTransaction(database.db, answer.transactionId)).toMatchObject({
    status: 'PENDING',
    requested: 45_00n,
    amount: 30_00n,
    decline_code: 'insufficient_business_balance',
  });
});

test('a check of nothing holds nothing', async () => {
  const { cardId, accounts } = await openSpendingBusiness(database.db, { balance: 0 });
  const answer = await authorize(contextOf(database.db), purchase(cardId, 0));
  expect(answer).toMatchObject({ outcome: 'APPROVED', amount: 0 });
  expect(await storedTransaction(database.db, answer.transactionId)).toMatchObject({ status: 'SETTLED', amount: 0n });
  expect((await figuresOf(database.db, accounts.business_available)).onHold).toBe(0n);
});

test('the first purchase locks a card to its merchant and uses it', async () => {
  const context = contextOf(database.db);
  const { cardId } = await openSpendingBusiness(database.db, {
    balance: 100_00,
    card: { merchant_lock: 'FIRST', uses_at_most: 2 },
  });
  expect(await authorize(context, purchase(cardId, 1_00))).toMatchObject({ outcome: 'APPROVED' });
  const elsewhere = purchase(cardId, 1_00, { merchantId: 'M-2', merchant: 'Ironwood Hardware' });
  expect(await authorize(context, elsewhere)).toMatchObject({ code: 'merchant_locked_elsewhere' });
  expect(await authorize(context, purchase(cardId, 1_00))).toMatchObject({ outcome: 'APPROVED' });
  expect(await authorize(context, purchase(cardId, 1_00))).toMatchObject({ code: 'single_use_used' });
});

type Answer = Awaited<ReturnType<typeof authorize>>;
const told = ({ outcome, code, transactionId }: Answer) => ({ outcome, code, transactionId });

const storedAs = (eventId: string) =>
  database.db
    .selectFrom('card_event')
    .select(['outcome', 'decline_code as code', 'transaction_id as transactionId'])
    .where('event_id', '=', eventId)
    .execute();

test('after the deadline a request is declined, and stays declined; so is an increase', async () => {
  const context = contextOf(database.db);
  const { cardId } = await openSpendingBusiness(database.db, { balance: 100_00 });
  const late = () => Date.now() - 2 * patience;
  const asked = purchase(cardId, 5_00);
  expect(await authorize(context, asked, late())).toMatchObject({ code: 'issuer_timeout' });
  expect(await authorize(context, asked)).toMatchObject({ code: 'issuer_timeout', again: true });

  const first = purchase(cardId, 5_00);
  await authorize(context, first);
  const increase = purchase(cardId, 1_00, { reference: first.eventId, isIncrement: true });
  expect(await authorize(context, increase, late())).toMatchObject({ code: 'issuer_timeout' });
  expect(await authorize(context, increase)).toMatchObject({ code: 'issuer_timeout', again: true });
});

test('a decline at the deadline joins the purchase that its advice has begun', async () => {
  await using hasty = await otherProcess(1);
  const { cardId, businessId } = await openSpendingBusiness(database.db, { balance: 100_00 });
  const asked = purchase(cardId, 5_00);
  const { transactionId } = await applyEvent(receiving(), eventFor(asked, 'AUTHORIZATION_ADVICE', 5_00));
  await database.db.transaction().execute(async (tx) => {
    await lockMoney(tx, businessId);
    expect(await authorize(hasty, asked)).toMatchObject({ code: 'issuer_timeout', transactionId });
  });
  expect(await storedTransaction(database.db, transactionId)).toMatchObject({ status: 'PENDING', held: 5_00n });
});

test('a decline at the deadline is stored before it is answered, so a process that still waits gives it too', async () => {
  await using hasty = await otherProcess(1);
  const { cardId, businessId } = await openSpendingBusiness(database.db, { balance: 100_00 });
  const asked = purchase(cardId, 5_00);
  const { waiting, declined } = await database.db.transaction().execute(async (tx) => {
    const accounts = tx.selectFrom('financial_account').select('id').where('business_id', '=', businessId);
    await accounts.orderBy('id').forNoKeyUpdate().execute();
    const asking = authorize(contextOf(database.db), asked);
    const answer = await authorize(hasty, asked);
    expect(answer).toMatchObject({ outcome: 'DECLINED', code: 'issuer_timeout' });
    expect(await storedAs(asked.eventId)).toEqual([told(answer)]);
    return { waiting: [asking], declined: answer };
  });
  expect((await Promise.all(waiting)).map(told)).toEqual([told(declined)]);
  expect(told(await authorize(hasty, asked))).toEqual(told(declined));
});

/** How many connections wait for a lock of this kind. */
const waitsFor = (kind: string) => async () => {
  const { rows } = await sql`select from pg_locks where not granted and locktype = ${kind}
    and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(database.db);
  return rows.length;
};

/** Holds the writes of approvals while the lock 1 is taken, however long lanes wait for locks. */
async function holdApprovals(when: 'before' | 'after') {
  await sql`create function held() returns trigger language plpgsql as $$ begin
      perform set_config('lock_timeout', '0', true), pg_advisory_xact_lock_shared(1);
      return new;
    end $$`.execute(database.db);
  await sql`create trigger held ${sql.raw(when)} insert on card_event for each row when (new.outcome = 'APPROVED')
    execute function held()`.execute(database.db);
  return {
    [Symbol.asyncDispose]: async () => void (await sql`drop function held cascade`.execute(database.db)),
  };
}

test('a decline that another process stores while an approval is written is the answer', async () => {
  await using hasty = await otherProcess(1);
  await using _ = await holdApprovals('before');
  const { cardId } = await openSpendingBusiness(database.db, { balance: 100_00 });
  const asked = purchase(cardId, 5_00);
  const { asking, declined } = await database.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(1)`.execute(tx);
    const first = authorize(contextOf(database.db), asked);
    await expect.poll(waitsFor('advisory')).toBe(1);
    return { asking: [first], declined: await authorize(hasty, asked) };
  });
  expect(declined).toMatchObject({ code: 'issuer_timeout' });
  expect((await Promise.all(asking)).map(told)).toEqual([told(declined)]);
  expect(await storedAs(asked.eventId)).toEqual([told(declined)]);
});

test('at the deadline the answer is the approval that another process is writing', async () => {
  await using hasty = await otherProcess(1);
  await using _ = await holdApprovals('after');
  const { cardId } = await openSpendingBusiness(database.db, { balance: 100_00 });
  const asked = purchase(cardId, 5_00);
  const answers = await database.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(1)`.execute(tx);
    const first = authorize(contextOf(database.db), asked);
    await expect.poll(waitsFor('advisory')).toBe(1);
    const second = authorize(hasty, asked);
    await expect.poll(waitsFor('transactionid')).toBeGreaterThan(0);
    return [first, second];
  });
  const [first, second] = await Promise.all(answers);
  expect(first).toMatchObject({ outcome: 'APPROVED' });
  expect(told(second!)).toEqual(told(first!));
  expect(await storedAs(asked.eventId)).toEqual([told(first!)]);
});

test('a decision whose commit is not confirmed is looked up and answered', async () => {
  const way = await cuttable(database.url);
  const { cardId, accounts } = await openSpendingBusiness(database.db, { balance: 100_00 });
  const asked = purchase(cardId, 5_00);
  {
    await using other = await otherProcess(patience, way.url);
    await authorize(other, purchase(cardId, 1_00));
    way.loseAnswer('COMMIT');
    const answer = await authorize(other, asked);
    expect(answer).toMatchObject({ outcome: 'APPROVED', again: true });
    expect(await storedAs(asked.eventId)).toEqual([told(answer)]);
  }
  expect((await figuresOf(database.db, accounts.business_available)).onHold).toBe(6_00n);
  await way.close();
});

/** Lets the wait for an answer end, whatever the machine's load is. */
function endWaiting() {
  vi.advanceTimersByTime(2 * patience + 1);
  vi.useRealTimers();
}

const withdrawals = () => database.db.selectFrom('doubted_answer').select(['event_id as eventId', 'answer']).execute();

test.each(['an authorization', 'an increase'])(
  'the approval of %s that is stored after its answer was a decline holds no money',
  async (what) => {
    const way = await cuttable(database.url);
    const { cardId, accounts } = await openSpendingBusiness(database.db, { balance: 100_00 });
    const first = purchase(cardId, 1_00);
    const asked = purchase(cardId, 5_00, what === 'an increase' ? { reference: first.eventId, isIncrement: true } : {});
    {
      await using other = await otherProcess(patience, way.url);
      await authorize(other, first);
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const isStored = way.fallSilent('COMMIT');
      const asking = authorize(other, asked);
      await isStored;
      endWaiting();
      expect(await asking).toMatchObject({ outcome: 'DECLINED', code: 'system' });
      expect(await storedAs(asked.eventId)).toMatchObject([{ outcome: 'APPROVED' }]);
      way.speak();
      await expect.poll(withdrawals).toContainEqual({ eventId: asked.eventId, answer: 'WITHDRAWN' });
      expect(await authorize(other, asked)).toMatchObject({ code: 'issuer_timeout', again: true });
    }
    expect(await authorize(contextOf(database.db), asked)).toMatchObject({ code: 'issuer_timeout', again: true });
    expect(await decidedAs(contextOf(database.db), [asked.eventId])).toBe('DECLINED');
    await releaseWithdrawn(receiving(), asked.eventId);
    await releaseWithdrawn(receiving(), asked.eventId);
    expect((await figuresOf(database.db, accounts.business_available)).onHold).toBe(1_00n);
    expect(await wrongCopies(database.db)).toEqual([]);
    await way.close();
  },
);

test('an approval that was given to a repeated request stays, although the first answer was a decline', async () => {
  const way = await cuttable(database.url);
  const { cardId, accounts } = await openSpendingBusiness(database.db, { balance: 100_00 });
  const asked = purchase(cardId, 5_00);
  {
    await using other = await otherProcess(patience, way.url);
    await authorize(other, purchase(cardId, 1_00));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const isStored = way.fallSilent('COMMIT');
    const asking = authorize(other, asked);
    await isStored;
    endWaiting();
    expect(await asking).toMatchObject({ code: 'system' });
    expect(await authorize(contextOf(database.db), asked)).toMatchObject({ outcome: 'APPROVED', again: true });
    way.speak();
  }
  expect(await withdrawals()).toContainEqual({ eventId: asked.eventId, answer: 'CONFIRMED' });
  await releaseWithdrawn(receiving(), asked.eventId);
  expect((await figuresOf(database.db, accounts.business_available)).onHold).toBe(6_00n);
  await way.close();
});

test('PostgreSQL commits no approval after the answer', async () => {
  const { cardId, accounts } = await openSpendingBusiness(database.db, { balance: 100_00 });
  const asked = purchase(cardId, 5_00);
  {
    await using _ = await holdApprovals('after');
    await using other = await otherProcess(400, database.url, 100);
    await database.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(1)`.execute(tx);
      expect(await authorize(other, asked)).toMatchObject({ outcome: 'DECLINED' });
      await expect.poll(waitsFor('advisory')).toBe(0);
    });
  }
  expect(await storedAs(asked.eventId)).toMatchObject([{ outcome: 'DECLINED', code: 'issuer_timeout' }]);
  expect((await figuresOf(database.db, accounts.business_available)).onHold).toBe(0n);
});

test('closing answers what was asked before', async () => {
  const { cardId } = await openSpendingBusiness(database.db, { balance: 100_00 });
  const asked = Array.from({ length: 60 }, () => purchase(cardId, 1_00));
  let answers: Promise<Answer[]>;
  {
    await using other = await otherProcess();
    await authorize(other, purchase(cardId, 1_00));
    answers = Promise.all(asked.map((request) => authorize(other, request)));
  }
  expect((await answers).filter(({ outcome }) => outcome === 'APPROVED')).toHaveLength(60);
});

test('what a merchant sends is stored in one printable line', async () => {
  const { cardId } = await openSpendingBusiness(database.db, { balance: 100_00 });
  const merchant = 'Tom\u0000\n"Bros", \\ {NULL} \ud800 Ltd';
  const asked = purchase(cardId, 1_00, {
    eventId: `odd "{}\\, ${newId()}`,
    merchant,
    city: '',
    country: 'Freedonia',
    mcc: 1e9,
  });
  const { transactionId, outcome } = await authorize(contextOf(database.db), asked);
  expect(outcome).toBe('APPROVED');
  expect(await storedTransaction(database.db, transactionId)).toMatchObject({
    merchant: 'Tom "Bros", \\ {NULL}   Ltd',
    city: null,
    country: 'ZZ',
    mcc: 0,
  });
});

test('a freeze that is over at the moment of the purchase does not decline it', async () => {
  const context = contextOf(database.db);
  const { cardId } = await openSpendingBusiness(database.db, { balance: 100_00, card: { status: 'PAUSED' } });
  const until = new Date(at.getTime() + 60_000);
  await database.db
    .insertInto('card_freeze')
    .values({
      card_id: cardId,
      frozen_by: 'HOLDER',
      cause: 'HOLDER_FREEZE',
      reason: null,
      actor_membership_id: null,
      since: at,
      until,
    })
    .execute();
  expect(await authorize(context, purchase(cardId, 1_00))).toMatchObject({ code: 'card_frozen' });
  expect(await authorize(context, purchase(cardId, 1_00, { at: until }))).toMatchObject({ outcome: 'APPROVED' });
});

test('a decision that fails is a decline, and says why', async () => {
  const failures: unknown[] = [];
  const pool = openPool(database.url);
  const endPool = endOf(pool);
  const db = openDatabase(pool);
  openLanes(db, { deadline: patience, onFailure: (error) => failures.push(error) });
  const { cardId } = await openSpendingBusiness(db, { balance: 100_00 });
  const unknown = { ...purchase(cardId, 30_00), presence: 'NOWHERE' as 'PRESENT' };
  expect(await authorize(contextOf(db), unknown)).toMatchObject({ outcome: 'DECLINED', code: 'system' });
  expect(failures).toMatchObject([{ code: expect.stringMatching(/^2[23]/) }]);
  await closeLanes(db);
  await endPool();
});

test('a card of nobody is unknown', async () => {
  const answer = await authorize(contextOf(database.db), purchase('01990000-0000-7000-8000-000000000000', 1_00));
  expect(answer).toMatchObject({ outcome: 'DECLINED', code: 'card_unknown', transactionId: null });
});
