/**
 * The uses of the installation's secret keys: sealing stored values, and keyed hashes. Callers never see a key.
 * Security design 3.9; ASVS 11.3.3 (authenticated encryption), 11.3.4 (no nonce twice under a key).
 */
export interface Keys {
  /** The key that seals from now on. Values sealed under the ring's other keys still open. */
  readonly currentKeyId: string;
  /**
   * Encrypts and authenticates; a string is encoded as UTF-8. The same plaintext never seals to the same bytes twice.
   * @param context the place of the value: it opens only there, see `recordContext`
   * @returns at most 122 bytes more than the plaintext, laid out as in `envelope.ts`
   */
  seal(plaintext: Uint8Array | string, context: string): Buffer;
  /**
   * @throws KeyError if the value was altered, truncated, moved to another context, or sealed under a removed key
   */
  open(sealed: Uint8Array, context: string): Buffer;
  /**
   * HMAC-SHA-256 under a key for that purpose, 32 bytes: for indexes of sealed values, one-time codes, and the server's
   * own signatures. A newer sealing key does not change it, so that indexes keep finding their rows.
   * @param purpose a constant of the caller, such as `contact-index`
   */
  mac(purpose: string, data: string | Uint8Array): Buffer;
}

/** `keyring`: the keys themselves are unusable · the others: a sealed value does not open. */
export type KeyErrorReason = 'keyring' | 'malformed' | 'unknown-key' | 'not-authentic';

/** Names the problem and no keys, contexts or contents. */
export class KeyError extends Error {
  override readonly name = 'KeyError';
  readonly reason: KeyErrorReason;

  constructor(reason: KeyErrorReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The context of one column of one row. Each field has its length in front, so that no two places share a context. */
export function recordContext(place: { table: string; row: string; column: string; program: string }): string {
  return [place.table, place.row, place.column, place.program]
    .map((field) => `${Buffer.byteLength(field)}:${field}`)
    .join('');
}
