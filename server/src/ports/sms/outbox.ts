import type { Pool } from 'pg';
import type { Clock } from '../clock/clock.ts';
import { DeliveryError } from '../mail/mail.ts';
import { putIntoOutbox } from '../mail/outbox-table.ts';
import { checkSms } from './check-sms.ts';
import { StopListed, type Sms } from './sms.ts';

interface OutboxSettings {
  pool: Pool;
  clock: Clock;
  /** Whether a number (E.164) has replied STOP, which a real provider knows itself. Default: none has. */
  isStopped?: (to: string) => boolean | Promise<boolean>;
}

/** The embedded carrier: texts stay in the table behind the outbox page. */
export function outboxSms({ pool, clock, isStopped = () => false }: OutboxSettings): Sms {
  return {
    async send(message) {
      checkSms(message);
      const { id, to, text } = message;
      const stopped = await Promise.try(isStopped, to).catch(() => {
        throw new DeliveryError('Outbox: the STOP list does not answer', { permanent: false });
      });
      if (stopped) throw new StopListed();
      await putIntoOutbox(pool, { id, at: clock.now(), channel: 'sms', to, subject: null, text, html: null });
    },
  };
}
