/**
 * What an operator has to look at and decide:
 *
 *   npm run operator -- suspense                               what waits, the oldest first
 *   npm run operator -- suspense ID charge|credit|write-off BY  resolves an item by entries
 *   npm run operator -- settlement                             differences that nobody has closed
 *   npm run operator -- settlement ID BY "Why"                 closes one and settles its event
 *   npm run operator -- webhooks                               processors' messages that failed or wait, and acts that have not reached them
 *   npm run operator -- webhooks all                           the newest messages, whatever became of them
 *   npm run operator -- webhooks replay ID|failed              has one, or all that failed, processed again by a running server
 *   npm run operator -- holds                                  holds whose time is over and that are not released yet
 *   npm run operator -- jobs                                   jobs that failed
 *   npm run operator -- jobs retry ID                          runs one again, with all its tries
 *   npm run operator -- audit [verify]                         proves the audit events' chains; more by npm run audit
 *   npm run operator -- person USERNAME                        the id of a person, for OPERATORS
 *   npm run operator -- books                                  holds balances against entries, transactions against events, and
 *                                                              runs docs/security/recompute-balances.sql
 *
 * It reads DATABASE_URL, DATA_DIR, KEYS and KEYRING as the server does. Exit code 1: there is something to look at, or it was refused.
 */
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { atCommandLine } from '../server/src/core/audit/operator-acts.ts';
import { proveOwnChains } from '../server/src/core/audit/verify.ts';
import { failedJobs, retryJob } from '../server/src/core/housekeeping/failed-jobs.ts';
import { ledgerFaults } from '../server/src/core/ledger/queries.ts';
import { listUnsentActs, listWebhooks } from '../server/src/core/processor-intake/open-webhooks.ts';
import { replayWebhooks } from '../server/src/core/processor-intake/webhooks.ts';
import { movedSeconds } from '../server/src/core/simulated-time.ts';
import { holdsDue } from '../server/src/core/transactions/expire-holds.ts';
import { openSuspense, resolveSuspense, type Resolution } from '../server/src/core/transactions/resolve-suspense.ts';
import { closeDifference, openDifferences } from '../server/src/core/transactions/settlement.ts';
import { wrongCopies } from '../server/src/core/transactions/verify.ts';
import { startEmbeddedPostgres } from '../server/src/db/embedded/start.ts';
import { openDatabase, openPool } from '../server/src/db/open.ts';
import { embeddedCardProcessor } from '../server/src/ports/card-processor/embedded.ts';
import { offsetClock } from '../server/src/ports/clock/offset.ts';
import { embeddedKeys } from '../server/src/ports/keys/embedded.ts';
import { environmentKeys } from '../server/src/ports/keys/environment.ts';

const usage = `npm run operator -- suspense
npm run operator -- suspense ID charge|credit|write-off BY
npm run operator -- settlement
npm run operator -- settlement ID BY "WHY"
npm run operator -- webhooks [all]
npm run operator -- webhooks replay ID|failed
npm run operator -- holds
npm run operator -- jobs [retry ID]
npm run operator -- audit [verify]
npm run operator -- person USERNAME
npm run operator -- books`;
const resolutions: Readonly<Record<string, Resolution>> = {
  charge: 'CHARGE',
  credit: 'CREDIT',
  'write-off': 'WRITE_OFF',
};

const amountOf = (amount: bigint | null) => (amount === null ? '-' : (Number(amount) / 100).toFixed(2));

const [subject, id, ...words] = process.argv.slice(2);
const isUuid = id === undefined || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);

const { DATABASE_URL: url, DATA_DIR = 'data', KEYS, KEYRING = '' } = process.env;
const dataDir = resolve(DATA_DIR);
// A server that runs on the folder keeps running; this only joins it.
const embedded = url ? null : await startEmbeddedPostgres({ dataDir });
const pool = openPool(url ?? embedded!.url, 1);
const keys = KEYS === 'environment' ? environmentKeys(KEYRING) : embeddedKeys(dataDir);
const clock = offsetClock();
const context = { db: openDatabase(pool), clock, keys, cardProcessor: embeddedCardProcessor(keys) };
try {
  // What is due, and how long it waits, follows the product's clock, which a simulator has moved.
  clock.advance(await movedSeconds(context.db));
  process.exitCode = await run();
} finally {
  await pool.end();
  await embedded?.stop();
}

