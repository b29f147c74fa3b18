import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BusinessStatus } from '@florin/contract/program/user-info';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { TestBrowser } from '../../../testing/browser.ts';
import { addPerson, testPassword } from '../../../testing/person.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** One transparent pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

async function signedIn(role: 'ADMIN' | 'CARDHOLDER', business: BusinessStatus = 'OPEN') {
  const { username } = await addPerson(server, { accounts: [{ role, business }] });
  const browser = new TestBrowser(server);
  await browser.enter(username, testPassword);
  return browser;
}
const preferences = (answer: { body: Record<string, unknown> }) =>
  answer.body['businessPreferences'] as { useCustomIcon: boolean; customIconUri: string | null };

test('an icon is saved, served with its type, hidden and shown again', { tags: '@3.36' }, async () => {
  const browser = await signedIn('ADMIN');
  expect(preferences(await browser.ask('GET', '/api/business/preferences'))).toEqual({
    useCustomIcon: false,
    customIconUri: null,
  });
  const set = await browser.ask('PUT', '/api/business/icon', { body: { useCustomIcon: true, image: pixel } });
  const uri = preferences(set).customIconUri!;
  const served = await server.app.inject(uri);
  expect(served.headers).toMatchObject({
    'content-type': 'image/png',
    'content-security-policy': "default-src 'none'",
    'x-content-type-options': 'nosniff',
  });
  expect(served.rawPayload.toString('base64')).toBe(pixel);
  expect((await server.app.inject(uri.replace(/v=.*/, 'v=0123456789abcdef'))).statusCode).toBe(404);

  const hidden = await browser.ask('PUT', '/api/business/icon', { body: { useCustomIcon: false } });
  expect(preferences(hidden)).toEqual({ useCustomIcon: false, customIconUri: uri });
  const again = await browser.ask('PUT', '/api/business/icon', { body: { useCustomIcon: true } });
  expect(preferences(again)).toEqual({ useCustomIcon: true, customIconUri: uri });
});

test.each([
  [
    'a script in SVG',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>').toString('base64'),
    'ICON_INVALID',
  ],
  ['no base64', '<svg>', 'VALIDATION'],
  ['too much', 'A'.repeat(14_000), 'VALIDATION'],
])('%s is refused', async (_what, image, code) => {
  const browser = await signedIn('ADMIN');
  const answer = await browser.ask('PUT', '/api/business/icon', { body: { useCustomIcon: true, image } });
  expect([answer.status, answer.body['Code']]).toEqual([400, code]);
});

test('cardholders see it and cannot change it', async () => {
  const browser = await signedIn('CARDHOLDER');
  expect((await browser.ask('GET', '/api/business/preferences')).status).toBe(200);
  expect((await browser.ask('PUT', '/api/business/icon', { body: { useCustomIcon: true, image: pixel } })).status).toBe(
    403,
  );
});

test.each([
  ['PENDING_REVIEW', 200, undefined],
  ['SUSPENDED', 409, 'BUSINESS_NOT_OPEN'],
  ['CLOSED', 403, 'FORBIDDEN'],
] as const)('the icon of a business that is %s: %i', async (business, status, code) => {
  const browser = await signedIn('ADMIN', business);
  const answer = await browser.ask('PUT', '/api/business/icon', { body: { useCustomIcon: true, image: pixel } });
  expect([answer.status, answer.body['Code']]).toEqual([status, code]);
});
