import { api } from '@florin/contract/api';
import type { Endpoint } from '@florin/contract/endpoint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { TestBrowser } from '../../../testing/browser.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.context.db.updateTable('site_status').set({ out_of_service: true }).execute();
});
afterAll(() => server.close());

const closing = Object.entries<Endpoint>(api).filter(([, { errors }]) => errors.includes('OUT_OF_SERVICE'));

test('calls that sign people in are closed with the site: the forms of section 2', { tags: '@beyond.12' }, () => {
  expect(closing.map(([name]) => name).toSorted()).toEqual([
    'authenticate',
    'authenticateWithPasskey',
    'checkResetLink',
    'forgotAuthenticate',
    'forgotPassword',
    'forgotUsername',
    'linkRegistration',
    'login',
    'openLoginLink',
    'openRegistrationLink',
    'redeemAutologinTicket',
    'registerCardholder',
    'resetPassword',
    'sendCode',
    'sendLoginLink',
    'sendResetCode',
    'verificationMethods',
    'verifyCard',
    'verifyInvite',
    'verifyRegistrationCode',
    'verifyResetCode',
  ]);
});

// The other calls check their caller first, and nobody gets a new token meanwhile.
test.each(closing.filter(([, { access }]) => access === 'public'))('%s is refused', async (_name, { method, path }) => {
  const answer = await new TestBrowser(server).ask(method, path, { body: {} });
  expect(answer).toMatchObject({ status: 503, body: { Code: 'OUT_OF_SERVICE' } });
});
