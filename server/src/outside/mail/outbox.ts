import type pg from 'pg';
import type { Clock } from '../clock/clock.ts';
import { checkMail } from './check-mail.ts';
import { DeliveryError, type Mail } from './mail.ts';

/** The embedded carrier: mail stays in the table behind the outbox page. */
export function outboxMail({ pool, clock }: { pool: pg.Pool; clock: Clock }): Mail {
  return {
    async send(message) {
      checkMail(message);
      const { id, to, subject, text, html } = message;
      try {
        await pool.query(
          `insert into outbox_message (id, at, channel, recipient, subject, text, html)
           values ($1, $2, 'email', $3, $4, $5, $6) on conflict (id) do nothing`,
          [id, clock.now(), to, subject, text, html],
        );
      } catch (error) {
        // The database's own message can quote the row.
        throw new DeliveryError(`Outbox: ${(error as { code?: string }).code ?? 'no answer'}`, { permanent: false });
      }
    },
  };
}
