import type pg from 'pg';
import type { Clock } from '../clock/clock.ts';
import { DeliveryError } from '../mail/mail.ts';
import { checkSms } from './check-sms.ts';
import { StopListed, type Sms } from './sms.ts';

interface OutboxSettings {
  pool: pg.Pool;
  clock: Clock;
  /** Whether a number (E.164) has answered STOP; a provider knows that by itself. Default: none has. */
  isStopped?: (to: string) => boolean | Promise<boolean>;
}

/** The embedded carrier: texts stay in the table behind the outbox page. The same message twice is there once. */
export function outboxSms({ pool, clock, isStopped = () => false }: OutboxSettings): Sms {
  return {
    async send(message) {
      checkSms(message);
      const { id, to, text } = message;
      try {
        if (await isStopped(to)) throw new StopListed();
        await pool.query(
          `insert into outbox_message (id, at, channel, recipient, text)
           values ($1, $2, 'sms', $3, $4) on conflict (id) do nothing`,
          [id, clock.now(), to, text],
        );
      } catch (error) {
        if (error instanceof StopListed) throw error;
        // The database's own message can quote the row.
        throw new DeliveryError(`Outbox: ${(error as { code?: string }).code ?? 'no answer'}`, { permanent: false });
      }
    },
  };
}
