import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '../../db/demo/people.ts';
import { startTestServer, type TestServer } from '../../test-server.ts';
import { TestBrowser } from '../session/test-browser.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
const browser = () => new TestBrowser(server);

describe('a right password', () => {
  test('signs a person without second factor in, by cookie', async () => {
    const person = browser();
    const answer = await person.login('onefactor', demoPassword);
    expect(answer).toMatchObject({ status: 200, body: { access_token: null, refresh_token: null } });
    expect([...person.cookies.keys()].toSorted()).toEqual(['__Host-did', '__Host-sid']);
    expect(await person.session()).toMatchObject({ status: 200, body: { role: 'CARDHOLDER', isSuspect: false } });
  });
  test('with mfa', async () => {
    const person = browser();
    await person.signIn('admin', demoPassword);
    expect(await person.session()).toMatchObject({ status: 200, body: { role: 'ADMIN', isSuspect: false } });
    expect(await person.login('admin', demoPassword)).toMatchObject({ status: 200 });
  });
});
