import { createHmac, hkdfSync } from 'node:crypto';
import { openEnvelope, sealEnvelope } from './envelope.ts';
import { KeyError, type Keys } from './keys.ts';

/** A root key of the installation: 32 random bytes, with an id that sealed values contain. */
export interface RootKey {
  id: string;
  key: Buffer;
}

export const rootKeyBytes = 32;

/**
 * Keys from a ring, newest first. The first seals, all open, and the last (the oldest) is the root of `mac`: a ring
 * grows at its front, and the last key may be removed only once everything indexed under it has been indexed again.
 * @throws KeyError `keyring`
 */
export function ringKeys(ring: readonly RootKey[]): Keys {
  const [newest, oldest] = [ring[0], ring.at(-1)];
  if (!newest || !oldest) throw new KeyError('keyring', 'The keyring is empty.');
  const wrappingKeys = new Map<string, Buffer>();
  for (const { id, key } of ring) {
    if (!/^[A-Za-z0-9_-]{1,32}$/.test(id))
      throw new KeyError('keyring', 'A key id is 1 to 32 letters, digits, dashes or underscores.');
    if (key.length !== rootKeyBytes) throw new KeyError('keyring', `Key ${id} is not ${rootKeyBytes} bytes long.`);
    if (wrappingKeys.has(id)) throw new KeyError('keyring', `Key ${id} is in the keyring twice.`);
    wrappingKeys.set(id, derive(key, 'wrap'));
  }
  const macKeys = new Map<string, Buffer>();
  const macKey = (purpose: string) => {
    let key = macKeys.get(purpose);
    if (!key) macKeys.set(purpose, (key = derive(oldest.key, `mac ${purpose}`)));
    return key;
  };
  const currentWrappingKey = derive(newest.key, 'wrap');
  return {
    currentKeyId: newest.id,
    seal: (plaintext, context) => sealEnvelope(newest.id, currentWrappingKey, plaintext, context),
    open: (sealed, context) => openEnvelope(sealed, (id) => wrappingKeys.get(id), context),
    mac: (purpose, data) => createHmac('sha256', macKey(purpose)).update(data).digest(),
  };
}

/** HKDF (RFC 5869): each purpose of a root key has its own key. */
const derive = (rootKey: Buffer, use: string) =>
  Buffer.from(hkdfSync('sha256', rootKey, '', `florin ${use}`, rootKeyBytes));
