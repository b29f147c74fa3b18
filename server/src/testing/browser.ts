import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { TestCaller, type Answer } from './caller.ts';
import type { TestServer } from './server.ts';

/** A caller with the journeys of a test. */
export class TestBrowser extends TestCaller {
  readonly #server: TestServer;

  constructor(server: TestServer, delivery: 'cookie' | 'token' = 'cookie') {
    super(server, delivery);
    this.#server = server;
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

/** All messages, newest first by when they were handed over: those written together come in any order. */
export const outbox = (server: TestServer) =>
  server.context.db.selectFrom('outbox_message').selectAll().orderBy('at', 'desc').orderBy('id', 'desc').execute();

/** Waits until the jobs that cause messages are done and every queued message is sent. */
export async function sentMessages({ context: { db } }: TestServer): Promise<void> {
  const isDone = async () => {
    const { rows } = await sql<{ isDone: boolean }>`select
      not exists (select from graphile_worker.jobs where task_identifier <> 'send_message')
      and not exists (select from message where sent_at is null and cancelled_at is null and failed_at is null)
      as "isDone"`.execute(db);
    return rows[0]!.isDone;
  };
  // Without an expectation that fails, which costs more than the query.
  await vi.waitUntil(isDone, { timeout: 60_000, interval: 5 });
}

/** The code in the newest message that has one, once every queued message is sent. */
export async function lastCode(server: TestServer): Promise<string> {
  await sentMessages(server);
  const codes = (await outbox(server)).map(({ text }) => /\b\d{6}\b/.exec(text));
  return codes.find((code) => code !== null)![0];
}

/** A code that differs from the correct one. */
export const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
