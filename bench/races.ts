// One-time secrets and decisions about money under 16 parallel callers, on one PostgreSQL and two server processes: one
// caller wins in each of 200 trials, and the money is where the winner has put it. And bursts of 64 wrong guesses: the
// limit holds over both processes. `npm run bench:races -- 'funding run' withdrawal` runs only the parts of these names.
import { accessCode } from '../contract/src/limits.ts';
import { openDatabase, openPool } from '../server/src/db/open.ts';
import { environmentKeys } from '../server/src/ports/keys/environment.ts';
import { startPostgres } from './lib/database.ts';
import { addPeople, keyring } from './lib/people.ts';
import { ledgerFaults } from '../server/src/core/ledger/queries.ts';
import { approvalRace } from './lib/races/approvals.ts';
import { canceledTransferRace, fundingRequestRace, fundingRunRace, withdrawalRace } from './lib/races/money.ts';
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

const rounds = Number(process.env['ROUNDS'] ?? 200);
const parallel = 16;
const bursts = 10;
const guesses = 64;
const wanted = process.argv.slice(2);

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

/** Each trial has one winner, and all is as the winner decided. */
async function race(one: Race): Promise<void> {
  const { name } = one;
  const winners: number[] = [];
  let right = 0;
  for (let round = 0; round < rounds; round += 1) {
    const answers = await atOnce(setting, parallel, await one.prepare(setting, round));
    winners.push(answers.filter(({ status }) => status === 200 || status === 201).length);
    if (await one.isRight?.(setting)) right += 1;
  }
  table.push([`${name}: winners`, rounds, parallel, spread(winners)]);
  const single = winners.filter((count) => count === 1).length;
  goal(`${name}: trials with one winner`, single, single === rounds);
  if (one.isRight) goal(`${name}: trials after which all is as the winner decided`, right, right === rounds);
}

async function refresh(): Promise<void> {
  const renewals: Awaited<ReturnType<typeof raceForSuccessor>>[] = [];
  for (const username of without) renewals.push(await raceForSuccessor(setting, username, parallel));
  table.push(
    ['refresh token: successors it gave', rounds, parallel, spread(renewals.map(({ successors }) => successors))],
    ['refresh token: callers that got it', rounds, parallel, spread(renewals.map(({ callers }) => callers))],
  );
  const renewed = renewals.filter(({ successors }) => successors === 1).length;
  goal('refresh token: trials with one successor', renewed, renewed === rounds);
}

interface Guessing {
  name: string;
  cap: number;
  begin: (signer: Signer) => ReturnType<typeof guessAccessCode>;
}

/** @param others signers that no other burst uses */
async function guess({ name, cap, begin }: Guessing, others: readonly Signer[]): Promise<void> {
  const checked: number[] = [];
  const afterwards: number[] = [];
  for (const signer of others) {
    const own = await begin(signer);
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

const callers = { database, parallel };
const races: Race[] = [
  accessCodeRace(signers),
  totpRace(signers, parallel),
  backupCodeRace(signers, parallel),
  resetLinkRace(signers, parallel),
  verificationCodeRace,
  inviteRace(parallel),
  ticketRace(without),
  captchaRace,
  fundingRequestRace(callers),
  fundingRunRace(callers),
  approvalRace(callers),
  withdrawalRace(callers),
  canceledTransferRace(callers),
];
const limits: Guessing[] = [
  { name: 'access code', cap: accessCode.maxTries, begin: (signer) => guessAccessCode(setting, signer) },
  { name: 'code of a reset', cap: accessCode.maxTries, begin: (signer) => guessResetCode(setting, signer) },
  { name: 'verification code', cap: 5, begin: () => guessVerificationCode(setting) },
  {
    // No replacement code is sent after five wrong ones: the limit is the person's per day, over all factors.
    name: 'code of an authenticator app',
    cap: accessCode.maxFailuresPerDay,
    begin: (signer) => guessTotp(setting, signer, guesses),
  },
];
const parts = [
  ...races.map((one) => ({ name: one.name, run: () => race(one) })),
  { name: 'refresh token', run: refresh },
  ...limits.map((one, index) => {
    const first = rounds + index * bursts;
    return { name: one.name, run: () => guess(one, signers.slice(first, first + bursts)) };
  }),
];
for (const { name, run } of parts) if (wanted.length === 0 || wanted.includes(name)) await run();
const faults = await ledgerFaults(db);
goal('accounts that differ from their entries', faults.length, faults.length === 0);
printTable(table);

await db.destroy();
await Promise.all(servers.map((server) => server.stop()));
await postgres.stop();
