import type { Keys } from '../keys/keys.ts';
import { CardProcessorError, type CardProcessor } from './card-processor.ts';

const codes = 1000n;

const nothing = () => Promise.resolve();

/**
 * The processor within this process. Cards are in the product's own tables, so acts on them need no message. A person
 * simulates the network. Security codes are derived from number and expiry with a key, as card producers do: the same
 * card always has the same code, a renewed card has another, and nothing is stored.
 */
export const embeddedCardProcessor = (keys: Keys): CardProcessor => ({
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
  settlement: () => Promise.resolve(null),
});
