// One-time secrets under 16 parallel consumers, on one PostgreSQL and two server processes: one use of each secret
// succeeds in each of 200 trials. And bursts of 64 wrong guesses: the limit holds over both processes.
import { accessCode } from '../contract/src/limits.ts';
import { openDatabase, openPool } from '../server/src/db/open.ts';
import { environmentKeys } from '../server/src/ports/keys/environment.ts';
import { startPostgres } from './lib/database.ts';
import { addPeople, keyring } from './lib/people.ts';
import { raceForSuccessor } from './lib/races/refresh.ts';
import { guessVerificationCode, inviteRace, verificationCodeRace } from './lib/races/registrations.ts';
import { guessResetCode, resetLinkRace } from './lib/races/resets.ts';
import { atOnce, type Race, type Setting } from './lib/races/setting.ts';
import {
  accessCodeRace,
  backupCodeRace,
  guessAccessCode,
  guessTotp,
  totpRace,
  type Signer,
} from './lib/races/sign-ins.ts';
import { captchaRace, ticketRace } from './lib/races/tickets.ts';
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
const withCode = await addPeople(database, rounds + 4 * bursts, { secondFactor: true });
const without = await addPeople(database, rounds, { secondFactor: false });
const pool = openPool(database);
const db = openDatabase(pool);
const setting: Setting = { origins: servers.map(({ origin }) => origin), db, keys: environmentKeys(keyring) };
const signers: Signer[] = await db
  .selectFrom('person')
  .innerJoin('contact', 'contact.person_id', 'person.id')
  .select(['person.id', 'person.username', 'contact.id as contactId'])
  .where('person.username', 'in', withCode)
  .execute();

const spread = (figures: readonly number[]) => [...new Set(figures)].toSorted((a, b) => a - b).join(', ');
const table: (string | number)[][] = [['two servers, one PostgreSQL', 'trials', 'callers at once', 'outcome']];

const races: Race[] = [
  accessCodeRace(signers),
  totpRace(signers, parallel),
  backupCodeRace(signers, parallel),
  resetLinkRace(signers, parallel),
  verificationCodeRace,
  inviteRace(parallel),
  ticketRace(without),
  captchaRace,
];
for (const race of races) {
  const winners: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const answers = await atOnce(setting, parallel, await race.prepare(setting, round));
    winners.push(answers.filter(({ status }) => status === 200).length);
  }
  table.push([`${race.name}: winners`, rounds, parallel, spread(winners)]);
  const single = winners.filter((count) => count === 1).length;
  goal(`${race.name}: trials with one winner`, single, single === rounds);
}

const renewals: Awaited<ReturnType<typeof raceForSuccessor>>[] = [];
for (const username of without) renewals.push(await raceForSuccessor(setting, username, parallel));
table.push(
  ['refresh token: successors it gave', rounds, parallel, spread(renewals.map(({ successors }) => successors))],
  ['refresh token: callers that got it', rounds, parallel, spread(renewals.map(({ callers }) => callers))],
);
const renewed = renewals.filter(({ successors }) => successors === 1).length;
goal('refresh token: trials with one successor', renewed, renewed === rounds);

const limits = [
  { name: 'access code', cap: accessCode.maxTries, begin: (signer: Signer) => guessAccessCode(setting, signer) },
  { name: 'code of a reset', cap: accessCode.maxTries, begin: (signer: Signer) => guessResetCode(setting, signer) },
  { name: 'verification code', cap: 5, begin: () => guessVerificationCode(setting) },
  {
    // No replacement code is sent after five wrong ones: the limit is the person's per day, over all factors.
    name: 'code of an authenticator app',
    cap: accessCode.maxFailuresPerDay,
    begin: (signer: Signer) => guessTotp(setting, signer, guesses),
  },
];
for (const [index, { name, cap, begin }] of limits.entries()) {
  const checked: number[] = [];
  const afterwards: number[] = [];
  for (let burst = 0; burst < bursts; burst += 1) {
    const own = await begin(signers[rounds + index * bursts + burst]!);
    const before = await own.checked();
    await atOnce(setting, guesses, own.guess);
    checked.push((await own.checked()) - before);
    afterwards.push((await own.right(setting.origins[1]!)).status);
  }
  table.push([`${name}: wrong ones checked`, bursts, guesses, spread(checked)]);
  table.push([`${name}: the right one after them`, bursts, 1, spread(afterwards)]);
  const exact = checked.filter((count) => count === cap).length;
  goal(`${name}: bursts with exactly ${cap} checked`, exact, exact === bursts);
  const refused = afterwards.filter((status) => status !== 200).length;
  goal(`${name}: bursts after which the right one is refused`, refused, refused === bursts);
}
printTable(table);

await db.destroy();
await Promise.all(servers.map((server) => server.stop()));
await postgres.stop();
