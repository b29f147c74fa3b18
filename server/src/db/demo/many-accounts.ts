import { hash } from '@node-rs/argon2';
import { ensureDefaultProgram } from '../../features/site/default-program.ts';
import { openFinancialAccounts, post } from '../../features/ledger/queries.ts';
import { newId } from '../ids.ts';
import type { Database } from '../open.ts';
import { demoPassword } from './people.ts';

/** Who signs in to see them: no second factor, the password of the demo people. */
export const manyAccountsUsername = 'many';

/**
 * For tests and benches: one person with `count` linked accounts, each in a business of its own, administrators and
 * cardholders by turns, with balances that the ledger holds.
 * @returns the person and the ids of the accounts, in their order
 */
export async function seedManyAccounts(
  db: Database,
  count: number,
): Promise<{ personId: string; accountIds: string[] }> {
  const at = new Date();
  const personId = newId();
  const password_hash = await hash(demoPassword, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const numbers = Array.from({ length: count }, (_, i) => ({
    i,
    accountId: newId(),
    businessId: newId(),
    cardId: i % 2 === 0 ? null : newId(),
    lastFour: String(i % 10_000).padStart(4, '0'),
  }));
  await db.transaction().execute(async (tx) => {
    const program_id = await ensureDefaultProgram(tx);
    await tx
      .insertInto('person')
      .values({
        id: personId,
        program_id,
        username: manyAccountsUsername,
        username_skeleton: manyAccountsUsername,
        first_name: 'Many',
        last_name: 'Accounts',
        password_hash,
        password_changed_at: at,
        mfa_enabled: false,
        created_at: at,
      })
      .execute();
    await tx
      .insertInto('business')
      .values(
        numbers.map(({ i, businessId }) => ({
          id: businessId,
          program_id,
          name: `Business ${i + 1}`,
          bank_id: 'BANCORP' as const,
          program_type: 'Business' as const,
          payment_network: 'Visa' as const,
          funding_source: 'Prepaid' as const,
          status: 'OPEN' as const,
          suspension_mode: null,
          credit_replenishment_delay_days: null,
          start_site_message: null,
        })),
      )
      .execute();
    await tx
      .insertInto('account')
      .values(
        numbers.map(({ i, accountId, businessId, cardId }) => ({
          id: accountId,
          person_id: personId,
          business_id: businessId,
          role: cardId === null ? ('ADMIN' as const) : ('CARDHOLDER' as const),
          status: 'OPEN' as const,
          position: i,
          created_at: at,
        })),
      )
      .execute();
    const cards = numbers.flatMap(({ accountId, businessId, cardId, lastFour }) =>
      cardId === null
        ? []
        : [
            {
              id: cardId,
              business_id: businessId,
              account_id: accountId,
              last_four: lastFour,
              status: 'OPEN' as const,
              expires_on: '2030-09-30',
            },
          ],
    );
    if (cards.length > 0) await tx.insertInto('card').values(cards).execute();
    for (const { i, businessId, cardId } of numbers) {
      const common = { businessId, currency: 'USD', at };
      const [bank, pool] = await openFinancialAccounts(tx, [
        { ...common, kind: 'bank_settlement' },
        cardId === null ? { ...common, kind: 'business_available' } : { ...common, kind: 'card_wallet', cardId },
      ]);
      await post(tx, {
        key: `many|${businessId}`,
        debitAccountId: bank!,
        creditAccountId: pool!,
        amount: BigInt(i + 1) * 1_37n,
        code: 'FUNDING',
        description: 'Bank transfer',
        at,
      });
    }
  });
  return { personId, accountIds: numbers.map(({ accountId }) => accountId) };
}
