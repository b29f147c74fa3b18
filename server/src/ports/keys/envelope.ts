import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { KeyError } from './keys.ts';

/*
 * A sealed value: version (1 byte, 1) | length of the key's id (1 byte) | the id | the wrapped data key (12 nonce,
 * 32 data, 16 tag) | nonce (12) | ciphertext | tag (16). Each value has a data key of its own, so a nonce never meets a
 * key twice (NIST SP 800-38D, 8.3); version, id and context are authenticated with both parts.
 */
const version = 1;
const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const dataKeyBytes = 32;
const wrappedBytes = nonceBytes + dataKeyBytes + tagBytes;

/** @param wrappingKey 32 bytes */
export function sealEnvelope(
  keyId: string,
  wrappingKey: Uint8Array,
  plaintext: Uint8Array | string,
  context: string,
): Buffer {
  const dataKey = randomBytes(dataKeyBytes);
  const sealed = Buffer.concat([
    Buffer.from([version, Buffer.byteLength(keyId)]),
    Buffer.from(keyId),
    encrypt(wrappingKey, dataKey, associatedData('data key', keyId, context)),
    encrypt(dataKey, plaintext, associatedData('value', keyId, context)),
  ]);
  dataKey.fill(0);
  return sealed;
}

/**
 * @param wrappingKeyOf the wrapping key of an id, or undefined
 * @throws KeyError
 */
export function openEnvelope(
  sealed: Uint8Array,
  wrappingKeyOf: (keyId: string) => Uint8Array | undefined,
  context: string,
): Buffer {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  const wrappedAt = 2 + (bytes[1] ?? 0);
  const valueAt = wrappedAt + wrappedBytes;
  if (bytes[0] !== version || bytes.length < valueAt + nonceBytes + tagBytes)
    throw new KeyError('malformed', 'This is not a sealed value.');
  const keyId = bytes.toString('utf8', 2, wrappedAt);
  const wrappingKey = wrappingKeyOf(keyId);
  if (!wrappingKey) throw new KeyError('unknown-key', 'The value is sealed under a key that is not in the keyring.');
  const dataKey = decrypt(wrappingKey, bytes.subarray(wrappedAt, valueAt), associatedData('data key', keyId, context));
  const plaintext = decrypt(dataKey, bytes.subarray(valueAt), associatedData('value', keyId, context));
  dataKey.fill(0);
  return plaintext;
}

/** Every part has its length in front: different inputs never give the same bytes. */
function associatedData(part: string, keyId: string, context: string): Buffer {
  const fields = [`florin sealed value ${version}`, part, keyId, context].map((field) => Buffer.from(field));
  return Buffer.concat(
    fields.flatMap((field) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(field.length);
      return [length, field];
    }),
  );
}

function encrypt(key: Uint8Array, plaintext: Uint8Array | string, associated: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes);
  const encryption = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes }).setAAD(associated);
  const bytes = typeof plaintext === 'string' ? Buffer.from(plaintext) : plaintext;
  return Buffer.concat([nonce, encryption.update(bytes), encryption.final(), encryption.getAuthTag()]);
}

function decrypt(key: Uint8Array, box: Buffer, associated: Uint8Array): Buffer {
  const decryption = createDecipheriv(cipher, key, box.subarray(0, nonceBytes), { authTagLength: tagBytes })
    .setAAD(associated)
    .setAuthTag(box.subarray(-tagBytes));
  const plaintext = decryption.update(box.subarray(nonceBytes, -tagBytes));
  try {
    return Buffer.concat([plaintext, decryption.final()]);
  } catch {
    throw new KeyError('not-authentic', 'The sealed value was altered or belongs elsewhere.');
  }
}
