import { DAY, HOUR, MINUTE } from '@florin/contract/limits';
import { spendingKind, type TransferCode } from '../core/ledger/rules.ts';
import type { FinancialAccountKind } from '../db/ledger-schema.ts';
import { businessKeys, demoBusinesses, demoDepositCents, type BusinessKey } from './businesses.ts';
import {
  cardHistories,
  fundings,
  incoming,
  merchants,
  monthlyFees,
  repayments,
  unpaidFees,
  withdrawals,
  type CardHistory,
  type DatedAmount,
} from './ledger.ts';
import { demoPeople } from './people.ts';

/** An account of the ledger: `brightline credit_receivable`, or `card 0932`. */
export type AccountName = `${BusinessKey} ${FinancialAccountKind}` | `card ${string}`;

interface Base {
  at: Date;
  code: TransferCode;
  description: string;
}
interface Sides {
  debit: AccountName;
  credit: AccountName;
  amount: bigint;
}
/** One ledger command. Holds have names, so that the commands that resolve them can refer to them. */
export type Movement = Base &
  (
    | ({ command: 'post'; mayOverdraw?: boolean } & Sides)
    | ({ command: 'hold'; hold: string; expiresAfterSeconds: number } & Sides)
    | { command: 'postHold'; hold: string; amount: bigint }
    | { command: 'voidHold'; hold: string }
  );

const holdSeconds = 7 * DAY;
const tip = 9_00n;

/** The account a business spends from. */
const poolOf = (business: BusinessKey): AccountName =>
  `${business} ${spendingKind(demoBusinesses[business].fundingSource)}`;

/** The account a card spends from. */
const walletOf = (business: BusinessKey, card: string): AccountName =>
  demoBusinesses[business].cardsDrawOnBusiness ? poolOf(business) : `card ${card}`;

/**
 * The whole history of the demo data, oldest first: the same amounts on every installation, with times counted back
 * from `now`.
 * @param without businesses that have a life instead
 */
