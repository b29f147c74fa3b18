import { resetLink } from '@florin/contract/limits';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { offsetClock, type OffsetClock } from '../../outside/clock/offset.ts';
import { startTestServer, type TestServer } from '../../test-server.ts';
import { lastCode, otherThan, outbox, sentMessages, TestBrowser } from '../session/test-browser.ts';
import { addPerson, testPassword, type TestPerson } from '../session/test-person.ts';
import { sendRecoveryMail } from './mail-job.ts';
import { openLink, reachable, type OpenedReset } from './test-recovery.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  // The model is about what proofs lead to, and sequences are many: here a password is compared as it is.
  server.context.passwords = {
    verify: async (stored, password) => stored === `plain ${password}`,
    hash: async (password) => `plain ${password}`,
    isUnderPressure: () => false,
  };
});
afterAll(() => server.close());

interface ModelLink {
  token: string;
  sentAt: Date;
  over: boolean;
}
interface ModelFlow {
  link: ModelLink;
  reset: OpenedReset;
  /** The newest code that was sent to it. */
  code: string | null;
  proven: boolean;
}

/** What has happened to a person so far, without a server. */
class Model {
  readonly links: ModelLink[] = [];
  readonly flows: ModelFlow[] = [];
  password = testPassword;
  passwords = 1;
  readonly #clock: OffsetClock;
  constructor(clock: OffsetClock) {
    this.#clock = clock;
  }

  isLive({ sentAt, over }: ModelLink): boolean {
    return !over && this.#clock.now().getTime() - sentAt.getTime() < resetLink.lifetimeSeconds * 1000;
  }
}

type Event =
  | { type: 'ask' }
  | { type: 'open'; which: number }
  | { type: 'send'; which: number }
  /** A pause, a code, and the right one typed. */
  | { type: 'prove'; which: number }
  | { type: 'enter'; which: number; typed: 'right' | 'wrong' | 'of another' }
  | { type: 'reset'; which: number; password: 'new' | 'current' | 'weak' }
  | { type: 'wait'; seconds: number };

async function newestLink(person: TestPerson): Promise<string | null> {
  await sentMessages(server);
  const { db, keys } = server.context;
  const address = await db
    .selectFrom('contact')
    .select(['id', 'address_sealed'])
    .where('person_id', '=', person.id)
    .where('kind', '=', 'Email')
    .executeTakeFirstOrThrow();
  const to = keys.open(address.address_sealed, `contact|${address.id}`).toString();
  const mail = (await outbox(server)).find(({ recipient, text }) => recipient === to && text.includes('rsl_'));
  return mail ? /rsl_[\w-]{43}/.exec(mail.text)![0] : null;
}

/** Plays an event on the server, and holds its answer against what the model allows. */
async function play(event: Event, model: Model, person: TestPerson, clock: OffsetClock): Promise<void> {
  if (event.type === 'wait') return clock.advance(event.seconds);
  if (event.type === 'ask') {
    const origin = { correlationId: 'model', ipPrefix: null };
    await sendRecoveryMail(server.context, { kind: 'link', personId: person.id, deviceId: null, origin });
    const token = await newestLink(person);
    if (token === null || token === model.links.at(-1)?.token) return undefined;
    for (const link of model.links) link.over = true;
    model.links.push({ token, sentAt: clock.now(), over: false });
    return undefined;
  }
  if (event.type === 'open') {
    const link = model.links.at(-1 - (event.which % Math.max(1, model.links.length)));
    if (!link) return undefined;
    const here = new TestBrowser(server);
    if (model.isLive(link)) {
      model.flows.push({ link, reset: await openLink(here, link.token), code: null, proven: false });
      return undefined;
    }
    const answer = await here.ask('POST', '/Forgot/Authenticate', { body: { requestCode: link.token } });
    expect(answer.body['Code']).toBe('RESET_LINK_INVALID');
    return undefined;
  }
  const flow = model.flows.at(-1 - (event.which % Math.max(1, model.flows.length)));
  if (!flow) return undefined;
  if (event.type === 'prove') clock.advance(31);
  const isLive = model.isLive(flow.link);
  if (event.type === 'send' || event.type === 'prove') {
    const answer = await flow.reset.send('PhoneNumber');
    if (!isLive) expect(answer.body['Code']).toBe('RESET_LINK_INVALID');
    if (answer.status === 200) flow.code = await lastCode(server);
    return event.type === 'prove' ? enter('right', flow, model, isLive) : undefined;
  }
  if (event.type === 'enter') return enter(event.typed, flow, model, isLive);
  return reset(event.password, flow, model, person, isLive);
}