async function run(): Promise<0 | 1 | 2> {
  if (subject === 'webhooks') return webhooks(id, words);
  if (subject === 'jobs') return jobs(id, words);
  if (subject === 'person' && id !== undefined) return findPerson(id);
  if (subject === 'audit' && (id === undefined || id === 'verify') && words.length === 0) return audit();
  if (!isUuid) return explain();
  if (subject === 'holds' && id === undefined) return listHolds();
  if (subject === 'suspense') return id === undefined ? listSuspense() : decideSuspense(id, words);
  if (subject === 'settlement') return id === undefined ? listDifferences() : explainDifference(id, words);
  return subject === 'books' && id === undefined ? proveBooks() : explain();
}

/** The user who runs the command, where it asks for no name. */
const thisUser = () => atCommandLine(userInfo().username);

function explain(): 2 {
  console.error(usage);
  return 2;
}

async function listSuspense(): Promise<0 | 1> {
  const items = await openSuspense(context);
  for (const item of items) {
    const days = Math.floor((context.clock.now().getTime() - item.at.getTime()) / 86_400_000);
    const { reason, direction, currency, description, business, eventId } = item;
    console.log(
      `${item.id}  ${days} days  ${reason}  ${direction} ${currency} ${amountOf(item.amount)}  ${description}  ${business ?? 'no business'}  event ${eventId}`,
    );
  }
  console.log(items.length === 0 ? 'Nothing is in suspense.' : `${items.length} in suspense.`);
  return items.length === 0 ? 0 : 1;
}

async function decideSuspense(item: string, [how = '', by = '']: string[]): Promise<0 | 1 | 2> {
  const resolution = resolutions[how];
  if (resolution === undefined || by === '') return explain();
  const answer = await resolveSuspense(context, item, resolution, atCommandLine(by));
  const sentences = {
    RESOLVED: 'Resolved.',
    NOT_FOUND: 'There is no such item.',
    NOT_POSSIBLE: 'Not possible: it is resolved, its money runs the other way, or it has no account to go to.',
  };
  console.log(sentences[answer]);
  return answer === 'RESOLVED' ? 0 : 1;
}

async function listDifferences(): Promise<0 | 1> {
  const differences = await openDifferences(context);
  for (const { id: row, day, reference, kind, eventId, reported, recorded } of differences)
    console.log(
      `${row}  ${day} ${reference}  ${kind}  event ${eventId ?? '-'}  reported ${amountOf(reported)}  recorded ${amountOf(recorded)}`,
    );
  console.log(differences.length === 0 ? 'No open difference.' : `${differences.length} open differences.`);
  return differences.length === 0 ? 0 : 1;
}

async function explainDifference(difference: string, [by = '', why = '']: string[]): Promise<0 | 1 | 2> {
  if (by === '' || why === '') return explain();
  const closed = await closeDifference(context, difference, atCommandLine(by), why);
  console.log(closed ? 'Closed.' : 'There is no such open difference.');
  return closed ? 0 : 1;
}

async function webhooks(which: string | undefined, [what = '']: string[]): Promise<0 | 1 | 2> {
  if (which === 'replay' && what !== '') return replay(what);
  if (which !== undefined && which !== 'all') return explain();
  const listed = await listWebhooks(context, which === 'all' ? 'all' : 'open');
  for (const { id: row, processor, type, status, attempts, lastError, receivedAt, wasMissed } of listed)
    console.log(
      `${row}  ${receivedAt.toISOString()}  ${processor}  ${type}  ${status}  ${attempts} tries${wasMissed ? '  found later' : ''}${lastError === null ? '' : `  ${lastError}`}`,
    );
  const unsent = await listUnsentActs(context);
  for (const { cardId, act, attempts, lastError, isRefused, createdAt } of unsent)
    console.log(
      `Card ${cardId}: ${act} of ${createdAt.toISOString()} ${isRefused ? 'is refused' : 'is not told yet'}, ${attempts} tries${lastError === null ? '' : `: ${lastError}`}`,
    );
  if (which === 'all') return 0;
  const open = listed.length + unsent.length;
  console.log(
    open === 0
      ? 'All webhooks are processed, and the processor has all acts.'
      : `${listed.length} webhooks and ${unsent.length} acts are open.`,
  );
  return open === 0 ? 0 : 1;
}

