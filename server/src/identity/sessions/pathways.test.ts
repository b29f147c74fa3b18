import { api } from '@florin/contract/api';
import type { CallerKind } from '@florin/contract/callers';
import type { Endpoint } from '@florin/contract/endpoint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { passwordBucketKey } from '../../core/throttle/throttle.ts';
import { askForLink, openLink, proveByText, reachable } from '../../testing/access/recovery.ts';
import { lastCode, TestBrowser } from '../../testing/browser.ts';
import { addPerson, raiseRiskFlag, testPassword, type TestPerson } from '../../testing/person.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const account = (person: TestPerson, set: { status: 'OPEN' | 'CLOSED' }) =>
  server.context.db.updateTable('membership').set(set).where('person_id', '=', person.id).execute();
const business = (person: TestPerson, status: 'CLOSED' | 'SUSPENDED') =>
  server.context.db
    .updateTable('business')
    .set({ status, suspension_mode: status === 'SUSPENDED' ? 'Fraud' : null })
    .where('id', 'in', (eb) => eb.selectFrom('membership').select('business_id').where('person_id', '=', person.id))
    .execute();

/** Changes to a person between one step and the next. */
const states = {
  'as before': async () => {},
  'business suspended': async (person) => business(person, 'SUSPENDED'),
  'business closed': async (person) => business(person, 'CLOSED'),
  'account closed': async (person) => account(person, { status: 'CLOSED' }),
  'password locked': async (person) => {
    const key = passwordBucketKey(server.context.keys, person);
    const row = { failures: 100, closed_until: null };
    await server.context.db
      .insertInto('throttle')
      .values({ key, window_started_at: server.clock.now(), ...row })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .execute();
  },
  'in doubt': async (person) => raiseRiskFlag(server, person.id),
} satisfies Record<string, (person: TestPerson) => Promise<unknown>>;
type State = keyof typeof states;

const code = ({ status, body }: { status: number; body: Record<string, unknown> }) => {
  const { Code } = body;
  return typeof Code === 'string' ? Code : status === 200 ? 'session' : String(status);
};

/** Every way to a session: the preparation, and the step whose result depends on the state. */
const pathways: Record<string, (state: State, mfaEnabled: boolean) => Promise<string>> = {
  login: async (state, mfaEnabled) => {
    const person = await addPerson(server, { mfaEnabled });
    await states[state](person);
    const here = new TestBrowser(server);
    return suspect(here, code(await here.login(person.username, testPassword)));
  },
  'login on a trusted device': async (state, mfaEnabled) => {
    const person = await addPerson(server, { mfaEnabled });
    const here = new TestBrowser(server);
    await signIn(here, person, mfaEnabled);
    await states[state](person);
    return suspect(here, code(await here.login(person.username, testPassword)));
  },
  authenticate: async (state, mfaEnabled) => {
    // A business that requires the second factor overrides the person's choice.
    const person = await addPerson(server, { mfaEnabled, accounts: [{ mfa: 'Required' }] });
    const here = new TestBrowser(server);
    const token = await here.begin(person.username, testPassword);
    await here.sendCode(person.username, token);
    await states[state](person);
    return suspect(here, code(await here.authenticate(person.username, await lastCode(server), token)));
  },
  'refresh token': async (state, mfaEnabled) => {
    const person = await addPerson(server, { mfaEnabled });
    const caller = new TestBrowser(server, 'token');
    const { body } = await signIn(caller, person, mfaEnabled);
    await states[state](person);
    return code(await caller.ask('POST', '/api/refresh-token', { body: { refresh_token: body['refresh_token'] } }));
  },
  'switch user': async (state, mfaEnabled) => {
    const person = await addPerson(server, { mfaEnabled, accounts: [{}, {}] });
    const here = new TestBrowser(server);
    await signIn(here, person, mfaEnabled);
    await states[state](person);
    // The state is noticed within a second.
    server.clock.advance(1);
    return code(await here.ask('POST', '/api/switch-user', { body: { userId: person.membershipIds[1] } }));
  },
  'reset password': async (state, mfaEnabled) => {
    const person = await addPerson(server, { mfaEnabled, contacts: reachable() });
    const here = new TestBrowser(server);
    const reset = await openLink(here, await askForLink(server, here, person.username));
    await proveByText(server, reset);
    await states[state](person);
    return suspect(here, code(await reset.reset('PhoneNumber')));
  },
  autologin: async (state, mfaEnabled) => {
    const person = await addPerson(server, { mfaEnabled });
    const caller = new TestBrowser(server, 'token');
    const { body } = await signIn(caller, person, mfaEnabled);
    const bearer = String(body['access_token']);
    const { ticket } = (await caller.ask('POST', '/api/autologin-tickets', { bearer, body: {} })).body;
    await states[state](person);
    const here = new TestBrowser(server);
    return suspect(here, code(await here.ask('POST', '/api/autologin', { body: { ticket } })));
  },
};

const signIn = (here: TestBrowser, { username }: TestPerson, mfaEnabled: boolean) =>
  mfaEnabled ? here.signIn(username, testPassword) : here.login(username, testPassword);

async function suspect(here: TestBrowser, outcome: string): Promise<string> {
  if (outcome !== 'session') return outcome;
  return (await here.session()).body['isSuspect'] === true ? 'restricted session' : 'session';
}

