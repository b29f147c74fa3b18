import { sql } from 'kysely';
import { nextRun, nextRuns } from '../../core/card-funding/recurrence.ts';
import { contentHash, doPlan, readPlan } from '../../core/card-funding/run.ts';
import { noteThresholds, recurrenceOf } from '../../core/card-funding/run-schedules.ts';
import { housekeeping } from '../../core/audit/events.ts';
import { limitCard } from '../../core/policies/card-limit.ts';
import type { Context } from '../../context.ts';
import { newId } from '../../db/ids.ts';
import { orderTransfer } from '../../features/money/transfers/create.ts';
import { takeStep } from '../../features/money/transfers/steps.ts';
import { isRefused } from '../../http/call.ts';
import { transferTimes } from '../../ports/bank/bank-hours.ts';
import type { TransferStep } from '@florin/contract/money/transfers';
import { demoBusinesses, type BusinessKey } from '../businesses.ts';
import type { Seeding } from '../seed.ts';
import type { BusinessIds } from '../write-businesses.ts';
import type { CardIds } from '../write-people.ts';
import { purchasesOf } from './habits.ts';
import { northwindActs } from './northwind.ts';
import { lives, livingBusinesses, profiles } from './profiles.ts';
import { Life, type Act } from './runner.ts';
import { storyPurchases } from './story.ts';

const day = 86_400_000;
const hour = 3_600_000;
const zone = 'America/New_York';
const lengthDays = 730;

/** Lets the demo businesses live for two years, up to now. Part of the seed's transaction. */
export async function writeLife(
  { tx, now }: Seeding,
  context: Context,
  businesses: BusinessIds,
  cards: CardIds,
): Promise<void> {
  const life = new Life(tx, context, businesses);
  for (const [lastFour, { id, business }] of cards)
    life.cards.set(lastFour, { id, businessId: businesses.get(business)! });
  const from = new Date(now.getTime() - lengthDays * day);
  const ago = (days: number, hours = 0) => new Date(now.getTime() - days * day - hours * hour);
  // Cardholders of Northwind Trading may ask for money, limits and cards.
  await tx
    .updateTable('business')
    .set({ features: ['request-funding'] })
    .where('id', '=', businesses.get('northwindTrading')!)
    .execute();
  const purchases = livingBusinesses.flatMap((key) =>
    lives[key]!.cards.flatMap(({ card, habits, since }) =>
      purchasesOf(card, profiles[habits], new Date(now.getTime() - since * day), now),
    ),
  );
  const acts = [
    ...livingBusinesses.flatMap((key) => moneyActs(key, from, now)),
    ...northwindActs(ago),
    ...limitActs(ago),
  ];
  await life.run(from, now, acts, [...purchases, ...storyPurchases(now, ago)]);
  for (const key of livingBusinesses) await life.settle(businesses.get(key)!);
  await writeReports(life, now);
  await forgetMessages(life, now);
}

/** The days before today of which no report is taken again (core/processor-intake/settlements.ts). */
const reportedDays = 6;

/** The network has reported everything until now, so that its next report has only what comes. */
async function writeReports({ tx }: Life, now: Date): Promise<void> {
  const dayOf = (back: number) => new Date(now.getTime() - back * day).toISOString().slice(0, 10);
  const days = Array.from({ length: reportedDays }, (_, i) => dayOf(i + 1));
  await sql`insert into settlement_report (id, program_id, reference, day, net, lines, received_at)
    select gen_random_uuid(), p.id, 'embedded/' || d || '/' || p.id, d::date, 0, 0, ${now}
    from (select distinct program_id as id from business) p, unnest(${days}::text[]) d`.execute(tx);
  await sql`insert into settled_event (event_id, report_id, settled_at)
    select e.event_id, r.id, ${now} from card_event e join business b on b.id = e.business_id
    join settlement_report r on r.program_id = b.program_id and r.day = ${days[0]}::date
    where e.at >= ${new Date(`${days.at(-1)}T00:00:00Z`)} and e.type in ('CLEARING', 'FINANCIAL_AUTHORIZATION',
      'CORRECTION_DEBIT', 'RETURN_REVERSAL', 'RETURN', 'CORRECTION_CREDIT')`.execute(tx);
}

