import { randomInt } from 'node:crypto';
import type { TestServer } from './server.ts';

export interface Answer {
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
export class TestCaller {
  readonly cookies = new Map<string, string>();
  /** With `delivery: 'token'`: sent as X-Device-Credential. */
  credential: string | null = null;
  address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  readonly #server: Pick<TestServer, 'app'>;
  readonly #delivery: 'cookie' | 'token';

  constructor(server: Pick<TestServer, 'app'>, delivery: 'cookie' | 'token' = 'cookie') {
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
        ...(this.credential !== null && { 'x-device-credential': this.credential }),
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
}
