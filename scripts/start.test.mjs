import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './install.mjs';
import { commandLine, parentOf } from './npm-watch.mjs';

let dataDir;
let port;

/** The one that runs now. */
let npm;
/** The processes of all that ran. */
const ran = [];
let rounds = 0;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'florin-start-'));
  await chmod(dataDir, 0o755);
  port = await freePort();
  npm = await started();
  await sql('create table kept (round int)');
});

afterAll(async () => {
  // What a failure has left running is adopted, and stopped.
  if (npm) await stopped(await started());
  await rm(dataDir, { recursive: true });
});

test.each([
  ['npm', ['npm']],
  ['the starter', ['starter']],
  ['the server', ['server']],
  ['the server and the database', ['server', 'database']],
  ['everything', ['npm', 'starter', 'server', 'database']],
])('after a kill -9 of %s the next start just works, and nothing is lost', async (_, victims) => {
  const processes = await processesOf(npm);
  ran.push(processes);
  rounds += 1;
  await sql(`insert into kept values (${rounds})`);
  for (const victim of victims) process.kill(processes[victim], 'SIGKILL');

  npm = await started();
  expect(await sql('select round from kept order by round')).toEqual(
    Array.from({ length: rounds }, (__, index) => ({ round: index + 1 })),
  );
});

test('Ctrl+C stops everything, the database and what was killed before included', async () => {
  ran.push(await processesOf(npm));
  await stopped(npm);
  npm = undefined;
  expect(ran.flatMap(stillRunning)).toEqual([]);
});

/** `npm start` in a process group of its own, as a terminal gives it, once it answers. */
async function started() {
  const child = spawn('npm', ['start'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...withoutNpm(process.env), DATA_DIR: dataDir, PORT: String(port) },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const answered = () =>
    fetch(`http://localhost:${port}/`).then(
      () => true,
      () => false,
    );
  while (!output.includes('Florin is ready')) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}:\n${output}`);
    await delay(20);
  }
  expect(await answered()).toBe(true);
  return child;
}

/** The npm that runs these tests would pass its own settings on. */
const withoutNpm = (environment) =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('npm_') && name !== 'NODE_ENV'));

/** Sends what Ctrl+C sends, to the whole group. */
async function stopped(child) {
  const ended = once(child, 'exit');
  process.kill(-child.pid, 'SIGINT');
  await ended;
}

async function processesOf(child) {
  const server = await firstNumber('server.pid');
  return {
    npm: child.pid,
    starter: parentOf(server),
    server,
    database: await firstNumber('postgres/cluster/postmaster.pid'),
  };
}

/** The dead whom nobody has reaped have no command line any more. */
const stillRunning = (processes) => Object.entries(processes).filter(([, pid]) => commandLine(pid) !== '');

const firstNumber = async (file) => Number.parseInt(await readFile(join(dataDir, file), 'utf8'), 10);

async function sql(text) {
  const client = new Client({ host: join(dataDir, 'postgres'), user: 'postgres', database: 'postgres' });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port: free } = probe.address();
  probe.close();
  await once(probe, 'close');
  return free;
}
