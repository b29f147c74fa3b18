import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { expect } from 'vitest';
import type { TestBrowser } from '../browser.ts';

interface Options {
  challenge: string;
  rpId?: string;
  rp?: { id?: string };
  user?: { id: string };
}

/** The deviations of an answer that a test wants. */
export interface Lies {
  challenge?: string;
  origin?: string;
  rpId?: string;
  type?: string;
  /** The user was not verified. */
  unverified?: boolean;
  counter?: number;
  userHandle?: string;
  /** Made in a page inside a page of another origin. */
  crossOrigin?: boolean;
}

const userPresent = 0x01;
const userVerified = 0x04;
const attestedData = 0x40;
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** A passkey in software: one P-256 key, as an authenticator and a browser would use it (WebAuthn Level 3, sections 6 and 7). */
export class TestPasskey {
  readonly id = randomBytes(16);
  readonly #key: KeyObject;
  readonly #publicKey: KeyObject;
  readonly #origin: string;
  #userHandle = '';
  counter = 0;

  constructor(origin = 'http://localhost') {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    this.#publicKey = publicKey;
    this.#origin = origin;
  }

  /** As the server keeps it. */
  get publicKey(): Buffer {
    return this.#coseKey();
  }

  create(options: Options, lies: Lies = {}) {
    this.#userHandle = options.user?.id ?? '';
    const authData = Buffer.concat([
      this.#authenticatorData(lies.rpId ?? options.rp?.id ?? '', attestedData, lies),
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      this.#coseKey(),
    ]);
    const attestationObject = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]) as never,
    );
    return this.#message({
      clientDataJSON: this.#clientData('webauthn.create', options, lies),
      attestationObject: Buffer.from(attestationObject).toString('base64url'),
      transports: ['internal'],
    });
  }

  prove(options: Options, lies: Lies = {}) {
    this.counter += 1;
    const authData = this.#authenticatorData(lies.rpId ?? options.rpId ?? '', 0, lies);
    const clientDataJSON = this.#clientData('webauthn.get', options, lies);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return this.#message({
      clientDataJSON,
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.#key).toString('base64url'),
      userHandle: lies.userHandle ?? this.#userHandle,
    });
  }

  #message(response: object) {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #clientData(type: string, { challenge }: Options, lies: Lies): string {
    const data = {
      type: lies.type ?? type,
      challenge: lies.challenge ?? challenge,
      origin: lies.origin ?? this.#origin,
    };
    return Buffer.from(JSON.stringify({ ...data, crossOrigin: lies.crossOrigin ?? false })).toString('base64url');
  }

  #authenticatorData(rpId: string, flags: number, { unverified = false, counter = this.counter }: Lies): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags | userPresent | (unverified ? 0 : userVerified)]), count]);
  }

  /** RFC 9053: EC2, ES256, P-256. */
  #coseKey(): Buffer {
    const { x, y } = this.#publicKey.export({ format: 'jwk' });
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x!, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y!, 'base64url'))],
    ]);
    return Buffer.from(isoCBOR.encode(key as never));
  }
}

/** Enrols a passkey in a session that is freshly proven. */
export async function enrolPasskey(here: TestBrowser, passkey = new TestPasskey(), name = 'My laptop') {
  const options = await passkeyOptions(here, '/api/factors/passkeys/options');
  const added = await here.ask('POST', '/api/factors/passkeys', { body: { name, passkey: passkey.create(options) } });
  expect(added).toMatchObject({ status: 201, body: { kind: 'Passkey', name } });
  return Object.assign(passkey, { factorId: String(added.body['id']) });
}

/** The options that the server gives; `pending` is the token of a sign-in that waits for its second step. */
export async function passkeyOptions(
  here: TestBrowser,
  path = '/api/passkey/options',
  pending?: string,
): Promise<Options> {
  const answer = await here.ask('POST', path, { body: { twoFactorAuthSessionId: pending } });
  expect(answer.status).toBe(200);
  return answer.body['options'] as Options;
}

/** Signs in, or finishes a sign-in, by passkey. */
export async function signInByPasskey(here: TestBrowser, passkey: TestPasskey, pending?: string, lies?: Lies) {
  const options = await passkeyOptions(here, '/api/passkey/options', pending);
  return here.ask('POST', '/api/passkey/authenticate', {
    body: { twoFactorAuthSessionId: pending, passkey: passkey.prove(options, lies) },
  });
}
