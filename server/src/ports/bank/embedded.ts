import type { Pool } from 'pg';
import type { Clock } from '../clock/clock.ts';
import { putIntoOutbox } from '../mail/outbox-table.ts';
import type { Bank } from './bank.ts';

/** The mailbox in the outbox for statements of the embedded bank. */
const statementsOf = (accountNumber: string) => `statements-${accountNumber.slice(-4)}@bank.example`;

const dollars = (cents: number) => `$0.${String(cents).padStart(2, '0')}`;

/** The embedded bank moves no money: the statement with both deposits appears in the outbox at once. */
export function embeddedBank({ pool, clock }: { pool: Pool; clock: Clock }): Bank {
  return {
    async sendMicroDeposits({ reference, to, amounts, from }) {
      const lines = amounts.map((cents) => `${dollars(cents)}   deposit from ${from}`);
      await putIntoOutbox(pool, {
        id: reference,
        at: clock.now(),
        channel: 'email',
        to: statementsOf(to.accountNumber),
        subject: `${to.bankName}: statement of the account ending in ${to.accountNumber.slice(-4)}`,
        text: `New on your account:\n\n${lines.join('\n')}\n\nThis is what the account's owner would read at their bank.\n`,
        html: null,
      });
    },
  };
}
