import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addInvite } from '../testing/access/invite.ts';
import { addWaitingCard } from '../testing/cards/waiting-card.ts';
import { cardCode, numberOf, TestWizard } from '../testing/access/wizard.ts';
import { otherThan } from '../testing/browser.ts';
import { EasyCaptcha } from '../testing/ports/easy-captcha.ts';
import { testStart } from '../testing/test-start.ts';
import { offsetClock } from '../ports/clock/offset.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { registrationSequences } from '../testing/flows/registration-events.ts';
import { RegistrationFlow, type RegistrationAct } from '../testing/flows/registration-flow.ts';
import { missingProof, type RegistrationEntry } from '../testing/flows/registration-proofs.ts';
import { onTheServer, timeout } from '../testing/flows/runs.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  server.context.captcha = new EasyCaptcha();
  // There are many sequences, and no password is compared.
  server.context.passwords = { verify: async () => true, hash: async () => 'unused', isUnderPressure: () => false };
});
afterAll(() => server.close());

interface Played {
  card: Awaited<ReturnType<typeof addWaitingCard>>;
  invite: Awaited<ReturnType<typeof addInvite>>;
  cookies: Map<string, string>[];
  /** The flow tokens, by their registration. */
  tokens: Map<number, string>;
  /** The digits of the sent codes, by their number. */
  digits: Map<number, string>;
}

let people = 0;
const codeOf = ({ body: { Code } }: { body: Record<string, unknown> }) => (typeof Code === 'string' ? Code : 'done');

/** Performs an act on the server; @returns its answer in the model's terms */
async function act(played: Played, flow: RegistrationFlow, wanted: Exclude<RegistrationAct, { type: 'wait' }>) {
  const { card, invite, cookies, tokens, digits } = played;
  const { db, clock } = server.context;
  if (wanted.type === 'card closed') {
    const waiting = db.updateTable('card').set({ status: 'CLOSED' }).where('id', '=', card.cardId);
    await waiting.where('membership_id', 'is', null).execute();
    return 'done';
  }
  if (wanted.type === 'invite revoked') {
    const waiting = db.updateTable('invite').set({ revoked_at: clock.now() }).where('id', '=', invite.id);
    await waiting.where('accepted_at', 'is', null).execute();
    return 'done';
  }
  const browser = wanted.type === 'finish' ? flow.registrations[wanted.registration]!.browser : wanted.browser;
  // A new address each time: limits of addresses are for other tests.
  const here = new TestWizard(server);
  for (const [name, value] of cookies[browser]!) here.cookies.set(name, value);
  const ask = () => {
    if (wanted.type === 'card') return here.card(card.number);
    if (wanted.type === 'resend') return here.resend();
    if (wanted.type === 'invite') return here.invite(invite.code);
    if (wanted.type === 'finish')
      return here.register(tokens.get(wanted.registration) ?? `reg_${'A'.repeat(43)}`, `of.the.model.${(people += 1)}`);
    const typed =
      wanted.code === null ? otherThan([...digits.values()].at(-1) ?? '123456') : digits.get(wanted.code.id)!;
    const number = wanted.isOwnCard ? card.number : numberOf('Rosa Delgado');
    return here.code(number, typed, wanted.isSolved ? 'solved' : undefined);
  };
  const answer = await ask();
  // The end of another registration does not remove the cookie of the current one.
  if (wanted.type !== 'finish' || flow.registrationOf({ type: 'card', browser }) === null)
    cookies[browser] = here.cookies;
  const registration = flow.registrationOf(wanted);
  const token = answer.body['access_token'];
  if (typeof token === 'string' && registration !== null) tokens.set(registration, token);
  return codeOf(answer);
}

test('the server answers as the model does, and registers nothing without every proof', { timeout }, async () => {
  let finished = 0;
  const property = fc.asyncProperty(registrationSequences, async (events) => {
    // A clock that stands still between events, so that both sides have the same time.
    const clock = offsetClock({ now: () => testStart });
    server.context.clock = clock;
    const { db } = server.context;
    await db.deleteFrom('throttle').execute();
    const played: Played = {
      card: await addWaitingCard(server),
      invite: await addInvite(server),
      cookies: [new Map<string, string>(), new Map<string, string>()],
      tokens: new Map(),
      digits: new Map(),
    };
    const flow = new RegistrationFlow(testStart.getTime());
    const entries: RegistrationEntry[] = [];
    for (const event of events) {
      const wanted = flow.resolve(event);
      if (!wanted) continue;
      const at = flow.now;
      const expected = flow.play(wanted);
      if (wanted.type === 'wait') clock.advance(wanted.seconds);
      else expect(await act(played, flow, wanted), JSON.stringify(wanted)).toBe(expected);
      const { sent } = flow;
      if (sent) played.digits.set(sent.id, await cardCode(server, played.card.number));
      const entry = { at, act: wanted, outcome: expected, sent, registration: flow.registrationOf(wanted) };
      if (wanted.type === 'finish' && expected === 'done')
        expect(missingProof(entries, entry, testStart.getTime())).toBeNull();
      entries.push(entry);
    }
    const done = entries.filter(({ act: { type }, outcome }) => type === 'finish' && outcome === 'done').length;
    const taken = [
      await db
        .selectFrom('card')
        .select('id')
        .where('id', '=', played.card.cardId)
        .where('membership_id', 'is not', null)
        .execute(),
      await db
        .selectFrom('invite')
        .select('id')
        .where('id', '=', played.invite.id)
        .where('accepted_at', 'is not', null)
        .execute(),
    ].flat();
    expect(taken).toHaveLength(done);
    finished += done;
  });
  await fc.assert(property, onTheServer);
  // The test is useless if no sequence succeeds.
  expect(finished).toBeGreaterThan(onTheServer.numRuns / 20);
});
