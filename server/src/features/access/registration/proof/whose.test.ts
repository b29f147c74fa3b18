import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holdUp } from '../../../../testing/cards/hold.ts';
import { startTestServer, type TestServer } from '../../../../testing/server.ts';
import { addInvite } from '../../../../testing/access/invite.ts';
import { hashToken } from '../../../../core/tokens.ts';
import { outbox, sentMessages, TestBrowser } from '../../../../testing/browser.ts';
import { addPerson, testPassword } from '../../../../testing/person.ts';
import { addWaitingCard } from '../../../../testing/cards/waiting-card.ts';
import { cardCode, newPassword, TestWizard, typedDetails } from '../../../../testing/access/wizard.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const newUsername = async () => (await addPerson(server)).username;
const logOut = (here: TestWizard) => here.ask('POST', '/api/logout', { body: { reason: 'user' } });
const rowOf = (token: string) =>
  server.context.db
    .selectFrom('registration')
    .select(['step', 'details_sealed'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirstOrThrow();

type Way = 'card' | 'invite';
/** A proven card or invite, begun by the person signed in there, if any. */
async function prove(here: TestWizard, way: Way): Promise<string> {
  if (way === 'card') return here.prove((await addWaitingCard(server)).number);
  return String((await here.invite((await addInvite(server)).code)).body['access_token']);
}
/** Every call that reads, changes or finishes a registration, by its refusal. */
async function refusals(here: TestWizard, token: string) {
  const answers = [
    await here.resume(),
    await here.profile(token),
    await here.ask('GET', '/Business/AllowedPhoneCountries', { bearer: token }),
    await here.isAvailable(token, 'any.name'),
    await here.keep(token),
    await here.leave(token),
    await here.register(token, 'any.name'),
  ];
  return new Set(answers.map(({ body }) => body['Code'] ?? 'none'));
}
const isOver = new Set(['REGISTRATION_EXPIRED']);

describe.each(['card', 'invite'] as const)('a %s proven by a signed-in person', (way) => {
  test(
    'ends in this browser when they log out: neither visitors nor the next person to log in find it',
    { tags: '@beyond.32' },
    async () => {
      const [owner, next] = [await newUsername(), await newUsername()];
      const here = new TestWizard(server);
      await here.login(owner, testPassword);
      const token = await prove(here, way);
      expect((await here.keep(token)).status).toBe(200);
      await logOut(here);
      expect(await rowOf(token)).toEqual({ step: 'OVER', details_sealed: null });
      expect(await refusals(here, token)).toEqual(isOver);
      await here.login(next, testPassword);
      expect(await refusals(here, token)).toEqual(isOver);
      expect((await here.link(token)).body['Code']).toBe('REGISTRATION_EXPIRED');
    },
  );

  test(
    'is unavailable while another person is logged in, or after the session has ended; its person finds it again',
    { tags: '@beyond.32' },
    async () => {
      const [owner, other] = [await newUsername(), await newUsername()];
      const here = new TestWizard(server);
      await here.login(owner, testPassword);
      const token = await prove(here, way);
      expect((await here.keep(token)).status).toBe(200);
      await here.login(other, testPassword);
      expect(await refusals(here, token)).toEqual(isOver);
      expect((await here.link(token)).body['Code']).toBe('REGISTRATION_EXPIRED');
      const { cookies } = here;
      const session = cookies.get('__Host-sid')!;
      cookies.delete('__Host-sid');
      expect(await refusals(here, token)).toEqual(isOver);
      cookies.set('__Host-sid', session);
      await here.login(owner, testPassword);
      expect((await here.profile(token)).body).toMatchObject({ draft: typedDetails });
      expect((await here.link(token)).status).toBe(200);
    },
  );
});

test.each(['card', 'invite'] as const)('a %s proven a moment ago belongs to nobody else', async (way) => {
  const here = new TestWizard(server);
  await here.login(await newUsername(), testPassword);
  const token = await prove(here, way);
  await here.login(await newUsername(), testPassword);
  expect(await refusals(here, token)).toEqual(isOver);
});

describe.each(['card', 'invite'] as const)('a %s proven while nobody was signed in', (way) => {
  test(
    'continues for the person who logs in on the page that has proven it, and from then on for nobody else',
    { tags: '@beyond.32' },
    async () => {
      const [first, second] = [await newUsername(), await newUsername()];
      const here = new TestWizard(server);
      const token = await prove(here, way);
      expect((await here.keep(token)).status).toBe(200);
      await here.login(first, testPassword);
      expect((await here.resume()).status).toBe(401);
      expect((await here.profile(token)).body).toMatchObject({ draft: typedDetails });
      expect((await here.resume()).status).toBe(200);
      await here.login(second, testPassword);
      expect(await refusals(here, token)).toEqual(isOver);
      await here.login(first, testPassword);
      expect((await here.link(token)).status).toBe(200);
    },
  );

  test('is not found by the next person who logs in at that browser', async () => {
    const here = new TestWizard(server);
    await prove(here, way);
    await here.login(await newUsername(), testPassword);
    expect(await here.resume()).toMatchObject({ status: 401, body: { Code: 'REGISTRATION_EXPIRED' } });
  });

  test('ends when the person who has logged in logs out, even without opening it', async () => {
    const here = new TestWizard(server);
    const token = await prove(here, way);
    await here.login(await newUsername(), testPassword);
    await logOut(here);
    expect(await refusals(here, token)).toEqual(isOver);
  });
});

test('of two people who log in and continue it at the same moment one succeeds', async () => {
  const token = await prove(new TestWizard(server), 'card');
  const two = [new TestWizard(server), new TestWizard(server)];
  for (const each of two) await each.login(await newUsername(), testPassword);
  const { db } = server.context;
  // Both have read that it belongs to nobody.
  const answers = await holdUp(db, {
    lock: (tx) =>
      tx.selectFrom('registration').select('id').where('token_hash', '=', hashToken(token)).forUpdate().execute(),
    start: () => two.map((each) => each.profile(token)),
  });
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
});

test('a caller with tokens does not own a browser’s registration, whatever cookie it sends', async () => {
  const { body } = await new TestBrowser(server, 'token').login(await newUsername(), testPassword);
  const here = new TestWizard(server);
  here.cookies.set('__Host-sid', String(body['access_token']));
  const token = await prove(here, 'card');
  here.cookies.delete('__Host-sid');
  expect((await here.profile(token)).status).toBe(200);
});

test('a card whose code is not proven yet belongs to its person, too', async () => {
  const { number } = await addWaitingCard(server);
  const here = new TestWizard(server);
  await here.login(await newUsername(), testPassword);
  await here.card(number);
  const code = await cardCode(server, number);
  await here.login(await newUsername(), testPassword);
  for (const answer of [await here.resume(), await here.resend(), await here.code(number, code)])
    expect(answer).toMatchObject({ status: 401, body: { Code: 'REGISTRATION_EXPIRED' } });
});

test.each(['card', 'invite'] as const)(
  'a %s finished in another tab of the browser is reported as registered, as long as the registration would have lasted',
  { tags: '@beyond.33' },
  async (way) => {
    const here = new TestWizard(server);
    const token = await prove(here, way);
    expect((await here.register(token, `first.tab.${way}`)).status).toBe(200);
    const taken = await refusals(here, token);
    taken.delete('REGISTRATION_EXPIRED'); // This browser's registration.
    expect(taken).toEqual(new Set(['ALREADY_REGISTERED']));
    server.clock.advance(31 * 60);
    expect(await refusals(here, token)).toEqual(isOver);
  },
);

describe('the last page again', () => {
  const isNobodys = { status: 401, body: { Code: 'REGISTRATION_EXPIRED' } };

  test(
    'is returned to the browser that has finished it: to a visitor, and to the new person, not to anybody else',
    { tags: '@beyond.35' },
    async () => {
      const { number } = await addWaitingCard(server);
      const here = new TestWizard(server);
      expect(await here.finished()).toMatchObject(isNobodys);
      const token = await here.prove(number);
      expect(await here.finished()).toMatchObject(isNobodys);
      const { body } = await here.register(token, 'last.page');
      const finished = { status: 200, body: { firstName: body['firstName'], email: body['email'] } };
      expect(await here.finished()).toMatchObject(finished);
      expect(await new TestWizard(server).finished()).toMatchObject(isNobodys);
      await here.login('last.page', newPassword);
      expect(await here.finished()).toMatchObject(finished);
      const cookie = new Map(here.cookies);
      await logOut(here);
      for (const [name, value] of cookie) if (name !== '__Host-sid') here.cookies.set(name, value);
      expect(await here.finished()).toMatchObject(isNobodys);
    },
  );

  test('is not returned to another person who logs in there, nor after half an hour', async () => {
    const here = new TestWizard(server);
    await here.register(await here.prove((await addWaitingCard(server)).number), 'last.page.again');
    expect(await here.finished()).toMatchObject({ status: 200 });
    const session = new Map(here.cookies);
    await here.login(await newUsername(), testPassword);
    expect(await here.finished()).toMatchObject(isNobodys);
    here.cookies.clear();
    for (const [name, value] of session) here.cookies.set(name, value);
    server.clock.advance(31 * 60);
    expect(await here.finished()).toMatchObject(isNobodys);
  });

  test('says nothing of a card that this browser has left and another one has registered', async () => {
    const { number } = await addWaitingCard(server);
    const here = new TestWizard(server);
    await here.leave(await here.prove(number));
    server.clock.advance(60);
    const there = new TestWizard(server);
    expect((await there.register(await there.prove(number), 'the.other.browser')).status).toBe(200);
    expect(await here.finished()).toMatchObject(isNobodys);
  });
});

describe("what was copied from a shared browser before a person typed their card's proof", () => {
  /** Types the card number first and copies the cookies: `here` is the browser that the person uses then. */
  async function copied(number: string) {
    const here = new TestWizard(server);
    await here.card(number);
    const copy = new TestWizard(server);
    for (const [name, value] of here.cookies) copy.cookies.set(name, value);
    await here.card(number);
    return { here, copy };
  }

  test('is worth nothing after the code', async () => {
    const { number } = await addWaitingCard(server);
    const { here, copy } = await copied(number);
    const { body } = await here.code(number, await cardCode(server, number));
    expect((await copy.resume()).body['Code']).toBe('REGISTRATION_EXPIRED');
    expect((await here.resume()).body).toMatchObject({
      step: 'details',
      token: { access_token: body['access_token'] },
    });
  });

  test('is worth nothing after the link', async () => {
    server.context.captcha = { ...server.context.captcha, verify: () => Promise.resolve(true) };
    const { number, email } = await addWaitingCard(server);
    const { here, copy } = await copied(number);
    await here.sendLink('token');
    await sentMessages(server);
    const [message] = (await outbox(server)).filter(
      ({ recipient, text }) => recipient === email && text.includes('registration-link'),
    );
    const [link] = /rgl_[\w-]{43}/.exec(message!.text)!;
    const { body } = await here.openLink(link);
    expect((await copy.resume()).body['Code']).toBe('REGISTRATION_EXPIRED');
    expect((await copy.openLink(link)).body['Code']).toBe('REGISTRATION_EXPIRED');
    expect((await here.resume()).body).toMatchObject({
      step: 'details',
      token: { access_token: body['access_token'] },
    });
  });
});
