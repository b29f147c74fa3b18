import { KeyError, type Keys } from './keys.ts';
import { ringKeys, type RootKey } from './keyring.ts';

/**
 * Keys from the configuration, as set by a secret store.
 * @param spec `id:key` pairs, comma-separated, newest first; each key is 32 bytes in base64 (`openssl rand -base64 32`)
 * @throws KeyError `keyring`, naming the pair by its position and never by its content
 */
export function environmentKeys(spec: string): Keys {
  return ringKeys(spec.split(',').map((pair, index) => rootKey(pair.trim(), index + 1)));
}

function rootKey(pair: string, place: number): RootKey {
  const [, id, base64] = /^([^:]+):([A-Za-z0-9+/]{43}=)$/.exec(pair) ?? [];
  if (id === undefined || base64 === undefined)
    throw new KeyError('keyring', `Key ${place} of the keyring is not of the form id:base64 with 32 bytes.`);
  return { id, key: Buffer.from(base64, 'base64') };
}
