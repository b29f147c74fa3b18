import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from './install.mjs';
import { commandLine, parentOf } from './npm-watch.mjs';

let dataDir;
let port;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'florin-start-'));
  await chmod(dataDir, 0o755);
  port = await freePort();
});

afterEach(async () => {
  await stopped(await started());
  await rm(dataDir, { recursive: true });
});

test('Ctrl+C stops everything, the database included', async () => {
  const npm = await started();
  const processes = await processesOf(npm);
  await stopped(npm);
  expect(stillRunning(processes)).toEqual([]);
});

test.each([
  ['npm', ['npm']],
  ['the starter', ['starter']],
  ['the server', ['server']],
  ['the server and the database', ['server', 'database']],
  ['everything', ['npm', 'starter', 'server', 'database']],
])('after a kill -9 of %s the next start just works, and nothing is lost', async (_, victims) => {
  const npm = await started();
  await sql('create table kept as select 7 as figure');
  const processes = await processesOf(npm);
  for (const victim of victims) process.kill(processes[victim], 'SIGKILL');

  const next = await started();
  expect(await sql('select figure from kept')).toEqual([{ figure: 7 }]);
  await stopped(next);
  expect(stillRunning(processes)).toEqual([]);
});

/** `npm start` in a process group of its own, as a terminal gives it, once it answers. */
async function started() {
  const npm = spawn('npm', ['start'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...withoutNpm(process.env), DATA_DIR: dataDir, PORT: String(port) },
  });
  let output = '';
  for (const stream of [npm.stdout, npm.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const answered = () =>
    fetch(`http://localhost:${port}/`).then(
      () => true,
      () => false,
    );
  while (!output.includes('Florin is ready')) {
    if (npm.exitCode !== null) throw new Error(`npm start ended with ${npm.exitCode}:\n${output}`);
    await delay(20);
  }
  expect(await answered()).toBe(true);
  return npm;
}

/** The npm that runs these tests would pass its own settings on. */
const withoutNpm = (environment) =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('npm_') && name !== 'NODE_ENV'));

/** Sends what Ctrl+C sends, to the whole group. */
async function stopped(npm) {
  const ended = once(npm, 'exit');
  process.kill(-npm.pid, 'SIGINT');
  await ended;
}

async function processesOf(npm) {
  const server = await firstNumber('server.pid');
  return {
    npm: npm.pid,
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
