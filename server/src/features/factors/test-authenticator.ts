import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import type { TestServer } from '../../test-server.ts';
import type { TestBrowser } from '../session/test-browser.ts';

/** An authenticator app: it knows a secret and the time. */
export class TestApp {
  readonly #server: TestServer;
  readonly #totp: TOTP;

  constructor(server: TestServer, secret: string) {
    this.#server = server;
    this.#totp = new TOTP({ secret: Secret.fromBase32(secret) });
  }

  /** @param steps how many steps ahead of now */
  code(steps = 0): string {
    return this.#totp.generate({ timestamp: this.#server.clock.now().getTime() + steps * 30_000 });
  }

  /** A code of a step that was not shown before. */
  next(): string {
    this.#server.clock.advance(30);
    return this.code();
  }
}

/** Enrols an authenticator app in a session that is freshly proven. */
export async function enrolApp(
  server: TestServer,
  here: TestBrowser,
  name = 'My phone',
): Promise<TestApp & { id: string }> {
  const begun = await here.ask('POST', '/api/factors/authenticators', { body: { name } });
  expect(begun).toMatchObject({ status: 200 });
  const id = String(begun.body['id']);
  const app = new TestApp(server, String(begun.body['secret']));
  const confirmed = await here.ask('POST', `/api/factors/authenticators/${id}/confirm`, { body: { code: app.code() } });
  expect(confirmed).toMatchObject({ status: 200, body: { id, kind: 'Authenticator', name } });
  return Object.assign(app, { id });
}

/** Makes backup codes in a session that is freshly proven. */
export async function makeCodes(here: TestBrowser): Promise<string[]> {
  const made = await here.ask('POST', '/api/factors/backup-codes');
  expect(made.status).toBe(200);
  return made.body['codes'] as string[];
}
