import { recoveryConfirmation } from '@florin/contract/limits';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { housekeeping } from '../core/audit/events.ts';
import { revokeEverywhere } from '../identity/credentials/revoke.ts';
import { setPassword } from '../identity/credentials/set.ts';
import { sendRecoveryMail } from '../identity/recovery/mail-job.ts';
import { joinBusiness, openLink, reachable, type OpenedReset } from '../testing/access/recovery.ts';
import { lastCode, otherThan, outbox, sentMessages, TestBrowser } from '../testing/browser.ts';
import { addPerson, testPassword, type TestPerson } from '../testing/person.ts';
import { inTransaction } from '../db/transaction.ts';
import { recoveryCookie } from '../http/cookies.ts';
import { testStart } from '../testing/test-start.ts';
import { offsetClock } from '../ports/clock/offset.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { recoverySequences } from '../testing/flows/recovery-events.ts';
import { RecoveryFlow, type RecoveryAct } from '../testing/flows/recovery-flow.ts';
import { missingProof, type RecoveryEntry } from '../testing/flows/recovery-proofs.ts';
import { onTheServer, timeout } from '../testing/flows/runs.ts';

let server: TestServer;
let administrator: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  // There are many sequences: passwords are compared without hashing.
  server.context.passwords = {
    verify: async (stored, password) => stored === `plain ${password}`,
    hash: async (password) => `plain ${password}`,
    isUnderPressure: () => false,
  };
  administrator = await addPerson(server, { accounts: [{ role: 'ADMIN' }] });
});
afterAll(() => server.close());

interface Played {
  person: TestPerson;
  by: 'text' | 'administrator';
  links: string[];
  flows: OpenedReset[];
  /** The cookie that identifies each browser. */
  cookies: Map<0 | 1, string>;
  /** The digits of the sent codes, by their number. */
  digits: Map<number, string>;
  password: string;
  passwords: number;
}

async function begin(by: Played['by']): Promise<Played> {
  const person = await addPerson(server, { contacts: reachable().slice(0, by === 'text' ? 2 : 1) });
  if (by === 'administrator') await joinBusiness(server, person, administrator);
  const password = testPassword;
  const hash = { password_hash: `plain ${password}` };
  await server.context.db.updateTable('person').set(hash).where('id', '=', person.id).execute();
  return { person, by, links: [], flows: [], cookies: new Map(), digits: new Map(), password, passwords: 0 };
}

/** Performs an act on the server; @returns its answer in the model's terms */
async function act(played: Played, wanted: Exclude<RecoveryAct, { type: 'wait' }>): Promise<string> {
  const { person, by, links, flows, digits } = played;
  if (wanted.type === 'ask') return ask(played);
  if (wanted.type === 'administrator confirms') return confirm(person);
  if (wanted.type === 'password changed') {
    played.password = `changed elsewhere ${(played.passwords += 1)}`;
    await inTransaction(server.context.db, async (tx) => {
      await setPassword(tx, server.context, person.id, played.password);
      await revokeEverywhere(tx, server.context, housekeeping, { personId: person.id, except: null });
    });
    return 'done';
  }
  if (wanted.type === 'open') {
    const here = new TestBrowser(server);
    const cookie = played.cookies.get(wanted.browser);
    if (cookie !== undefined) here.cookies.set(recoveryCookie, cookie);
    const tried = await here.ask('POST', '/Forgot/Authenticate', { body: { requestCode: links[wanted.link] } });
    if (tried.status !== 200) return String(tried.body['Code']);
    flows.push(await openLink(here, links[wanted.link]!));
    played.cookies.set(wanted.browser, here.cookies.get(recoveryCookie)!);
    return 'opened';
  }
  const flow = flows[wanted.flow]!;
  const entityType = by === 'text' ? 'PhoneNumber' : 'AdminConfirmation';
  if (wanted.type === 'send') {
    const answer = await flow.send(entityType);
    if (answer.status !== 200) return String(answer.body['Code']);
    return by === 'text' ? 'sent' : 'asked';
  }
  if (wanted.type === 'enter') {
    const live = [...digits.values()].at(-1) ?? '123456';
    const typed = wanted.code === null ? otherThan(live) : digits.get(wanted.code.id)!;
    const answer = await flow.verify(entityType, by === 'text' ? typed : undefined);
    return answer.status === 200 ? 'proven' : String(answer.body['Code']);
  }
  const next = `lantern-orbit-gravel-${played.passwords}-${person.id.slice(-4)}`;
  const typed = { new: next, current: played.password, weak: 'weak' }[wanted.password];
  const answer = await flow.reset(entityType, typed);
  if (answer.status !== 200) return String(answer.body['Code']);
  played.password = typed;
  played.passwords += 1;
  return 'session';
}

