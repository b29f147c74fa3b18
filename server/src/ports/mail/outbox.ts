import type { Pool } from 'pg';
import type { Clock } from '../clock/clock.ts';
import { checkMail } from './check-mail.ts';
import type { Mail } from './mail.ts';
import { putIntoOutbox } from './outbox-table.ts';

/** The embedded carrier: mail stays in the table behind the outbox page. */
export function outboxMail({ pool, clock }: { pool: Pool; clock: Clock }): Mail {
  return {
    async send(message) {
      checkMail(message);
      const { id, to, replyTo = null, subject, text, html } = message;
      await putIntoOutbox(pool, { id, at: clock.now(), channel: 'email', to, replyTo, subject, text, html });
    },
  };
}
