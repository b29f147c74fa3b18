// What a stranger can measure: answers to known and unknown names and addresses; to registered cards, revoked invites
// and used links, and to ones that never existed. Status, body and headers must be the same, and the medians of 300
// answers each within 5 ms of each other (security design P22).
//
// The specification requires different answers for an unregistered card, an open invite and a taken username; limits
// bound what these disclose (reading 9).
import { solve } from '../server/src/testing/ports/solve.ts';
import { newId } from '../server/src/db/ids.ts';
import { openDatabase, openPool } from '../server/src/db/open.ts';
import { Pan } from '../server/src/core/cards/vault/pan.ts';
import { hashToken, newToken } from '../server/src/core/tokens.ts';
import { environmentKeys } from '../server/src/ports/keys/environment.ts';
import { addressOfCaller } from './lib/calls.ts';
import { startPostgres } from './lib/database.ts';
import { addPeople, addressOf, keyring } from './lib/people.ts';
import { addCard, addInvite } from './lib/races/registrations.ts';
import { later } from './lib/races/setting.ts';
import { startProduct } from './lib/server.ts';
import { goal, median, printTable } from './lib/table.ts';

const each = 300;
const goalMilliseconds = 5;

const postgres = await startPostgres();
const database = await postgres.create('florin');
const product = await startProduct({
  DATABASE_URL: database,
  KEYS: 'environment',
  KEYRING: keyring,
  TRUSTED_PROXIES: '127.0.0.1',
});
const known = await addPeople(database, each, { secondFactor: true });
const unknown = known.map((username) => username.replace('bench', 'stray'));
const pool = openPool(database);
const db = openDatabase(pool);
const keys = environmentKeys(keyring);

/** Existing and missing objects in the same form. */
type Things = Record<'known' | 'unknown', readonly string[]>;
const many = <T>(make: (index: number) => T): T[] => Array.from({ length: each }, (_, index) => make(index));
const names: Things = { known, unknown };
const cards: Things = { known: [], unknown: many(() => Pan.generate('40000099').reveal()) };
const invites: Things = { known: [], unknown: many(() => newToken('inv')) };
const links: Things = { known: [], unknown: many(() => newToken('rsl')) };
const people = await db
  .selectFrom('person')
  .innerJoin('contact', 'contact.person_id', 'person.id')
  .innerJoin('membership', 'membership.person_id', 'person.id')
  .select(['person.id as personId', 'contact.id as contactId', 'membership.id as membershipId'])
  .where('username', 'in', known)
  .execute();
for (const [index, someone] of people.entries()) {
  cards.known = [...cards.known, (await addCard({ db, keys }, someone.membershipId)).number];
  invites.known = [...invites.known, await addInvite({ db, keys }, index, 'revoked')];
  const link = newToken('rsl');
  links.known = [...links.known, link];
  await db
    .insertInto('reset_link')
    .values({
      id: newId(),
      token_hash: hashToken(link),
      person_id: someone.personId,
      contact_id: someone.contactId,
      created_at: new Date(),
      expires_at: later(600),
      used_at: new Date(),
      superseded_at: null,
    })
    .execute();
}

interface Form {
  path: string;
  action: string | null;
  of: Things;
  body: (name: string) => object;
}
const registration = '/Account/Cardholder/Registration';
const forms: Form[] = [
  {
    path: '/api/login',
    of: names,
    action: null,
    body: (username) => ({ username, password: 'walnut-breeze-canyon-81' }),
  },
  { path: '/api/forgot-password', of: names, action: 'forgot-password', body: (userName) => ({ userName }) },
  {
    path: '/api/forgot-username',
    of: names,
    action: 'forgot-username',
    body: (name) => ({ emailId: addressOf(name) }),
  },
  { path: `${registration}/Card/Verify`, of: cards, action: null, body: (cardNumber) => ({ cardNumber }) },
  { path: `${registration}/Invite/Verify`, of: invites, action: null, body: (inviteCode) => ({ inviteCode }) },
  { path: '/Forgot/Authenticate', of: links, action: null, body: (requestCode) => ({ requestCode }) },
];

let callers = 0;
/** Every request is the first one of another visitor, so that no counter makes a difference. */
async function ask({ path, action, body }: Form, name: string) {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': addressOfCaller(callers++) };
  const recaptchaToken = action === null ? null : await solved(action, headers);
  const began = performance.now();
  const answer = await fetch(product.origin + path, {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...body(name), recaptchaToken }),
  });
  const text = await answer.text();
  const milliseconds = performance.now() - began;
  const shown = [...answer.headers].filter(([header]) => header !== 'date' && header !== 'x-correlation-id');
  return { milliseconds, looks: JSON.stringify([answer.status, text, shown]) };
}

async function solved(action: string, headers: Record<string, string>): Promise<string> {
  const challenge = await fetch(`${product.origin}/api/captcha/challenge?action=${action}&difficulty=1`, { headers });
  return (await solve((await challenge.json()) as Parameters<typeof solve>[0])).token;
}

const rows: (string | number)[][] = [];
for (const form of forms) {
  const looks = new Set<string>();
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  for (let warm = 0; warm < 10; warm += 1) await ask(form, form.of.unknown[warm]!);
  for (let index = 0; index < each; index += 1) {
    // So many refused card numbers would make everyone in the program solve a captcha.
    if (index % 25 === 0) await db.deleteFrom('throttle').execute();
    // Alternately, in reversed order every second time, so that the effects of one request on the next are the same for
    // both kinds.
    const pair = index % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const kind of pair) {
      const answer = await ask(form, form.of[kind][index]!);
      looks.add(answer.looks);
      times[kind].push(answer.milliseconds);
    }
  }
  const [here, there] = [median(times.known), median(times.unknown)];
  rows.push([form.path, here.toFixed(1), there.toFixed(1)]);
  goal(`${form.path}: one answer for all`, looks.size, looks.size === 1);
  const apart = Math.abs(here - there);
  goal(`${form.path}: medians within ${goalMilliseconds} ms`, apart, apart <= goalMilliseconds);
}
printTable([['median of 300, ms', 'known', 'unknown'], ...rows]);

await db.destroy();
await product.stop();
await postgres.stop();
