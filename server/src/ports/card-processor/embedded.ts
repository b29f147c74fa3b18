import { DAY } from '@florin/contract/limits';
import type pg from 'pg';
import type { Clock } from '../clock/clock.ts';
import type { Keys } from '../keys/keys.ts';
import { CardProcessorError, type CardProcessor } from './card-processor.ts';
import type { SettlementLine, SettlementReport } from './incoming.ts';

const codes = 1000n;

const nothing = () => Promise.resolve();

/**
 * The processor within this process. Cards are in the product's own tables, so acts on them need no message. A person
 * simulates the network. Security codes are derived from number and expiry with a key, as card producers do: the same
 * card always has the same code, a renewed card has another, and nothing is stored.
 * @param network where a person simulates the network: its messages say what it settles; without it there is no report
 */
export const embeddedCardProcessor = (keys: Keys, network?: { pool: pg.Pool; clock: Clock }): CardProcessor => ({
  name: 'embedded',
  numbersCards: false,
  securityCode: ({ number, expiresOn }) => {
    const mac = keys.mac('card-security-code', `${number.reveal()}|${expiresOn.slice(0, 7)}`);
    return Promise.resolve(String(mac.readBigUInt64BE() % codes).padStart(3, '0'));
  },
  issue: ({ cardId, number, holder }) => {
    if (number === null) return Promise.reject(new CardProcessorError('Embedded: a card needs a number', 'refused'));
    const { expiresOn } = number;
    const lastFour = number.number.reveal().slice(-4);
    return Promise.resolve({ reference: cardId, holderReference: holder.reference, lastFour, expiresOn });
  },
  activate: nothing,
  freeze: nothing,
  unfreeze: nothing,
  setPin: nothing,
  ship: nothing,
  setStandIn: nothing,
  close: nothing,
  webhooks: null,
  settlement: (day) => (network ? settlementOf(network, day) : Promise.resolve(null)),
});

/** What the simulated network has settled on a day, which is closed at midnight in UTC. */
async function settlementOf(
  { pool, clock }: { pool: pg.Pool; clock: Clock },
  day: string,
): Promise<SettlementReport | null> {
  const from = new Date(`${day}T00:00:00Z`);
  const to = new Date(from.getTime() + DAY * 1000);
  if (clock.now() < to) return null;
  const { rows: lines } = await pool.query<SettlementLine>(
    `select id as "eventId", purchase_id as "transactionId", message->>'cardId' as "cardReference",
       settles::float8 as amount
     from simulator_message where settles is not null and at >= $1 and at < $2 order by at, id`,
    [from, to],
  );
  return { day, currency: 'USD', lines, total: lines.reduce((sum, { amount }) => sum + amount, 0) };
}
