import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { passkeyWords } from '../../messages/en/access/passkey.ts';

type Json = Record<string, unknown>;
/** The result of requesting a passkey from the browser: the message for the server, or why there is none. */
export type PasskeyOutcome = { ok: true; passkey: Json } | { ok: false; reason: keyof typeof passkeyWords };

/** Asks the browser to prove a passkey (WebAuthn Level 3, get). It never rejects. */
export const provePasskey = (options: Json): Promise<PasskeyOutcome> =>
  ask(async ({ startAuthentication }) =>
    startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }),
  );

/** Asks the browser to create a passkey (WebAuthn Level 3, create). It never rejects. */
export const createPasskey = (options: Json): Promise<PasskeyOutcome> =>
  ask(async ({ startRegistration }) =>
    startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }),
  );

export const browserHasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';

async function ask(
  ceremony: (library: typeof import('@simplewebauthn/browser')) => Promise<object>,
): Promise<PasskeyOutcome> {
  if (!browserHasPasskeys()) return { ok: false, reason: 'unsupported' };
  try {
    const passkey = await ceremony(await import('@simplewebauthn/browser'));
    return { ok: true, passkey: passkey as Json };
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  }
}

/** The names are those of the DOMExceptions of WebAuthn; NotAllowedError also stands for 'took too long'. */
function reasonOf(error: unknown): keyof typeof passkeyWords {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return 'cancelled';
  return name === 'InvalidStateError' ? 'known' : 'failed';
}