/** Mail and texts of two years were read long ago. */
const forgetMessages = ({ tx }: Life, now: Date) =>
  tx.updateTable('message').set({ sent_at: now, sealed: null }).where('sent_at', 'is', null).execute();

/** The firsts or other days of each month, at six in the morning of New York or so. */
function monthly(from: Date, now: Date, dayOfMonth: number): Date[] {
  const moments: Date[] = [];
  for (let month = 0; ; month += 1) {
    const at = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + month, dayOfMonth, 11));
    if (at >= now) return moments;
    if (at > from) moments.push(at);
  }
}

/** What moves the money of a business: deposits or repayments, cards that are filled up, fees, settlement. */
function moneyActs(key: BusinessKey, from: Date, now: Date): Act[] {
  const { balance, cardBalance, monthlyFee, cards } = lives[key]!;
  const isCredit = demoBusinesses[key].fundingSource === 'Credit';
  const own = isCredit ? 'credit_receivable' : 'business_available';
  const idOf = (life: Life) => life.businesses.get(key)!;
  const acts: Act[] = [];
  const at = (moment: Date, run: Act['run']) => acts.push({ at: moment, run });
  const deposit = (life: Life, amount: bigint) =>
    life.post(idOf(life), 'bank_settlement', own, amount, 'FUNDING', 'Bank transfer');

  if (isCredit)
    for (const moment of monthly(from, now, 20))
      at(moment, async (life) => {
        const { ledger } = await figures(life, idOf(life), own);
        if (ledger < 0n)
          await life.post(idOf(life), 'bank_settlement', own, -ledger, 'CREDIT_REPAYMENT', 'Payment, thank you');
      });
  else {
    at(new Date(from.getTime() + hour), (life) => deposit(life, balance));
    for (const moment of monthly(from, now, 1).map((m) => new Date(m.getTime() + 3 * hour)))
      at(moment, async (life) => {
        const { available } = await figures(life, idOf(life), own);
        const missing = ((balance - available) / 500_00n) * 500_00n;
        if (missing <= 0n) return;
        // Transfers with a bank have steps; those of the last year are shown with them.
        if (key !== 'northwindTrading' || now.getTime() - moment.getTime() > 365 * day) await deposit(life, missing);
        else await transferIn(life, missing);
      });
  }
  if (key === 'northwindTrading') acts.push(...northwindMoney(from, now));
  else if (cardBalance !== undefined)
    for (const moment of monthly(from, now, 2).filter((_, month) => month % 2 === 0))
      at(moment, (life) =>
        fill(
          life,
          key,
          cards.filter(({ since }) => now.getTime() - since * day < moment.getTime()).map(({ card }) => card),
          cardBalance,
        ),
      );
  if (cardBalance !== undefined)
    for (const { card, since } of cards)
      if (since < lengthDays - 5 || key !== 'northwindTrading')
        at(new Date(now.getTime() - since * day + 90 * 60_000), (life) => fill(life, key, [card], cardBalance));
  if (monthlyFee !== undefined)
    for (const moment of monthly(from, now, 3))
      at(moment, (life) => life.post(idOf(life), own, 'fees_income', monthlyFee, 'FEE', 'Monthly program fee'));
  for (const moment of monthly(from, now, 25).filter((_, month) => month % 3 === 2))
    at(moment, (life) => life.settle(idOf(life)));
  return acts;
}