async function ask({ person, links }: Played): Promise<string> {
  const { db, keys } = server.context;
  const origin = { correlationId: 'model', ipPrefix: null };
  await sendRecoveryMail(server.context, { kind: 'link', personId: person.id, deviceId: null, origin });
  await sentMessages(server);
  const { id, address_sealed } = await db
    .selectFrom('contact')
    .select(['id', 'address_sealed'])
    .where('person_id', '=', person.id)
    .where('kind', '=', 'Email')
    .executeTakeFirstOrThrow();
  const to = keys.open(address_sealed, `contact|${id}`).toString();
  const mail = (await outbox(server)).find(({ recipient, text }) => recipient === to && text.includes('rsl_'));
  const token = mail && /rsl_[\w-]{43}/.exec(mail.text)![0];
  if (token === undefined || token === links.at(-1)) return 'nothing';
  links.push(token);
  return 'link';
}

/** Writes the effect of the administrator's button, which has tests of its own. */
async function confirm({ id }: TestPerson): Promise<string> {
  const { db, clock } = server.context;
  const now = clock.now();
  const confirmed = await db
    .updateTable('recovery_request')
    .set({
      confirmed_at: now,
      confirmed_by: administrator.membershipIds[0]!,
      expires_at: new Date(now.getTime() + recoveryConfirmation.confirmedForSeconds * 1000),
    })
    .where('person_id', '=', id)
    .where('closed_at', 'is', null)
    .where('confirmed_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return confirmed.numUpdatedRows > 0n ? 'done' : 'nothing';
}

test('the server answers as the model does, and sets no password without every proof', { timeout }, async () => {
  let passwords = 0;
  const ways = fc.constantFrom('text', 'text', 'administrator');
  const property = fc.asyncProperty(ways, recoverySequences, async (by, events) => {
    // A clock that stands still between events, so that both sides have the same time.
    const clock = offsetClock({ now: () => testStart });
    server.context.clock = clock;
    const played = await begin(by);
    const flow = new RecoveryFlow(testStart.getTime(), by);
    const entries: RecoveryEntry[] = [];
    for (const event of events) {
      const wanted = flow.resolve(event);
      if (!wanted) continue;
      const at = flow.now;
      const expected = flow.play(wanted);
      if (wanted.type === 'wait') clock.advance(wanted.seconds);
      else expect(await act(played, wanted), JSON.stringify(wanted)).toBe(expected);
      const { sent } = flow;
      if (sent) played.digits.set(sent.id, await lastCode(server));
      const entry = { at, act: wanted, outcome: expected, sent };
      if (expected === 'session') expect(missingProof(entries, entry, by)).toBeNull();
      entries.push(entry);
    }
    const { db } = server.context;
    const { password_hash } = await db
      .selectFrom('person')
      .select('password_hash')
      .where('id', '=', played.person.id)
      .executeTakeFirstOrThrow();
    expect(password_hash).toBe(`plain ${played.password}`);
    passwords += entries.filter(({ outcome }) => outcome === 'session').length;
  });
  await fc.assert(property, onTheServer);
  // The test is useless if no sequence succeeds.
  expect(passwords).toBeGreaterThan(onTheServer.numRuns / 20);
});