export function demoMovements(now: Date, without: readonly BusinessKey[] = []): Movement[] {
  const ago = (days: number, minutes = 0) => new Date(now.getTime() - (days * DAY + minutes * MINUTE) * 1000);
  const cards = demoPeople.flatMap((person) =>
    person.accounts.flatMap(({ business, card }) =>
      card === undefined || without.includes(business) ? [] : [{ business, card }],
    ),
  );
  const movements = [
    ...businessMovements(
      ago,
      businessKeys.filter((key) => !without.includes(key)),
    ),
    ...cards.flatMap(({ business, card }) => cardMovements(business, card, cardHistories[card]!, ago)),
  ];
  return [...movements, ...networkSettlements(movements, ago(2))].toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

type Ago = (days: number, minutes?: number) => Date;

const bank = (business: BusinessKey): AccountName => `${business} bank_settlement`;
const network = (business: BusinessKey): AccountName => `${business} network_clearing`;

function businessMovements(ago: Ago, keys: readonly BusinessKey[]): Movement[] {
  const each = <T>(
    table: Readonly<Partial<Record<BusinessKey, T>>>,
    toMovements: (business: BusinessKey, value: T) => Movement[],
  ) =>
    keys.flatMap((business) => {
      const value = table[business];
      return value === undefined ? [] : toMovements(business, value);
    });
  const post = (
    { daysAgo, amount }: DatedAmount,
    debit: AccountName,
    credit: AccountName,
    code: TransferCode,
    description: string,
  ): Movement => ({ command: 'post', at: ago(daysAgo), debit, credit, amount, code, description });

  return [
    ...each(fundings, (b, list) => list.map((f) => post(f, bank(b), poolOf(b), 'FUNDING', 'Bank transfer'))),
    ...each(repayments, (b, list) =>
      list.map((r) => post(r, bank(b), poolOf(b), 'CREDIT_REPAYMENT', 'Payment, thank you')),
    ),
    ...each(withdrawals, (b, w) => [post(w, poolOf(b), bank(b), 'WITHDRAWAL', 'Transfer to bank')]),
    ...each(monthlyFees, (b, amount) => [
      post({ daysAgo: 21, amount }, poolOf(b), `${b} fees_income`, 'FEE', 'Monthly program fee'),
    ]),
    ...each(unpaidFees, (b, amount) => [
      post(
        { daysAgo: 21, amount },
        `${b} fees_receivable`,
        `${b} fees_income`,
        'FEE_UNPAID',
        'Monthly program fee, not paid',
      ),
    ]),
    ...keys
      .filter((b) => demoBusinesses[b].bankAccount?.state === 'awaiting')
      .map((b) =>
        post(
          { daysAgo: 2, amount: BigInt(demoDepositCents[0] + demoDepositCents[1]) },
          `${b} fees_income`,
          bank(b),
          'VERIFICATION_DEPOSITS',
          'Deposits that validate a bank account',
        ),
      ),
    ...each(incoming, (b, { daysAgo, amount }): Movement[] => [
      {
        command: 'hold',
        hold: `incoming ${b}`,
        at: ago(daysAgo),
        debit: `${b} ach_in_transit`,
        credit: poolOf(b),
        amount,
        code: 'FUNDING',
        description: 'Bank transfer',
        expiresAfterSeconds: holdSeconds,
      },
    ]),
  ];
}

function cardMovements(business: BusinessKey, card: string, history: CardHistory, ago: Ago): Movement[] {
  const wallet = walletOf(business, card);
  const pool = poolOf(business);
  const movements: Movement[] = [];
  const post = (
    at: Date,
    debit: AccountName,
    credit: AccountName,
    amount: bigint,
    code: TransferCode,
    description: string,
  ) => movements.push({ command: 'post', at, debit, credit, amount, code, description });

  if (history.loaded > 0n) post(ago(27), pool, wallet, history.loaded, 'CARD_LOAD', `Card ${card} funded`);
  if (history.replaced) post(ago(11), wallet, `${business} fees_income`, 5_00n, 'FEE', 'Card replacement');
  if (history.unloaded) post(ago(5), wallet, pool, history.loaded, 'CARD_UNLOAD', `Card ${card} closed`);
  for (let i = 0; i < history.purchases; i += 1) movements.push(...purchase(business, card, i, ago));
  return movements;
}

/**
 * Purchase number `i` of a card, counted back from today: the newest is still a hold, and a few end in special ways.
 */
function purchase(business: BusinessKey, card: string, i: number, ago: Ago): Movement[] {
  const seed = Number(card) * 31 + i * 17;
  const merchant = merchants[seed % merchants.length]!;
  const amount = merchant.usual + BigInt((seed * 7919) % 1900);
  const wallet = walletOf(business, card);
  const owed = network(business);
  const hold = `card ${card} purchase ${i}`;
  const description = merchant.name;
  const authorizedAt = ago(i * 1.7, 90 + (seed % 300));
  const resolvedAt = new Date(authorizedAt.getTime() + (26 * HOUR + (seed % 60) * MINUTE) * 1000);
  const clearing = { at: resolvedAt, code: 'CLEARING', description } as const;
  const authorization: Movement = {
    command: 'hold',
    hold,
    at: authorizedAt,
    debit: wallet,
    credit: owed,
    amount,
    code: 'AUTHORIZATION',
    description,
    expiresAfterSeconds: holdSeconds,
  };

  if (i === 0) return [authorization];
  switch (i % 6) {
    case 3:
      return [
        authorization,
        { command: 'voidHold', at: resolvedAt, hold, code: 'AUTHORIZATION_REVERSAL', description },
      ];
    case 4:
      // The final amount is lower than the authorized one, as at a fuel pump.
      return [authorization, { command: 'postHold', hold, amount: (amount * 4n) / 5n, ...clearing }];
    case 5:
      // The final amount is higher, as with a tip: the rest is posted separately, whatever is available.
      return [
        authorization,
        { command: 'postHold', hold, amount, ...clearing },
        { command: 'post', debit: wallet, credit: owed, amount: tip, mayOverdraw: true, ...clearing },
      ];
    case 0:
      return [
        authorization,
        { command: 'postHold', hold, amount, ...clearing },
        {
          command: 'post',
          at: new Date(resolvedAt.getTime() + 3 * DAY * 1000),
          debit: owed,
          credit: wallet,
          amount,
          code: 'RETURN',
          description,
        },
      ];
    default:
      return [authorization, { command: 'postHold', hold, amount, ...clearing }];
  }
}

/** The daily settlement, one transfer per business: pays the debt to the network from the bank. */
function networkSettlements(movements: readonly Movement[], at: Date): Movement[] {
  const owed = new Map<AccountName, bigint>();
  const add = (account: AccountName, amount: bigint) => owed.set(account, (owed.get(account) ?? 0n) + amount);
  const holds = new Map(movements.flatMap((m) => (m.command === 'hold' ? [[m.hold, m] as const] : [])));
  for (const movement of movements) {
    if (movement.at > at || movement.command === 'hold' || movement.command === 'voidHold') continue;
    const sides = movement.command === 'post' ? movement : holds.get(movement.hold)!;
    add(sides.credit, movement.amount);
    add(sides.debit, -movement.amount);
  }
  return businessKeys.flatMap((business): Movement[] => {
    const amount = owed.get(network(business)) ?? 0n;
    if (amount <= 0n) return [];
    const sides = { debit: network(business), credit: bank(business), amount };
    return [{ command: 'post', at, ...sides, code: 'NETWORK_SETTLEMENT', description: 'Network settlement' }];
  });
}
