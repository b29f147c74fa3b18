import { api } from '@florin/contract/api';
import type { CallerKind } from '@florin/contract/callers';
import type { Endpoint } from '@florin/contract/endpoint';
import { roleOf } from '@florin/contract/permissions';
import { errors } from '@florin/contract/errors';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '../demo/people.ts';
import { demoVendorLinks } from '../demo/vendor-links.ts';
import { askForLink, openLink } from '../testing/access/recovery.ts';
import { numberOf, TestWizard } from '../testing/access/wizard.ts';
import { TestBrowser } from '../testing/browser.ts';
import { addPerson, testPassword } from '../testing/person.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
let bearers: Record<string, string>;

beforeAll(async () => {
  server = await startTestServer();
  const login = (username: string) =>
    server.app.inject({
      remoteAddress: remoteAddress(),
      method: 'POST',
      url: '/api/login',
      headers: { host: 'localhost', 'x-session-delivery': 'token' },
      payload: { username, password: demoPassword },
    });
  bearers = {
    session: (await login('onefactor')).json().access_token,
    pendingSignIn: (await login('email.only')).json().TwoFactorAuthSessionId,
  };
  const administrator = await addPerson(server, { accounts: [{ role: 'ADMIN' }] });
  const signedIn = await new TestBrowser(server, 'token').enter(administrator.username, testPassword);
  bearers['administrator'] = String(signedIn.body['access_token']);
  const wizard = new TestWizard(server);
  await wizard.card(numberOf('Otis Grant'));
  bearers['registration'] = String((await wizard.code(numberOf('Otis Grant'), '1988')).body['access_token']);
  const vendor = await new TestBrowser(server).ask('POST', '/api/card-details/authenticate', {
    body: { requestCode: demoVendorLinks[0]!.code },
  });
  bearers['vendorLink'] = String(vendor.body['access_token']);
  const here = new TestBrowser(server);
  bearers['passwordReset'] = (await openLink(here, await askForLink(server, here, 'several'))).bearer;
});
afterAll(() => server.close());

const bearerFor = ({ access, permission }: Endpoint) =>
  bearers[permission && roleOf(permission) === 'ADMIN' ? 'administrator' : [access].flat()[0]!];
const headersFor = (endpoint: Endpoint): Record<string, string> => {
  const bearer = bearerFor(endpoint);
  return { host: 'localhost', ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) };
};

/** Every request comes from its own address, to avoid flood limits. */
let requests = 0;
const remoteAddress = () => `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests++ & 255}`;

const hostile: [string, unknown][] = [
  ['nothing', undefined],
  ['null', null],
  ['an empty text', ''],
  ['a number', 7],
  ['a negative number', -1],
  ['a huge number', 1e308],
  ['a list', ['x']],
  ['an object', { $gt: '' }],
  ['true', true],
  ['U+0000', 'a\u0000b'],
  ['a lone surrogate', 'a\ud800b'],
  ['invisible characters', '\u200b\u202e'],
  ['ten thousand characters', 'x'.repeat(10_000)],
  ['SQL', `' or 1=1; drop table person; --`],
  ['letters that look like others', '\u0430dm\u0456n'],
  ['digits of other scripts', '\u0661\u0662\u0663\uff14\u09eb\u0c6c'],
  ['a reversed text direction', '\u202egnp.exe'],
];

/** Well formed, so that only the body is wrong. */
const nobodysId = '01990000-0000-7000-8000-000000000000';
const endpoints = Object.entries(api as Record<string, Endpoint>);
const fieldsOf = (schema: Endpoint['body']) => Object.keys((schema as { entries?: object } | undefined)?.entries ?? {});

/** The fields that a schema refuses, by their first name. */
const refusedFields = (schema: Endpoint['body'], payload: object) =>
  new Set(v.safeParse(schema!, payload).issues?.map(({ path }) => String(path?.[0]?.key)) ?? []);

