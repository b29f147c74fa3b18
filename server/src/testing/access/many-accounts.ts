import type { Transaction } from 'kysely';
import { openFinancialAccounts, post, type NewAccount } from '../../core/ledger/queries.ts';
import { createPasswords } from '../../ports/passwords/passwords.ts';
import { ensureDefaultProgram } from '../../core/program/default-program.ts';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/open.ts';
import type { Schema } from '../../db/schema.ts';
import { demoPassword } from '../../demo/people.ts';

/** The person to sign in as: no second factor, the password of the demo people. */
export const manyAccountsUsername = 'many';

interface Account {
  id: string;
  businessId: string;
  /** Null for an administrator's. */
  cardId: string | null;
  position: number;
}

/**
 * For tests and benches: one person with `count` linked accounts (at least two), each in its own business, alternately
 * administrator and cardholder; account number n (from 1) has n × 1.37 available.
 * @returns the person and the ids of the accounts, in order
 */
export async function seedManyAccounts(
  db: Database,
  count: number,
): Promise<{ personId: string; membershipIds: string[] }> {
  const at = new Date();
  const passwordHash = await createPasswords().hash(demoPassword);
  const accounts = Array.from({ length: count }, (_, position): Account => {
    const cardId = position % 2 === 0 ? null : newId();
    return { id: newId(), businessId: newId(), cardId, position };
  });
  const personId = await db.transaction().execute(async (tx) => {
    const programId = await ensureDefaultProgram(tx);
    const id = await writePerson(tx, programId, passwordHash, at);
    await tx
      .insertInto('business')
      .values(accounts.map((account) => businessRow(account, programId)))
      .execute();
    await tx
      .insertInto('membership')
      .values(accounts.map((account) => accountRow(account, id, at)))
      .execute();
    await tx.insertInto('card').values(accounts.flatMap(cardRows)).execute();
    await fund(tx, accounts, at);
    return id;
  });
  return { personId, membershipIds: accounts.map(({ id }) => id) };
}

async function writePerson(tx: Transaction<Schema>, programId: string, passwordHash: string, at: Date) {
  const id = newId();
  await tx
    .insertInto('person')
    .values({
      id,
      program_id: programId,
      username: manyAccountsUsername,
      username_skeleton: manyAccountsUsername,
      first_name: 'Many',
      last_name: 'Accounts',
      password_hash: passwordHash,
      password_changed_at: at,
      mfa_enabled: false,
      created_at: at,
    })
    .execute();
  return id;
}

const businessRow = ({ businessId, position }: Account, program_id: string) => ({
  id: businessId,
  program_id,
  name: `Business ${position + 1}`,
  bank_id: 'BANCORP' as const,
  program_type: 'Business' as const,
  payment_network: 'Visa' as const,
  funding_source: 'Prepaid' as const,
  status: 'OPEN' as const,
  suspension_mode: null,
  credit_replenishment_delay_days: null,
  start_site_message: null,
});

const accountRow = ({ id, businessId, cardId, position }: Account, person_id: string, created_at: Date) => ({
  id,
  person_id,
  business_id: businessId,
  role: cardId === null ? ('ADMIN' as const) : ('CARDHOLDER' as const),
  status: 'OPEN' as const,
  position,
  created_at,
});

const cardRows = ({ id, businessId, cardId, position }: Account) =>
  cardId === null
    ? []
    : [
        {
          id: cardId,
          business_id: businessId,
          membership_id: id,
          last_four: String(position % 10_000).padStart(4, '0'),
          status: 'OPEN' as const,
          expires_on: '2030-09-30',
        },
      ];

async function fund(tx: Transaction<Schema>, accounts: readonly Account[], at: Date) {
  const opened = await openFinancialAccounts(
    tx,
    accounts.flatMap(({ businessId, cardId }): NewAccount[] => {
      const common = { businessId, currency: 'USD', at };
      const bank: NewAccount = { ...common, kind: 'bank_settlement' };
      if (cardId === null) return [bank, { ...common, kind: 'business_available' }];
      return [bank, { ...common, kind: 'card_wallet', cardId }];
    }),
  );
  for (const { businessId, position } of accounts)
    await post(tx, {
      key: `many|${businessId}`,
      debitAccountId: opened[position * 2]!,
      creditAccountId: opened[position * 2 + 1]!,
      amount: BigInt(position + 1) * 1_37n,
      code: 'FUNDING',
      description: 'Bank transfer',
      at,
    });
}