async function enter(typed: 'right' | 'wrong' | 'of another', flow: ModelFlow, model: Model, isLive: boolean) {
  const right = flow.code ?? '123456';
  const other = model.flows.find(({ code }) => code !== null && code !== flow.code)?.code ?? otherThan(right);
  const digits = { right, wrong: otherThan(right), 'of another': other }[typed];
  const answer = await flow.reset.verify('PhoneNumber', digits);
  if (answer.status === 200) {
    expect([isLive, flow.code, flow.proven]).toEqual([true, digits, false]);
    flow.proven = true;
    flow.code = null;
  } else if (!isLive) expect(answer.body['Code']).toBe('RESET_LINK_INVALID');
  else if (['MFA_CODE_EXPIRED', 'MFA_MAX_ATTEMPT_LIMIT_REACHED'].includes(String(answer.body['Code'])))
    flow.code = await lastCode(server);
}

async function reset(
  password: 'new' | 'current' | 'weak',
  flow: ModelFlow,
  model: Model,
  person: TestPerson,
  isLive: boolean,
) {
  const next = `lantern-orbit-gravel-${model.passwords}-${person.id.slice(-4)}`;
  const typed = { new: next, current: model.password, weak: 'weak' }[password];
  const answer = await flow.reset.reset('PhoneNumber', typed);
  const { password_hash } = await server.context.db
    .selectFrom('person')
    .select('password_hash')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  const expected = !isLive
    ? 'RESET_LINK_INVALID'
    : !flow.proven
      ? 'RESET_NOT_VERIFIED'
      : { new: 'signed in', current: '1', weak: 'PASSWORD_REJECTED' }[password];
  expect(answer.status === 200 ? 'signed in' : answer.body['Code']).toBe(expected);
  if (expected === 'signed in') {
    flow.link.over = true;
    model.password = typed;
    model.passwords += 1;
  }
  expect(password_hash).toBe(`plain ${model.password}`);
}

const which = fc.constantFrom(0, 0, 0, 1, 2);
const events: fc.Arbitrary<Event> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ type: fc.constant('ask' as const) }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('open' as const), which }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('send' as const), which }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('prove' as const), which }) },
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('enter' as const),
      which,
      typed: fc.constantFrom('right', 'right', 'wrong', 'of another'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('reset' as const),
      which,
      password: fc.constantFrom('new', 'new', 'current', 'weak'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('wait' as const),
      seconds: fc.constantFrom(1, 31, 31, 301, 599, 601, 1799, 1801, 86_401),
    }),
  },
);

/** Every sequence begins where something can be won. */
const beginning: readonly Event[] = [{ type: 'ask' }, { type: 'open', which: 0 }, { type: 'prove', which: 0 }];

test(
  'no sequence of events sets a password but by a live link and the proof of that browser',
  {
    timeout: 120_000,
  },
  async () => {
    let resets = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(events, { minLength: 5, maxLength: 20, size: 'max' }), async (sequence) => {
        const now = new Date();
        // A clock that stands still between events, so that both sides see the same moment.
        const clock = offsetClock({ now: () => now });
        server.context.clock = clock;
        const person = await addPerson(server, { contacts: reachable() });
        await server.context.db
          .updateTable('person')
          .set({ password_hash: `plain ${testPassword}` })
          .where('id', '=', person.id)
          .execute();
        const model = new Model(clock);
        for (const event of [...beginning, ...sequence]) await play(event, model, person, clock);
        const sessions = await server.context.db
          .selectFrom('session')
          .select('id')
          .where('person_id', '=', person.id)
          .execute();
        expect(sessions).toHaveLength(model.passwords - 1);
        resets += sessions.length;
      }),
      { numRuns: 50 },
    );
    // The sequences are no use if none of them gets anywhere.
    expect(resets).toBeGreaterThan(10);
  },
);