/** A method that no endpoint has at an address; two can share one, and a parameter stands for any word. */
function methodOfNobody(path: string) {
  const taken = endpoints
    .filter(([, other]) => new RegExp(`^${other.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path))
    .map(([, { method }]) => method);
  return (['DELETE', 'PUT', 'PATCH'] as const).find((method) => !taken.includes(method))!;
}

describe.each(endpoints)('%s', (_name, endpoint) => {
  const fields = fieldsOf(endpoint.body);

  test.each(fields)('%s, whatever it is, is answered without a failure', async (field) => {
    for (const [what, value] of hostile) {
      const payload = Object.fromEntries(fields.map((name) => [name, name === field ? value : 'x']));
      const answer = await server.app.inject({
        remoteAddress: remoteAddress(),
        method: endpoint.method,
        url: endpoint.path.replaceAll(/\{\w+\}/g, nobodysId),
        headers: { ...headersFor(endpoint), 'content-type': 'application/json' },
        payload: JSON.stringify(payload),
      });
      expect(answer.statusCode, `${what}: ${answer.body}`).toBeLessThan(500);
      if (endpoint.body && v.is(endpoint.body, payload)) continue;
      expect(answer.statusCode, what).toBeGreaterThanOrEqual(400);
      const { Code } = answer.json();
      expect(errors, what).toHaveProperty([Code]);
      if (Code !== 'VALIDATION') continue;
      const named = answer.json().Fields.map(({ Field }: { Field: string }) => Field.split('.')[0]);
      expect(new Set(named), what).toEqual(refusedFields(endpoint.body, payload));
    }
  });

  const parameters = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  test.each([...parameters.map((name) => [name, 'path']), ...fieldsOf(endpoint.query).map((name) => [name, 'query'])])(
    '%s in the %s, whatever it is, is answered without a failure',
    async (field, where) => {
      for (const [what, value] of hostile) {
        // A URL cannot contain half of a character; a program that tries sends this.
        const text = typeof value === 'string' ? value : JSON.stringify(value ?? '');
        const encoded = what === 'a lone surrogate' ? '%ED%A0%80' : encodeURIComponent(text);
        const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_all, name) => (name === field ? encoded : 'x'));
        const answer = await server.app.inject({
          remoteAddress: remoteAddress(),
          method: endpoint.method,
          url: where === 'query' ? `${path}?${field}=${encoded}` : path,
          headers: { ...headersFor(endpoint), 'content-type': 'application/json' },
          ...(endpoint.body && { payload: '{}' }),
        });
        expect(answer.statusCode, `${what}: ${answer.body}`).toBeLessThan(500);
        if (answer.statusCode >= 400) expect(errors).toHaveProperty([answer.json().Code]);
      }
    },
  );

  test('hostile bodies and addresses', async () => {
    const send = (payload: string | Buffer, type = 'application/json') =>
      server.app.inject({
        remoteAddress: remoteAddress(),
        method: 'POST',
        url: endpoint.path,
        headers: { ...headersFor(endpoint), 'content-type': type },
        payload,
      });
    const payloads: [string | Buffer, string?][] = [
      [''],
      ['{'],
      ['[]'],
      ['null'],
      ['"text"'],
      ['{"__proto__":{"admin":true}}'],
      ['{"constructor":{"prototype":{"admin":true}}}'],
      ['['.repeat(8000)],
      [Buffer.from([0xff, 0xfe, 0x00])],
      ['x'.repeat(1_000_000)],
      ['a=b', 'application/x-www-form-urlencoded'],
      ['{}', 'text/plain'],
      ['<a/>', 'application/xml'],
    ];
    for (const [payload, type] of payloads) {
      const answer = await send(payload, type);
      expect(answer.statusCode, String(payload).slice(0, 40)).toBeGreaterThanOrEqual(400);
      expect(answer.statusCode, String(payload).slice(0, 40)).toBeLessThan(500);
      expect(errors).toHaveProperty([answer.json().Code]);
    }
  });

  test('another method, an unknown host', async () => {
    const wrong = methodOfNobody(endpoint.path);
    const answer = await server.app.inject({
      remoteAddress: remoteAddress(),
      method: wrong,
      url: endpoint.path,
      headers: { host: 'localhost' },
    });
    expect([answer.statusCode, answer.json().Code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect(answer.headers.allow).toContain(endpoint.method);
    for (const host of ['evil.example', 'localhost.evil.example', 'localhost@evil.example', 'a b']) {
      const refused = await server.app.inject({
        remoteAddress: remoteAddress(),
        method: endpoint.method,
        url: endpoint.path,
        headers: { host },
      });
      expect([host, refused.statusCode, refused.json().Code]).toEqual([host, 421, 'UNKNOWN_HOST']);
    }
  });
});

test('people at an unconfigured host name get a page without brand or script', async () => {
  const answer = await server.app.inject({
    remoteAddress: remoteAddress(),
    url: '/login/northwind',
    headers: { host: 'evil.example', accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
  });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([421, 'text/html; charset=utf-8']);
  expect(answer.body).toContain('This server does not answer for the address you have opened.');
  expect(answer.body).not.toMatch(/<script|<link|<img|northwind|florin|evil\.example/i);
});

test('the requests so far have used up none of their tokens', async () => {
  for (const [path, kind] of [
    ['/api/session', 'session'],
    ['/api/session', 'administrator'],
    ['/Account/Cardholder/Registration/ShortProfile', 'registration'],
    ['/forgot/verification-methods', 'passwordReset'],
  ] as const) {
    const headers = { host: 'localhost', authorization: `Bearer ${bearers[kind]}` };
    const answer = await server.app.inject({ remoteAddress: remoteAddress(), method: 'GET', url: path, headers });
    expect([kind, answer.statusCode]).toEqual([kind, 200]);
  }
});

describe('a token of the wrong kind opens nothing', () => {
  const callerOf: Record<string, CallerKind> = {
    ses: 'session',
    mfp: 'pendingSignIn',
    reg: 'registration',
    vnd: 'vendorLink',
    rst: 'passwordReset',
  };
  // Those of operators say that there is nothing: operator.test.ts.
  const guarded = endpoints.filter(([, { access }]) => !['public', 'embedded', 'operator'].includes(String(access)));
  test.each(guarded)('%s', async (_name, endpoint) => {
    const opening = Object.keys(callerOf).filter((kind) => [endpoint.access].flat().includes(callerOf[kind]!));
    const others = Object.values(bearers).filter((token) => !opening.includes(token.slice(0, 3)));
    expect(others.length).toBeGreaterThan(0);
    const made = ['ses', 'mfp', 'rfr', 'reg', 'inv', 'rsl', 'rst', 'tkt', 'vln', 'vnd', 'xyz'].map(
      (kind) => `${kind}_${'A'.repeat(43)}`,
    );
    for (const token of [...others, ...made, '', 'x'.repeat(5000), 'ses_\u00e9']) {
      const answer = await server.app.inject({
        remoteAddress: remoteAddress(),
        method: endpoint.method,
        url: endpoint.path,
        headers: { host: 'localhost', authorization: `Bearer ${token}` },
      });
      expect([token.slice(0, 8), answer.statusCode]).toEqual([token.slice(0, 8), 401]);
    }
  });
});

test('an expired token opens nothing', async () => {
  server.clock.advance(25 * 60 * 60);
  for (const [name, endpoint] of endpoints) {
    const bearer = bearerFor(endpoint);
    if (!bearer) continue;
    const answer = await server.app.inject({
      remoteAddress: remoteAddress(),
      method: endpoint.method,
      url: endpoint.path,
      headers: headersFor(endpoint),
    });
    expect([name, answer.statusCode]).toEqual([name, 401]);
  }
});

test('every answer carries its correlation id and the security headers', async () => {
  for (const url of [
    '/api/session',
    '/nothing/here',
    '/openapi.json',
    '/healthz',
    '/%zz',
    '//api/session',
    '/api//session',
  ]) {
    const answer = await server.app.inject({
      remoteAddress: remoteAddress(),
      method: 'GET',
      url,
      headers: { host: 'localhost' },
    });
    expect(answer.headers['x-correlation-id'], url).toMatch(/^[0-9a-f]{32}$/);
    expect(answer.headers['content-security-policy'], url).toContain("require-trusted-types-for 'script'");
    expect(answer.headers['x-content-type-options'], url).toBe('nosniff');
    expect(answer.statusCode, url).toBeLessThan(500);
  }
});
