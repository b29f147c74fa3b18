import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** The pair of tokens that a refresh token was exchanged for. */
export interface TokenPair {
  access: string;
  refresh: string;
}

const ivBytes = 12;
const tagBytes = 16;

/**
 * Only who presents a refresh token can open its successor: the key is derived from the token itself, of which the
 * database has but a hash (security design 3.3). Layout: iv, tag, ciphertext; AES-256-GCM.
 */
export function sealSuccessor(presented: string, pair: TokenPair): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', keyFrom(presented), iv);
  const ciphertext = Buffer.concat([cipher.update(JSON.stringify(pair)), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
}

/** @throws where the token is another one or the bytes were altered */
export function openSuccessor(presented: string, sealed: Buffer): TokenPair {
  const iv = sealed.subarray(0, ivBytes);
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(presented), iv, { authTagLength: tagBytes });
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
  const text = Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]).toString();
  return JSON.parse(text) as TokenPair;
}

const keyFrom = (presented: string) => Buffer.from(hkdfSync('sha256', presented, '', 'florin refresh successor', 32));