async function replay(what: string): Promise<0 | 1 | 2> {
  const ids = what === 'failed' ? (await listWebhooks(context, 'failed')).map((row) => row.id) : [what];
  if (what !== 'failed' && !/^[0-9a-f-]{36}$/.test(what)) return explain();
  const replayed = await replayWebhooks(context, ids, thisUser());
  console.log(replayed === 0 ? 'There is no such webhook.' : `${replayed} will be processed again.`);
  return replayed === 0 && what !== 'failed' ? 1 : 0;
}

async function listHolds(): Promise<0 | 1> {
  const due = await holdsDue(context);
  for (const { id: row, reference, held, until } of due)
    console.log(`${row}  ${reference}  ${amountOf(held)}  until ${until?.toISOString() ?? '-'}`);
  console.log(due.length === 0 ? 'No hold is due.' : `${due.length} holds are due.`);
  return due.length === 0 ? 0 : 1;
}

async function jobs(act: string | undefined, [job = '']: string[]): Promise<0 | 1 | 2> {
  if (act === 'retry' && /^\d{1,18}$/.test(job)) {
    const isThere = await retryJob(context, job, thisUser());
    console.log(isThere ? 'It runs again.' : 'There is no such job that failed.');
    return isThere ? 0 : 1;
  }
  if (act !== undefined) return explain();
  const failed = await failedJobs(context);
  for (const { id: row, task, attempts, attemptsAtMost, lastError } of failed)
    console.log(`${row}  ${task}  ${attempts} of ${attemptsAtMost} tries  ${lastError ?? ''}`);
  console.log(failed.length === 0 ? 'No job has failed.' : `${failed.length} jobs have failed.`);
  return failed.length === 0 ? 0 : 1;
}

async function audit(): Promise<0 | 1> {
  const { events, chains, problems, proven, notProven } = await proveOwnChains(context.db);
  for (const { chain, sequence, problem } of problems)
    console.log(`Chain ${chain}, event ${sequence ?? '-'}: ${problem}`);
  console.log([`${events} events in ${chains} chains.`, ...proven, ...notProven].join('\n'));
  return problems.length === 0 ? 0 : 1;
}

async function findPerson(username: string): Promise<0 | 1> {
  const person = await context.db.selectFrom('person').select('id').where('username', '=', username).executeTakeFirst();
  console.log(person?.id ?? 'There is no such person.');
  return person ? 0 : 1;
}

async function proveBooks(): Promise<0 | 1> {
  const faults = await ledgerFaults(context.db);
  for (const { accountId, kind } of faults) console.log(`Account ${accountId} (${kind}) differs from its entries.`);
  const wrong = await wrongCopies(context.db);
  for (const { transactionId, figure, stored, derived } of wrong)
    console.log(`Transaction ${transactionId}: ${figure} is ${stored}, its events say ${derived}.`);
  // The second reader shares no code with the first one.
  const reader = await readFile(new URL('../docs/security/recompute-balances.sql', import.meta.url), 'utf8');
  const { rows: recomputed } = await pool.query<{ difference: string; id: string }>(reader);
  for (const { difference, id: row } of recomputed) console.log(`${row}  ${difference}.`);
  const problems = faults.length + wrong.length + recomputed.length;
  console.log(problems === 0 ? 'The books balance.' : `${problems} problems.`);
  return problems === 0 ? 0 : 1;
}
