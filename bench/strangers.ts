// What a stranger can measure: answers to names and addresses that exist, and to ones that do not. Status, body and headers
// have to be the same, and the medians of 300 answers each within 5 ms of each other (security design P22).
import { solve } from '../server/src/outside/captcha/test-solve.ts';
import { addressOfCaller } from './lib/calls.ts';
import { startPostgres } from './lib/database.ts';
import { addPeople, addressOf, keyring } from './lib/people.ts';
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

interface Form {
  path: string;
  action: string | null;
  body: (name: string) => object;
}
const forms: Form[] = [
  { path: '/api/login', action: null, body: (username) => ({ username, password: 'walnut-breeze-canyon-81' }) },
  { path: '/api/forgot-password', action: 'forgot-password', body: (userName) => ({ userName }) },
  { path: '/api/forgot-username', action: 'forgot-username', body: (name) => ({ emailId: addressOf(name) }) },
];

let callers = 0;
/** Every request is somebody else's first one, so that no counter tells them apart. */
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
  for (let warm = 0; warm < 10; warm += 1) await ask(form, `warm.${warm}`);
  for (let index = 0; index < each; index += 1) {
    // In turn, and the other way round every second time: what one request leaves behind meets both kinds alike.
    const pair = index % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const kind of pair) {
      const answer = await ask(form, (kind === 'known' ? known : unknown)[index]!);
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

await product.stop();
await postgres.stop();