/** The first outcome is with the second factor off, the other one with it on. */
const expected: Record<string, Record<State, readonly [off: string, on: string]>> = {
  login: {
    'as before': ['session', 'MFA'],
    'business suspended': ['session', 'MFA'],
    'business closed': ['session', 'MFA'],
    'account closed': ['session', 'MFA'],
    'password locked': ['LOCKED', 'LOCKED'],
    'in doubt': ['restricted session', 'MFA'],
  },
  'login on a trusted device': {
    'as before': ['session', 'session'],
    'business suspended': ['session', 'session'],
    'business closed': ['session', 'session'],
    'account closed': ['session', 'session'],
    'password locked': ['session', 'session'],
    'in doubt': ['restricted session', 'MFA'],
  },
  authenticate: {
    'as before': ['session', 'session'],
    'business suspended': ['session', 'session'],
    'business closed': ['session', 'session'],
    'account closed': ['session', 'session'],
    'password locked': ['LOCKED', 'LOCKED'],
    'in doubt': ['restricted session', 'restricted session'],
  },
  'refresh token': {
    'as before': ['session', 'session'],
    'business suspended': ['session', 'session'],
    'business closed': ['session', 'session'],
    'account closed': ['session', 'session'],
    'password locked': ['session', 'session'],
    'in doubt': ['RESTRICTED', 'RESTRICTED'],
  },
  'switch user': {
    'as before': ['session', 'session'],
    'business suspended': ['session', 'session'],
    'business closed': ['ACCOUNT_NOT_AVAILABLE', 'ACCOUNT_NOT_AVAILABLE'],
    'account closed': ['ACCOUNT_NOT_AVAILABLE', 'ACCOUNT_NOT_AVAILABLE'],
    'password locked': ['session', 'session'],
    'in doubt': ['RESTRICTED', 'RESTRICTED'],
  },
  // A reset also unlocks a locked password (NIST SP 800-63B-4, 3.2.2).
  'reset password': {
    'as before': ['session', 'session'],
    'business suspended': ['session', 'session'],
    'business closed': ['session', 'session'],
    'account closed': ['session', 'session'],
    'password locked': ['session', 'session'],
    'in doubt': ['restricted session', 'restricted session'],
  },
  autologin: {
    'as before': ['session', 'session'],
    'business suspended': ['session', 'session'],
    'business closed': ['session', 'session'],
    'account closed': ['session', 'session'],
    'password locked': ['session', 'session'],
    'in doubt': ['restricted session', 'restricted session'],
  },
};

describe.each(Object.keys(pathways))('%s', (pathway) => {
  test.each(
    (Object.keys(states) as State[]).flatMap((state) => [
      { state, factor: 'off', outcome: expected[pathway]![state][0] },
      { state, factor: 'on', outcome: expected[pathway]![state][1] },
    ]),
  )('$state, second factor $factor: $outcome', async ({ state, factor, outcome }) => {
    expect(await pathways[pathway]!(state, factor === 'on')).toBe(outcome);
  });
});

/** The kinds of tokens that open an endpoint. */
const opens: Partial<Record<string, string>> = { session: 'ses', pendingSignIn: 'mfp', passwordReset: 'rst' };
const refusals: Record<CallerKind, string> = {
  session: 'UNAUTHENTICATED',
  pendingSignIn: 'UNAUTHENTICATED',
  passwordReset: 'RESET_LINK_INVALID',
  registration: 'REGISTRATION_EXPIRED',
  vendorLink: 'VENDOR_LINK_EXPIRED',
};
/** Endpoints that accept several kinds of token answer for the kind that was sent, otherwise for a session. */
const refusalOf = (callers: readonly CallerKind[], kind: string) =>
  refusals[kind === 'reg' && callers.includes('registration') ? 'registration' : callers.at(-1)!];

describe('a token of one kind', () => {
  let caller: TestBrowser;
  let tokens: Record<string, string>;
  beforeAll(async () => {
    const person = await addPerson(server, { mfaEnabled: true });
    caller = new TestBrowser(server, 'token');
    const { body } = await caller.signIn(person.username, testPassword);
    const link = await askForLink(server, caller, person.username);
    tokens = {
      ses: String(body['access_token']),
      rfr: String(body['refresh_token']),
      mfp: await caller.begin(person.username, testPassword),
      rsl: link,
      rst: (await openLink(caller, link)).bearer,
      reg: `reg_${'a'.repeat(43)}`,
      bare: String(body['access_token']).slice(4),
    };
  });
  afterAll(async () => expect((await caller.session(tokens['ses'])).status).toBe(200));

  const guarded = Object.values(api as Record<string, Endpoint>).flatMap(({ method, path, access }) =>
    // Those of operators say nothing to anybody else: operator.test.ts.
    access === 'public' || access === 'embedded' || access === 'operator'
      ? []
      : [{ method, path, callers: [access].flat() }],
  );

  test.each(guarded.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    'opens %s only at its own endpoints',
    { tags: ['@6.16', '@7.26'] },
    async (_name, { method, path, callers }) => {
      const opened = callers.map((kind) => opens[kind]);
      for (const [kind, token] of Object.entries(tokens)) {
        if (opened.includes(kind)) continue;
        const answer = await caller.ask(method, path, { bearer: token, ...(method !== 'GET' && { body: {} }) });
        expect(answer.status, kind).toBe(401);
        expect(answer.body['Code'], kind).toBe(refusalOf(callers, kind));
      }
    },
  );
});
