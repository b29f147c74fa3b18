import * as v from 'valibot';

/** The unverified claims of a browser's answer. */
export interface PasskeyMessage {
  /** base64url. */
  credentialId: string;
  challenge: string;
  origin: string;
  /** It was made in a page inside a page of another origin. */
  crossOrigin: boolean;
  /** The user handle of the passkey's owner, if the browser sends it; base64url. */
  userHandle: string | null;
}

const base64url = v.pipe(v.string(), v.maxLength(2048), v.regex(/^[A-Za-z0-9_-]+$/));
const Message = v.object({
  id: base64url,
  response: v.object({ clientDataJSON: v.pipe(v.string(), v.maxLength(8192)), userHandle: v.nullish(v.string()) }),
});
const ClientData = v.object({ challenge: base64url, origin: v.string(), crossOrigin: v.optional(v.boolean(), false) });

/** @returns null if it is no WebAuthn message */
export function readPasskeyMessage(passkey: Readonly<Record<string, unknown>>): PasskeyMessage | null {
  const message = v.safeParse(Message, passkey);
  if (!message.success) return null;
  const { id, response } = message.output;
  const clientData = v.safeParse(ClientData, jsonOf(response.clientDataJSON));
  if (!clientData.success) return null;
  return { credentialId: id, ...clientData.output, userHandle: response.userHandle ?? null };
}

function jsonOf(encoded: string): unknown {
  try {
    return JSON.parse(Buffer.from(encoded, 'base64url').toString());
  } catch {
    return null;
  }
}