async function figures({ tx }: Life, businessId: string, kind: 'business_available' | 'credit_receivable') {
  return tx
    .selectFrom('financial_account')
    .select(['available_balance as available', 'ledger_balance as ledger'])
    .where('business_id', '=', businessId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
}

interface Cause {
  scheduleId?: string;
  dueAt?: Date;
}

/** Fills cards up to a balance, as a run of funding. */
async function fill(
  life: Life,
  key: BusinessKey,
  cards: readonly string[],
  amount: bigint,
  { scheduleId, dueAt }: Cause = {},
): Promise<void> {
  if (cards.length === 0) return;
  const businessId = life.businesses.get(key)!;
  const order = {
    businessId,
    act: 'TOP_UP',
    whenShort: 'IN_ORDER',
    cards: cards.map((card) => ({ cardId: life.card(card), amount })),
  } as const;
  const read = await readPlan(life.tx, order, { lock: true });
  if (!read) throw new Error(`${key}: its cards cannot be funded`);
  await doPlan(life.tx, life.context, order, read, {
    actorMembershipId: scheduleId === undefined ? await administratorOf(life, businessId) : null,
    scheduleId: scheduleId ?? null,
    dueAt: dueAt ?? null,
    idempotencyKey: life.key(),
    contentHash: contentHash(String(amount)),
  });
}

const administratorOf = async ({ tx }: Life, businessId: string) =>
  (
    await tx
      .selectFrom('membership')
      .select('id')
      .where('business_id', '=', businessId)
      .where('role', '=', 'ADMIN')
      .orderBy('id')
      .executeTakeFirst()
  )?.id ?? null;

/** A deposit from the bank of Northwind Trading, which takes some days. */
async function transferIn(life: Life, amount: bigint): Promise<void> {
  const { tx, context, now } = life;
  const { id: membershipId, personId, businessId } = await life.member('admin', 'northwindTrading');
  const { id: externalAccountId } = await tx
    .selectFrom('external_account')
    .select('id')
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow();
  const made = await orderTransfer(
    tx,
    context,
    { businessId, membershipId, origin: housekeeping, subject: { personId, membershipId, businessId } },
    { direction: 'IN', externalAccountId, amount: Number(amount), note: null, idempotencyKey: life.key() },
  );
  if (isRefused(made)) throw new Error(`Deposit: ${JSON.stringify(made)}`);
  const { sendsAt, settlesOn, availableOn } = transferTimes(now, 'IN');
  const step = (at: Date, what: TransferStep): Act => ({
    at,
    run: async (later) => {
      await takeStep(later.tx, later.context, { id: made.id, businessId }, what);
      // One that has not settled by now is handed to the bank by the job, and moves on with the clock.
      if (what === 'settle')
        await later.tx
          .updateTable('bank_transfer')
          .set({ handed_over_at: sendsAt })
          .where('id', '=', made.id)
          .execute();
    },
  });
  life.plan(step(sendsAt, 'send'));
  life.plan(step(new Date(`${settlesOn}T15:00:00Z`), 'settle'));
  life.plan(step(new Date(`${availableOn}T15:00:00Z`), 'release'));
}

const crewCards = ['5011', '5029', '5037', '5045', '5078'] as const;

/** The schedules of Northwind Trading with their runs, a rule for low balances, and a deposit that is under way. */
function northwindMoney(from: Date, now: Date): Act[] {
  const cards = lives.northwindTrading!.cards;
  const everyday = cards
    .map(({ card }) => card)
    .filter((card) => !crewCards.includes(card as '5011') && card !== '8890');
  const since = new Map(cards.map((one) => [one.card, now.getTime() - one.since * day]));
  const monthlyRun = {
    name: 'Everyday cards',
    amount: 1_800_00n,
    frequency: 'MONTHLY',
    dayOfMonth: 1,
    weekday: null,
  } as const;
  const weeklyRun = { name: 'Field crew', amount: 900_00n, frequency: 'WEEKLY', dayOfMonth: null, weekday: 5 } as const;
  const acts: Act[] = [];
  for (const [wanted, named, started] of [
    [monthlyRun, everyday, new Date(from.getTime() + 2 * hour)],
    [weeklyRun, [...crewCards], new Date(now.getTime() - 182 * day)],
  ] as const) {
    const id = newId(started.getTime());
    const recurrence = recurrenceOf(rowOf(wanted, started));
    acts.push({
      at: started,
      run: (life) => writeSchedule(life, id, wanted, { next: nextRun(recurrence, zone, now), threshold: null }),
    });
    for (const due of nextRuns(recurrence, zone, started, 110).filter((run) => run < now))
      acts.push({
        at: due,
        run: (life) =>
          fill(
            life,
            'northwindTrading',
            named.filter((card) => since.get(card)! < due.getTime()),
            wanted.amount,
            { scheduleId: id, dueAt: due },
          ),
      });
    // Its cards, once all of them are there.
    acts.push({ at: new Date(now.getTime() - 20 * day), run: (life) => writeCardsOfSchedule(life, id, named) });
  }
  for (const moment of monthly(from, now, 5))
    if (now.getTime() - moment.getTime() > 182 * day)
      acts.push({
        at: moment,
        run: (life) =>
          fill(
            life,
            'northwindTrading',
            crewCards.filter((card) => since.get(card)! < moment.getTime()),
            900_00n,
          ),
      });
  for (const moment of monthly(from, now, 9))
    if (moment.getTime() < now.getTime() - 20 * day)
      acts.push({ at: moment, run: (life) => fill(life, 'northwindTrading', ['8890'], 900_00n) });
  acts.push({
    at: new Date(now.getTime() - 27 * day),
    run: (life) => fill(life, 'northwindTrading', ['7755'], 1_000_00n),
  });
  acts.push({
    at: new Date(now.getTime() - 75 * day),
    run: (life) => fill(life, 'northwindTrading', ['7748'], 200_00n),
  });
  acts.push({
    at: new Date(now.getTime() - 2 * day),
    run: async (life) => {
      const id = newId(life.now.getTime());
      const lowBalance = {
        name: 'Fuel',
        amount: 300_00n,
        frequency: 'LOW_BALANCE',
        dayOfMonth: null,
        weekday: null,
      } as const;
      await writeSchedule(life, id, lowBalance, { next: null, threshold: 40_00n });
      await writeCardsOfSchedule(life, id, ['6671']);
      await noteThresholds(life.tx, life.businesses.get('northwindTrading')!);
    },
  });
  acts.push({
    at: new Date(now.getTime() - 20 * hour),
    run: (life) => transferIn(life, 15_000_00n),
  });
  return acts;
}

interface ScheduleSetup {
  name: string;
  amount: bigint;
  frequency: 'MONTHLY' | 'WEEKLY' | 'LOW_BALANCE';
  dayOfMonth: number | null;
  weekday: number | null;
}

const rowOf = ({ name, amount, frequency, dayOfMonth, weekday }: ScheduleSetup, at: Date) => ({
  name,
  act: 'TOP_UP' as const,
  amount,
  frequency,
  weekday,
  day_of_month: dayOfMonth,
  time_of_day: frequency === 'LOW_BALANCE' ? null : '06:00',
  starts_on: at.toISOString().slice(0, 10),
  ends_on: null,
  when_short: 'IN_ORDER' as const,
});

async function writeSchedule(
  life: Life,
  id: string,
  wanted: ScheduleSetup,
  { next, threshold }: { next: Date | null; threshold: bigint | null },
): Promise<void> {
  const { id: createdBy, businessId } = await life.member('admin', 'northwindTrading');
  await life.tx
    .insertInto('funding_schedule')
    .values({
      ...rowOf(wanted, life.now),
      id,
      business_id: businessId,
      threshold,
      status: 'ACTIVE',
      next_run_at: next,
      created_by: createdBy,
      created_at: life.now,
      idempotency_key: life.key(),
      content_hash: contentHash(wanted.name),
    })
    .execute();
}

async function writeCardsOfSchedule(life: Life, schedule_id: string, cards: readonly string[]): Promise<void> {
  await life.tx
    .insertInto('funding_schedule_card')
    .values(cards.map((card, position) => ({ schedule_id, position, chain_id: life.card(card) })))
    .execute();
}

/** Limits of other businesses, so that each kind of limit is somewhere. */
function limitActs(ago: (days: number) => Date): Act[] {
  const since = ago(30).toISOString().slice(0, 10);
  return (
    [
      ['9034', { kind: 'amount', period: 'quarter', limit: 2_500_00 }],
      ['4456', { kind: 'amount', period: 'year', limit: 5_000_00 }],
      ['1529', { kind: 'amount', period: 'since', limit: 2_500_00, since }],
    ] as const
  ).map(([card, rule]) => ({
    at: ago(30),
    run: (life) =>
      limitCard(life.tx, {
        businessId: life.businesses.get('cascade')!,
        chainId: life.card(card),
        rule,
        name: 'Limit of the request',
        by: null,
        at: life.now,
      }),
  }));
}
