import { randomInt } from 'node:crypto';
import type { ExternalAccount } from '@florin/contract/money/external-accounts';
import { microDeposits } from '@florin/contract/limits';
import type { Context } from '../../../context.ts';
import type { ExternalAccountRow } from './queries.ts';

export type Amounts = readonly [number, number];

interface BankNumber {
  businessId: string;
  routingNumber: string;
  accountNumber: string;
}

/**
 * The search key of an account whose number stays unreadable: a keyed MAC. Banks pad account numbers with zeros; with
 * and without them it is the same account, whose tries count once.
 */
export const numberIndex = (
  { keys }: Pick<Context, 'keys'>,
  { businessId, routingNumber, accountNumber }: BankNumber,
): Buffer => keys.mac('external-account-number', `${businessId}|${routingNumber}|${accountNumber.replace(/^0+/, '')}`);

/** Two amounts below a dollar, in cents. */
export const chooseAmounts = (): Amounts => [
  randomInt(1, microDeposits.largestCents + 1),
  randomInt(1, microDeposits.largestCents + 1),
];

/** The stored form of the amounts. The same in either order, because statements list them in any order. */
export const amountsMac = ({ keys }: Pick<Context, 'keys'>, accountId: string, amounts: Amounts): Buffer =>
  keys.mac('micro-deposits', `${accountId}|${amounts.toSorted((a, b) => a - b).join('|')}`);

export const triesLeft = (tries: number): number => Math.max(0, microDeposits.triesAtMost - tries);

/** An account in the form of the contract. */
export function externalAccountOf(row: ExternalAccountRow): ExternalAccount {
  return {
    id: row.id,
    bankName: row.bank_name,
    accountType: row.account_type,
    accountLast4: row.last_four,
    authenticationMethod: row.authentication_method,
    openBankingConnection: row.connection_active === null ? null : { isActive: row.connection_active },
    status: row.status,
    isPrimary: row.is_primary,
    validation:
      row.status === 'AWAITINGMINIDEPOSIT'
        ? { depositsSent: row.sent_at !== null, triesLeft: triesLeft(row.tries ?? 0) }
        : null,
  };
}
