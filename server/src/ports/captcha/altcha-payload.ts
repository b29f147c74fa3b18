import type { Payload } from 'altcha-lib';
import * as v from 'valibot';
import { altchaWork } from './altcha-work.ts';

const hex = (bytes: number) => v.pipe(v.string(), v.regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`)));
const wholeNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The exact format of `altchaCaptcha`: nothing else can have its signature. */
const AltchaPayload = v.strictObject({
  challenge: v.strictObject({
    parameters: v.strictObject({
      algorithm: v.literal(altchaWork.algorithm),
      cost: v.literal(altchaWork.cost),
      data: v.strictObject({
        action: v.string(),
        ipPrefix: v.string(),
        difficulty: v.picklist([1, 2, 3]),
        validUntil: wholeNumber,
      }),
      keyLength: v.literal(32),
      keyPrefix: hex(16),
      keySignature: hex(32),
      nonce: hex(16),
      salt: hex(16),
    }),
    signature: hex(32),
  }),
  solution: v.strictObject({
    counter: wholeNumber,
    derivedKey: hex(32),
    /** How long the browser took, in milliseconds; nothing depends on it. */
    time: v.optional(v.number()),
  }),
}) satisfies v.GenericSchema<unknown, Payload>;

/** A real one is about 900 characters long. */
const longestToken = 4096;

/** The payload in a token: JSON in base64. Null for anything else. */
export function readPayload(token: string): v.InferOutput<typeof AltchaPayload> | null {
  if (token.length > longestToken || !/^[A-Za-z0-9+/]+={0,2}$/.test(token)) return null;
  let json: unknown;
  try {
    json = JSON.parse(Buffer.from(token, 'base64').toString());
  } catch {
    return null;
  }
  const parsed = v.safeParse(AltchaPayload, json);
  return parsed.success ? parsed.output : null;
}
