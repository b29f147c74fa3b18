import { HOUR } from '@florin/contract/limits';
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newToken } from '../../../../core/tokens.ts';
import { outbox, sentMessages } from '../../../../testing/browser.ts';
import { addWaitingCard } from '../../../../testing/cards/waiting-card.ts';
import { TestWizard } from '../../../../testing/access/wizard.ts';
import { startTestServer, type TestServer } from '../../../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  server.context.captcha = { ...server.context.captcha, verify: () => Promise.resolve(true) };
});
afterAll(() => server.close());

type WaitingCard = Awaited<ReturnType<typeof addWaitingCard>>;

/** A browser that has entered the card number. */
async function begun({ number }: WaitingCard): Promise<TestWizard> {
  const wizard = new TestWizard(server);
  expect((await wizard.card(number)).status).toBe(200);
  return wizard;
}

/** A stranger who knows the number types wrong codes until the card is locked. */
async function lock(card: WaitingCard): Promise<void> {
  const stranger = await begun(card);
  for (let guess = 0; guess < 10; guess += 1) await stranger.code(card.number, '000000', 'token');
  expect((await stranger.code(card.number, '000000', 'token')).body['Code']).toBe('VERIFICATION_LOCKED');
}

async function linksTo(recipient: string): Promise<string[]> {
  await sentMessages(server);
  return (await outbox(server))
    .filter((message) => message.recipient === recipient)
    .flatMap(({ text }) => /\/registration-link\/(rgl_[\w-]{43})/.exec(text)?.[1] ?? []);
}

test('the holder of a locked card registers with a link to the address on file', { tags: '@beyond.61' }, async () => {
  const card = await addWaitingCard(server);
  await lock(card);
  const holder = await begun(card);
  expect(await holder.sendLink('token')).toMatchObject({ status: 200, body: { channel: 'Email', sentSecondsAgo: 0 } });
  const [link] = await linksTo(card.email!);
  const proven = await holder.openLink(link!);
  expect(proven.status).toBe(200);
  // Opened again by a reload, the registration goes on.
  expect((await holder.openLink(link!)).body['access_token']).toBe(proven.body['access_token']);
  const token = String(proven.body['access_token']);
  expect((await holder.register(token, 'kim.by.link')).status).toBe(200);
  const another = new TestWizard(server);
  expect((await another.openLink(link!)).body['Code']).toBe('REGISTRATION_LINK_INVALID');
});

test('goes to the phone where there is no address, and not to a card without either', async () => {
  const mobilePhone = `+1212${String(randomInt(2_000_000, 9_999_999))}`;
  const card = await addWaitingCard(server, { details: { email: null, mobilePhone } });
  const holder = await begun(card);
  expect(await holder.sendLink('token')).toMatchObject({ status: 200, body: { channel: 'PhoneNumber' } });
  const [link] = await linksTo(mobilePhone);
  expect((await holder.openLink(link!)).status).toBe(200);
  const unreachable = await addWaitingCard(server, {
    mode: 'BIRTH_YEAR',
    details: { email: null, dateOfBirth: '1990-01-15' },
  });
  expect((await (await begun(unreachable)).sendLink('token')).body['Code']).toBe('VERIFICATION_LOCKED');
});

test('strangers cause at most one an hour, and the newest one works', async () => {
  const card = await addWaitingCard(server);
  const [stranger, holder] = [await begun(card), await begun(card)];
  for (let hour = 1; hour <= 2; hour += 1) {
    expect((await stranger.sendLink('token')).body['sentSecondsAgo']).toBe(0);
    server.clock.advance(HOUR / 2 - 60);
    const again = await holder.sendLink('token');
    expect(Number(again.body['sentSecondsAgo'])).toBeGreaterThan(HOUR / 2 - 90);
    expect(await linksTo(card.email!)).toHaveLength(hour);
    const reader = await begun(card);
    expect((await reader.openLink((await linksTo(card.email!))[0]!)).status).toBe(200);
    server.clock.advance(HOUR / 2 + 60);
    for (const wizard of [stranger, holder]) await wizard.card(card.number);
  }
});

test('proves nothing without the card number, for another card, or after two hours', async () => {
  const card = await addWaitingCard(server);
  const holder = await begun(card);
  expect((await holder.sendLink()).body['Code']).toBe('RECAPTCHA_LOCK');
  await holder.sendLink('token');
  const [link] = await linksTo(card.email!);
  expect((await new TestWizard(server).openLink(link!)).body['Code']).toBe('REGISTRATION_EXPIRED');
  const other = await begun(await addWaitingCard(server));
  expect((await other.openLink(link!)).body['Code']).toBe('REGISTRATION_EXPIRED');
  for (const worthless of [newToken('rgl'), newToken('rsl'), 'x'])
    expect((await holder.openLink(worthless)).body['Code']).toBe('REGISTRATION_LINK_INVALID');
  server.clock.advance(2 * HOUR);
  expect((await (await begun(card)).openLink(link!)).body['Code']).toBe('REGISTRATION_LINK_INVALID');
  expect((await new TestWizard(server).sendLink('token')).body['Code']).toBe('REGISTRATION_EXPIRED');
});
