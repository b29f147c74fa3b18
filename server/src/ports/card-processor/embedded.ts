import type { Keys } from '../keys/keys.ts';
import type { CardProcessor } from './card-processor.ts';

const codes = 1000n;

/**
 * Derives security codes from number and expiry with a key, as card producers do: the same card always has the same
 * code, a renewed card has another, and nothing is stored.
 */
export const embeddedCardProcessor = (keys: Keys): CardProcessor => ({
  securityCode: ({ number, expiresOn }) => {
    const mac = keys.mac('card-security-code', `${number.reveal()}|${expiresOn.slice(0, 7)}`);
    return Promise.resolve(String(mac.readBigUInt64BE() % codes).padStart(3, '0'));
  },
});
