import { hold, openFinancialAccounts, post, postHold, voidHold, type NewAccount } from '../core/ledger/queries.ts';
import { chartOfBusiness, type LedgerAnswer } from '../core/ledger/rules.ts';
import { businessKeys, demoBusinesses } from './businesses.ts';
import { livingBusinesses } from './life/profiles.ts';
import { demoMovements, type AccountName, type Movement } from './movements.ts';
import type { Seeding } from './seed.ts';
import type { BusinessIds } from './write-businesses.ts';
import type { CardIds } from './write-people.ts';

/** Opens the ledger's accounts and runs every movement through the ledger's commands, oldest first. */
export async function writeMovements(seeding: Seeding, businesses: BusinessIds, cards: CardIds): Promise<void> {
  const accounts = await openAccounts(seeding, businesses, cards);
  const account = (name: AccountName) => accounts.get(name)!;
  const holds = new Map<string, string>();
  for (const [i, movement] of demoMovements(seeding.now, seeding.hasLife ? livingBusinesses : []).entries()) {
    const answer = await run(seeding, movement, `demo|${i}`, account, holds);
    if (!answer.done) throw new Error(`${movement.description}: ${answer.refusal}`);
    if (movement.command === 'hold') holds.set(movement.hold, answer.transferId);
  }
}

async function openAccounts({ tx, now }: Seeding, businesses: BusinessIds, cards: CardIds) {
  const wanted: { name: AccountName; account: NewAccount }[] = [];
  const want = (name: AccountName, account: Omit<NewAccount, 'currency' | 'at'>) =>
    wanted.push({ name, account: { ...account, currency: 'USD', at: now } });
  for (const key of businessKeys) {
    const { fundingSource, creditLimit } = demoBusinesses[key];
    for (const kind of chartOfBusiness(fundingSource))
      want(`${key} ${kind}`, {
        businessId: businesses.get(key)!,
        kind,
        ...(kind === 'credit_receivable' && { creditLimit }),
      });
  }
  for (const [card, { id, business }] of cards)
    if (!demoBusinesses[business].cardsDrawOnBusiness)
      want(`card ${card}`, { businessId: businesses.get(business)!, kind: 'card_wallet', cardId: id });
  const ids = await openFinancialAccounts(
    tx,
    wanted.map(({ account }) => account),
  );
  return new Map(wanted.map(({ name }, i) => [name, ids[i]!]));
}

function run(
  { tx }: Seeding,
  movement: Movement,
  key: string,
  account: (name: AccountName) => string,
  holds: ReadonlyMap<string, string>,
): Promise<LedgerAnswer> {
  const common = { key, code: movement.code, description: movement.description, at: movement.at };
  const sides = (m: { debit: AccountName; credit: AccountName; amount: bigint }) => ({
    debitAccountId: account(m.debit),
    creditAccountId: account(m.credit),
    amount: m.amount,
  });
  switch (movement.command) {
    case 'post':
      return post(tx, { ...common, ...sides(movement), mayOverdraw: movement.mayOverdraw });
    case 'hold':
      return hold(tx, { ...common, ...sides(movement), expiresAfterSeconds: movement.expiresAfterSeconds });
    case 'postHold':
      return postHold(tx, { ...common, holdId: holds.get(movement.hold)!, amount: movement.amount });
    default:
      return voidHold(tx, { ...common, holdId: holds.get(movement.hold)! });
  }
}
