import type { Payload } from 'altcha-lib';

/** The payload in the server's format: JSON in base64. */
export function encodePayload(payload: Payload): string {
  return new TextEncoder().encode(JSON.stringify(payload)).toBase64();
}
