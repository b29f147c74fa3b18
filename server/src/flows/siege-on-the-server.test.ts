import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTargets, besiegedHour, messagesTo, Owner, Siege } from '../testing/siege.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('strangers who ask for everything close no way in, and cause a bounded number of messages', async () => {
  const targets = await addTargets(server);
  const [siege, owner] = [new Siege(server, targets, 50), new Owner(server, targets)];
  expect(await owner.begin()).toBe(true);
  for (let hour = 0; hour < 2; hour += 1) {
    const entries = await besiegedHour(server, siege, owner, 12);
    expect(entries.filter(({ isIn }) => !isIn)).toEqual([]);
    expect(entries.flatMap(({ way, wasLocked }) => (wasLocked ? way : []))).toEqual(['new browser', 'new API client']);
  }
  expect(siege.admitted).toBe(0);
  const mails = await messagesTo(server, targets.mailbox);
  expect(mails.get('Florin: your login link')).toBeLessThanOrEqual(4);
  expect(mails.get('Florin: reset your password')).toBeLessThanOrEqual(34);
  const cardMails = await messagesTo(server, targets.card.email);
  expect(cardMails.get('Florin: register your card with this link')).toBeLessThanOrEqual(4);
});
