import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { TestBrowser } from '../../../testing/browser.ts';
import { demoPassword } from '../../../demo/people.ts';
import { askForLink, newPassword, openLink, proveByText } from '../../../testing/access/recovery.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('a person with a phone resets the password and signs in', { tags: ['@3.27', '@7.19'] }, async () => {
  const here = new TestBrowser(server);
  const reset = await openLink(here, await askForLink(server, here, 'forgetful'));
  // The link alone discloses nothing of the person.
  expect(reset.answer.body).toEqual({
    access_token: expect.stringMatching(/^rst_/),
    expiresInSeconds: expect.any(Number),
    provenBy: null,
  });
  expect((await reset.methods()).body).toEqual([{ entityType: 'PhoneNumber', entityMasked: '•••\u00a0•••\u00a0••46' }]);
  await proveByText(server, reset);
  expect(await reset.reset('PhoneNumber')).toMatchObject({ status: 200, body: { epoch: expect.any(String) } });
  expect(await here.session()).toMatchObject({ status: 200, body: { role: 'CARDHOLDER' } });
  expect((await here.login('forgetful', demoPassword)).body['Code']).toBe('INVALID_CREDENTIALS');
  expect((await here.login('forgetful', newPassword)).body['Code']).toBe('MFA');
});
