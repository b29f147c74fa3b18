import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { TestServer } from './server.ts';

interface Answer {
  status: number;
  body: Record<string, unknown>;
  headers: Record<string, string | string[] | number | undefined>;
}

interface Asking {
  body?: object;
  bearer?: string;
  headers?: Record<string, string>;
}

/**
 * A separate browser: an address, an agent and a cookie jar. With `delivery: 'token'` it is a caller without cookies.
 */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  readonly address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  readonly #server: TestServer;
  readonly #delivery: 'cookie' | 'token';

  constructor(server: TestServer, delivery: 'cookie' | 'token' = 'cookie') {
    this.#server = server;
    this.#delivery = delivery;
  }

  async ask(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    { body, bearer, headers }: Asking = {},
  ): Promise<Answer> {
    const byToken = this.#delivery === 'token';
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await this.#server.app.inject({
      method,
      url: path,
      remoteAddress: this.address,
      headers: {
        'user-agent': this.userAgent,
        ...(byToken ? { 'x-session-delivery': 'token' } : { 'x-requested-by': 'florin' }),
        ...(cookie && { cookie }),
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...headers,
      },
      ...(body && { payload: body }),
    });
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const text = answer.body;
    return { status: answer.statusCode, body: text === '' ? {} : JSON.parse(text), headers: answer.headers };
  }

  login(username: string, password: string, recaptchaToken?: string): Promise<Answer> {
    return this.ask('POST', '/api/login', { body: { username, password, recaptchaToken } });
  }

  sendCode(userName: string, pending: string, twoFactorAuthEntityType = 'Email'): Promise<Answer> {
    const body = { userName, twoFactorAuthEntityType, actionReason: 'LoginNewDevice' };
    return this.ask('POST', '/api/send-code', { body, bearer: pending });
  }

  authenticate(username: string, code: string, pending: string, type?: string): Promise<Answer> {
    return this.ask('POST', '/api/authenticate', { body: { username, code, twoFactorAuthSessionId: pending, type } });
  }

  session(bearer?: string): Promise<Answer> {
    return this.ask('GET', '/api/session', bearer === undefined ? {} : { bearer });
  }

  /** Proves the password and returns the pending sign-in's token. */
  async begin(username: string, password: string): Promise<string> {
    const { body } = await this.login(username, password);
    expect(body['Code']).toBe('MFA');
    return String(body['TwoFactorAuthSessionId']);
  }

  /** Signs in with the password, and a code by email if the second factor is required. */
  async enter(username: string, password: string): Promise<Answer> {
    const answer = await this.login(username, password);
    if (answer.body['Code'] !== 'MFA') return answer;
    return this.#prove(username, String(answer.body['TwoFactorAuthSessionId']));
  }

  /** Signs in with both factors. */
  async signIn(username: string, password: string): Promise<Answer> {
    return this.#prove(username, await this.begin(username, password));
  }

  async #prove(username: string, pending: string): Promise<Answer> {
    expect((await this.sendCode(username, pending)).status).toBe(200);
    const answer = await this.authenticate(username, await lastCode(this.#server), pending);
    expect(answer).toMatchObject({ status: 200 });
    return answer;
  }
}

/** The messages to an address, newest first. */
export const outbox = (server: TestServer) =>
  server.context.db.selectFrom('outbox_message').selectAll().orderBy('at', 'desc').orderBy('id', 'desc').execute();

/** Waits until the jobs that cause messages are done and every queued message is sent. */
export async function sentMessages(server: TestServer): Promise<void> {
  const often = { timeout: 15_000, interval: 5 };
  await vi.waitFor(async () => expect(await waitingJobs(server)).toBe(0), often);
  await vi.waitFor(async () => expect(await queued(server)).toHaveLength(0), often);
}

async function waitingJobs({ context: { db } }: TestServer): Promise<number> {
  const { rows } = await sql<{ jobs: number }>`
    select count(*)::int as jobs from graphile_worker.jobs where task_identifier <> 'send_message'`.execute(db);
  return rows[0]!.jobs;
}

/** The code in the newest message that has one, once every queued message is sent. */
export async function lastCode(server: TestServer): Promise<string> {
  await sentMessages(server);
  const codes = (await outbox(server)).map(({ text }) => /\b\d{6}\b/.exec(text));
  return codes.find((code) => code !== null)![0];
}

const queued = (server: TestServer) =>
  server.context.db
    .selectFrom('message')
    .select('id')
    .where('sent_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('failed_at', 'is', null)
    .execute();

/** A code that differs from the correct one. */
export const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
