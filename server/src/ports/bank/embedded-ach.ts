import { addBankDays } from '@florin/contract/money/bank-days';
import type { Pool } from 'pg';
import type { Clock } from '../clock/clock.ts';
import { DeliveryError } from '../mail/mail.ts';
import type { AchBank, AchEntry, BankMovement } from './ach.ts';
import { openingOf } from './bank-hours.ts';

/** Bank days from settlement to return: within the usual deadline, or long after a deposit can be spent. */
const soonBankDays = 2;
const lateBankDays = 20;

/** When a late return of an entry comes that settles on a bank day. @param settlesOn yyyy-mm-dd */
export const lateReturnOf = (settlesOn: string): Date => openingOf(addBankDays(settlesOn, lateBankDays));

/**
 * What the embedded bank does with an entry, by the last four digits of the account: 90NN is returned with code RNN
 * after two bank days, 80NN after twenty, 7000 is declined, and everything else settles.
 */
export function fateOf({ account, settlesOn }: Pick<AchEntry, 'account' | 'settlesOn'>) {
  const [, when, code] = /([89])0(\d\d)$/.exec(account.accountNumber) ?? [];
  const declined = account.accountNumber.endsWith('7000');
  const bankDays = when === '9' ? soonBankDays : lateBankDays;
  return {
    declined,
    settlesAt: declined ? null : openingOf(settlesOn),
    returnCode: code === undefined || code === '00' ? null : `R${code}`,
    returnsAt: code === undefined || code === '00' ? null : openingOf(addBankDays(settlesOn, bankDays)),
  };
}

/** An outcome of no kind, of no entry. */
const nonsense = { reference: '?', kind: 'LOST', returnCode: 'R?' } as unknown as BankMovement;

/**
 * The embedded bank moves no money. Entries settle and are returned by the product's clock, or when a person simulates
 * the bank (features/cards/simulator/bank.ts), who can also make it fail.
 */
export function embeddedAch({ pool, clock }: { pool: Pool; clock: Clock }): AchBank {
  /** @throws DeliveryError while the bank is silent */
  const faults = async (): Promise<string[]> => {
    const { rows } = await pool.query<{ faults: string[] }>('select faults from simulator_state');
    const on = rows[0]?.faults ?? [];
    if (on.includes('BANK_SILENT')) throw new DeliveryError('the bank does not answer', { permanent: false });
    return on;
  };
  return {
    async sendEntries(entries) {
      await faults();
      for (const entry of entries) {
        const { declined, settlesAt, returnCode, returnsAt } = fateOf(entry);
        await pool.query(
          `insert into embedded_bank_entry (reference, direction, amount, declined, settles_at, return_code, returns_at)
            values ($1, $2, $3, $4, $5, $6, $7) on conflict (reference) do nothing`,
          [entry.reference, entry.direction, entry.amount, declined, settlesAt, returnCode, returnsAt],
        );
      }
    },

    async movements() {
      const on = await faults();
      const { rows } = await pool.query<BankMovement>(
        `select reference, kind, "returnCode" from (
          select reference, 'SETTLED' as kind, null as "returnCode", settles_at as at from embedded_bank_entry
            where settles_at <= $1 and not settlement_confirmed
          union all select reference, 'DECLINED', null, null from embedded_bank_entry
            where declined and not end_confirmed
          union all select reference, 'RETURNED', return_code, returns_at from embedded_bank_entry
            where returns_at <= $1 and not end_confirmed
        ) happened order by at nulls first, reference limit 500`,
        [clock.now()],
      );
      const reported = on.includes('BANK_TWICE') ? rows.flatMap((movement) => [movement, movement]) : rows;
      return on.includes('BANK_NONSENSE') ? [nonsense, ...reported] : reported;
    },

    async confirm({ reference, kind }) {
      await faults();
      const column = kind === 'SETTLED' ? 'settlement_confirmed' : 'end_confirmed';
      await pool.query(`update embedded_bank_entry set ${column} = true where reference = $1`, [reference]);
    },
  };
}
