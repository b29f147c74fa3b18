import type { Payload } from 'altcha-lib';

/** The payload as the server reads it: JSON in base64. */
export function encodePayload(payload: Payload): string {
  return new TextEncoder().encode(JSON.stringify(payload)).toBase64();
}
