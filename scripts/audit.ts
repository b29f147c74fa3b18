/**
 * `npm run audit -- verify [--heads FILE] [--since FILE]` proves the hash chains of the audit events, says what it has
 * proven and what not, and names the first broken event of each chain. `--heads` compares them with the heads that the file
 * has kept, if it is there, and keeps the present ones in it; `--since` only compares. Exit code 1: a chain is broken.
 *
 * `npm run audit -- export CHAIN FILE` writes the events of one business or person, to be verified elsewhere.
 *
 * It reads DATABASE_OWNER_URL or DATABASE_URL, DATA_DIR, KEYS and KEYRING, as the server does.
 */
import { existsSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { headsFile, HeadsError, headsOf, readHeadsFile } from '../server/src/core/audit/heads.ts';
import { exportChain, proveChains } from '../server/src/core/audit/verify.ts';
import { startEmbeddedPostgres } from '../server/src/db/embedded/start.ts';
import { embeddedKeys } from '../server/src/ports/keys/embedded.ts';
import { environmentKeys } from '../server/src/ports/keys/environment.ts';
import type { Keys } from '../server/src/ports/keys/keys.ts';

const usage = `npm run audit -- verify [--heads FILE] [--since FILE]
npm run audit -- export CHAIN FILE    CHAIN is the id of a business or a person`;

const { DATABASE_OWNER_URL: ownerUrl, DATABASE_URL: serverUrl, DATA_DIR = 'data', KEYS, KEYRING } = process.env;
const dataDir = resolve(DATA_DIR);

const { command, chain, file, heads, since } = readArguments();
// A server that runs on the folder keeps running; this only joins it.
const embedded = (ownerUrl ?? serverUrl) ? null : await startEmbeddedPostgres({ dataDir });
const client = new pg.Client({ connectionString: ownerUrl ?? serverUrl ?? embedded?.url });
try {
  await client.connect();
  // One snapshot: events are added meanwhile.
  await client.query('begin isolation level repeatable read read only');
  process.exitCode = (await (command === 'verify' ? verify() : exportTo(chain, file))) ? 0 : 1;
} catch (error) {
  if (!(error instanceof HeadsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await client.end();
  await embedded?.stop();
}

function readArguments() {
  try {
    const options = { heads: { type: 'string' }, since: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [given, id = '', target = '', ...more] = positionals;
    const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
    if (more.length === 0 && (given === 'verify' ? id === '' : given === 'export' && isUuid && target !== ''))
      return { command: given, chain: id, file: target, heads: values.heads, since: values.since };
  } catch {
    // An unknown option.
  }
  console.error(usage);
  process.exit(2);
}

async function verify(): Promise<boolean> {
  const keys = keysOfInstallation();
  const kept = [since, heads !== undefined && existsSync(heads) ? heads : undefined]
    .filter((name) => name !== undefined)
    .map((name) => ({ file: name, ...readKept(name, keys) }));
  const { events, chains, problems, proven, notProven } = await proveChains(client, kept);
  for (const { chain: id, sequence, problem } of problems)
    console.error(`Chain ${id} is broken${sequence === null ? '' : ` at event ${sequence}`}: ${problem}.`);
  console.log(
    `${events} events in ${chains} chains, ${problems.length === 0 ? 'all whole' : `${problems.length} broken`}.`,
  );
  if (proven.length > 0) console.log(['Proven:', ...proven].join('\n  '));
  if (notProven.length > 0) console.log(['Not proven:', ...notProven].join('\n  '));
  if (heads === undefined || problems.length > 0) return problems.length === 0;
  const draft = `${heads}.new`;
  await writeFile(draft, headsFile(await headsOf(client), keys), { flush: true });
  await rename(draft, heads);
  console.log(
    `The heads are kept in ${heads}${keys ? ', signed' : ', unsigned: the keys are not here'}. Copy it elsewhere.`,
  );
  return true;
}

function readKept(name: string, keys: Keys | null) {
  try {
    return readHeadsFile(readFileSync(name, 'utf8'), keys);
  } catch (error) {
    if (error instanceof HeadsError) throw new HeadsError(`${name} ${error.message}.`);
    throw new HeadsError(`${name} cannot be read.`);
  }
}

/** Null where they are not at hand, for example at an auditor's. */
function keysOfInstallation(): Keys | null {
  if (KEYS === 'environment') return KEYRING === undefined ? null : environmentKeys(KEYRING);
  return existsSync(join(dataDir, 'keys', 'keyring.json')) ? embeddedKeys(dataDir) : null;
}

async function exportTo(id: string, target: string): Promise<boolean> {
  let events = -1;
  async function* lines() {
    for await (const line of exportChain(client, id)) {
      events += 1;
      yield `${line}\n`;
    }
  }
  await writeFile(target, lines());
  console.log(events < 0 ? `There are no events of ${id}.` : `${events} events of ${id} are in ${target}.`);
  return events >= 0;
}
