// One-time secrets under 16 parallel consumers, on one PostgreSQL and two server processes: 200 access codes and 200
// refresh tokens have one winner each, and a burst of 64 guesses at a code with five tries gets exactly five.
import pg from 'pg';
import { demoPassword } from '../server/src/db/demo/people.ts';
import { addressOfCaller, post, type Answered } from './lib/calls.ts';
import { startPostgres } from './lib/database.ts';
import { addPeople, addressOf, keyring } from './lib/people.ts';
import { startProduct } from './lib/server.ts';
import { goal, printTable } from './lib/table.ts';

const rounds = 200;
const parallel = 16;
const bursts = 10;
const guesses = 64;

const postgres = await startPostgres();
const database = await postgres.create('florin');
const environment = { DATABASE_URL: database, KEYS: 'environment', KEYRING: keyring, TRUSTED_PROXIES: '127.0.0.1,::1' };
// One after the other: the first migrates and fills the database.
const servers = [await startProduct(environment), await startProduct(environment)];
const withCode = await addPeople(database, rounds + bursts, { secondFactor: true });
const without = await addPeople(database, rounds, { secondFactor: false });
const pool = new pg.Pool({ connectionString: database, max: 4 });

/** The same call `count` times at once, spread over both servers. */
const atOnce = (count: number, call: (origin: string, index: number) => Promise<Answered>) =>
  Promise.all(Array.from({ length: count }, (_, index) => call(servers[index % servers.length]!.origin, index)));

async function signInUntilCode(username: string, address: string) {
  const origin = servers[0]!.origin;
  const asked = await post(origin, '/api/login', { username, password: demoPassword }, { address });
  const session = String(asked.body['TwoFactorAuthSessionId']);
  const choice = { twoFactorAuthEntityType: 'Email', userName: username, actionReason: 'LoginNewDevice' };
  const sent = await post(origin, '/api/send-code', choice, { address, bearer: session });
  if (sent.status !== 200) throw new Error(`No code was sent: ${JSON.stringify(sent.body)}`);
  return { session, code: await codeOf(username) };
}

/** The six digits, as soon as the mail is out. */
async function codeOf(username: string): Promise<string> {
  for (;;) {
    const { rows } = await pool.query<{ text: string }>('select text from outbox_message where recipient = $1', [
      addressOf(username),
    ]);
    const code = rows[0] && /\b\d{6}\b/.exec(rows[0].text)?.[0];
    if (code) return code;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const winnersOf = (answers: readonly Answered[]) => answers.filter(({ status }) => status === 200);

const codeWinners: number[] = [];
for (let round = 0; round < rounds; round++) {
  const username = withCode[round]!;
  const address = addressOfCaller(round);
  const { session, code } = await signInUntilCode(username, address);
  const body = { username, code, twoFactorAuthSessionId: session, type: 'Email' };
  codeWinners.push(
    winnersOf(await atOnce(parallel, (origin) => post(origin, '/api/authenticate', body, { address }))).length,
  );
}

const refreshWinners: number[] = [];
const refreshAnswers: number[] = [];
for (let round = 0; round < rounds; round++) {
  const address = addressOfCaller(1000 + round);
  const signedIn = await post(
    servers[0]!.origin,
    '/api/login',
    { username: without[round], password: demoPassword },
    { address },
  );
  const body = { refresh_token: signedIn.body['refresh_token'] };
  const answers = winnersOf(await atOnce(parallel, (origin) => post(origin, '/api/refresh-token', body, { address })));
  refreshAnswers.push(answers.length);
  refreshWinners.push(new Set(answers.map((answer) => answer.body['refresh_token'])).size);
}

const checked: number[] = [];
const afterBurst: number[] = [];
for (let burst = 0; burst < bursts; burst++) {
  const username = withCode[rounds + burst]!;
  const address = addressOfCaller(2000 + burst);
  const { session, code } = await signInUntilCode(username, address);
  const guess = (index: number) => String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0');
  const body = (typed: string) => ({ username, code: typed, twoFactorAuthSessionId: session, type: 'Email' });
  await atOnce(guesses, (origin, index) => post(origin, '/api/authenticate', body(guess(index)), { address }));
  const { rows } = await pool.query<{ tries: number }>(
    'select sum(tries)::int as tries from access_code join person on person.id = person_id where username = $1',
    [username],
  );
  checked.push(rows[0]!.tries);
  afterBurst.push((await post(servers[1]!.origin, '/api/authenticate', body(code), { address })).status);
}

const spread = (figures: readonly number[]) => [...new Set(figures)].toSorted((a, b) => a - b).join(', ');
printTable([
  ['two servers, one PostgreSQL', 'trials', 'callers at once', 'outcome'],
  ['access code: sign-ins it gave', rounds, parallel, spread(codeWinners)],
  ['refresh token: successors it gave', rounds, parallel, spread(refreshWinners)],
  ['refresh token: callers that got it', rounds, parallel, spread(refreshAnswers)],
  ['wrong codes checked of a burst', bursts, guesses, spread(checked)],
  ['answer to the right code after the burst', bursts, 1, spread(afterBurst)],
]);
goal(
  'trials of an access code with one winner',
  codeWinners.filter((n) => n === 1).length,
  codeWinners.every((n) => n === 1),
);
goal(
  'trials of a refresh token with one successor',
  refreshWinners.filter((n) => n === 1).length,
  refreshWinners.every((n) => n === 1),
);
goal(
  'bursts with exactly five guesses checked',
  checked.filter((n) => n === 5).length,
  checked.every((n) => n === 5),
);
goal('bursts after which the code is dead', afterBurst.filter((n) => n !== 200).length, !afterBurst.includes(200));

await pool.end();
await Promise.all(servers.map((server) => server.stop()));
await postgres.stop();
