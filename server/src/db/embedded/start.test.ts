import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './start.ts';
import { watchPostgres } from './watch.ts';

let dataDir: string;
const children: ChildProcess[] = [];
const users: EmbeddedPostgres[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'florin-test-'));
  await chmod(dataDir, 0o755);
});

afterEach(async () => {
  for (const running of children.splice(0)) await killed(running);
  await start();
  for (const user of users.splice(0)) await user.stop();
  await rm(dataDir, { recursive: true });
});

test('starts on a fresh folder, with every commit made durable', async () => {
  const { url, adopted } = await start();
  expect(adopted).toBe(false);
  const [row] = await sql(
    url,
    `select current_setting('fsync') fsync, current_setting('server_version_num')::int / 10000 major`,
  );
  expect(row).toEqual({ fsync: 'on', major: 18 });
});

test('a second start adopts the running server, and the data survives a stop', async () => {
  const first = await start();
  await sql(first.url, 'create table kept as select 7 as figure');
  const second = await start();
  expect(second).toMatchObject({ adopted: true, alone: false, url: first.url });
  await first.stop();
  expect(await sql(second.url, 'select figure from kept')).toEqual([{ figure: 7 }]);
  await second.stop();
  const third = await start();
  expect(third).toMatchObject({ adopted: false, alone: true });
  expect(await sql(third.url, 'select figure from kept')).toEqual([{ figure: 7 }]);
});

test('a server in use by another process survives a stop, and is adopted after a kill -9 of that process', async () => {
  const { url, stop } = await start();
  const other = child('start');
  expect(await once(other, 'message')).toMatchObject([{ adopted: true }, undefined]);
  await stop();
  expect(await sql(url, 'select 1 as up')).toEqual([{ up: 1 }]);
  await killed(other);
  const next = await start();
  expect(next).toMatchObject({ adopted: true, alone: true });
  await next.stop();
  await expect(sql(url, 'select 1')).rejects.toThrow('ENOENT');
});

test('a kill -9 of the server during writes loses no acknowledged row', async () => {
  const { url, stop } = await start();
  await sql(url, 'create table written (id int primary key)');
  const acknowledged: number[] = [];
  const writers = Array.from({ length: 4 }, async (_, lane) => {
    await withClient(url, async (client) => {
      for (let id = lane; ; id += 4) {
        await client.query('insert into written values ($1)', [id]);
        acknowledged.push(id);
      }
    });
  });
  await until(() => acknowledged.length > 200);
  process.kill(await postmasterPid(), 'SIGKILL');
  await Promise.allSettled(writers);

  const again = await start();
  expect(again.adopted).toBe(false);
  const rows = await sql<{ id: number }>(again.url, 'select id from written');
  expect(acknowledged.filter((id) => !rows.some((row) => row.id === id))).toEqual([]);
  await stop();
});

test('starts beside a postmaster.pid whose process id belongs to another program by now', async () => {
  await (await start()).stop();
  const stranger = spawn('sleep', ['600'], await owner());
  children.push(stranger);
  await leavePidFile(stranger.pid!);
  expect((await start()).adopted).toBe(false);
  expect(stranger.exitCode).toBe(null);
});

test('starts beside a postmaster.pid of a dead server that is not reaped', async () => {
  await (await start()).stop();
  const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 600'], {
    ...(await owner()),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(parent);
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  await leavePidFile(Number(line.toString()));
  expect((await start()).adopted).toBe(false);
});

test('does not wait for the lock of a killed starter', async () => {
  const holder = child('hold');
  await once(holder, 'message');
  let started = false;
  const starting = start().then((postgres) => {
    started = true;
    return postgres;
  });
  await delay(100);
  expect(started).toBe(false);
  await killed(holder);
  expect((await starting).adopted).toBe(false);
});

test('starts after a kill -9 during the creation of the cluster', async () => {
  const home = join(dataDir, 'postgres');
  const starter = child('start');
  await until(async () => (await readdir(home).catch(() => [])).some((name) => name.startsWith('new-cluster-')));
  await killed(starter);
  const { url } = await start();
  expect(await sql(url, 'select 1 as up')).toEqual([{ up: 1 }]);
  expect((await readdir(home)).filter((name) => name.startsWith('new-cluster-'))).toEqual([]);
});

test('several starters at once share one server', async () => {
  const answers = await Promise.all(
    [1, 2, 3, 4].map(async () => (await once(child('start'), 'message'))[0] as { adopted: boolean }),
  );
  expect(answers.filter(({ adopted }) => !adopted)).toHaveLength(1);
});

test.each([
  ['too deep for a unix socket', '100 % more letters than the path of a socket holds '.repeat(2)],
  ['with a comma, which PostgreSQL would read as the end of the path', 'a, b'],
])('works in a folder %s', async (_, name) => {
  const folder = join(dataDir, name);
  const { url, stop } = await start(folder);
  const { url: same, stop: stopSame } = await start(folder);
  expect(same).toBe(url);
  expect(await sql(url, 'select 1 as up')).toEqual([{ up: 1 }]);
  await stopSame();
  await stop();
});

test('a server that was killed is started again at the same address, with every commit', async () => {
  const postgres = await start();
  await sql(postgres.url, 'create table kept (figure int)');
  expect(await postgres.restore()).toBe(false);
  const endWatch = watchPostgres(postgres, pino({ enabled: false }));
  try {
    for (const figure of [1, 2]) {
      await sql(postgres.url, `insert into kept values (${figure})`);
      const before = await postmasterPid();
      process.kill(before, 'SIGKILL');
      await until(async () => {
        const count = await sql(postgres.url, 'select figure from kept').catch(() => []);
        return count.length === figure && (await postmasterPid()) !== before;
      });
    }
  } finally {
    await endWatch();
  }
});

test('a watch goes on after a start that failed, and ends when it is told to', async () => {
  const starts = [false, new Error('disk full'), true];
  let looks = 0;
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  const restore = () => {
    const next = starts[looks++] ?? false;
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
  };
  const endWatch = watchPostgres({ restore }, log, { glance: 1, pause: 1 });
  await until(() => looks > 4);
  await endWatch();
  const end = looks;
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'the embedded PostgreSQL does not start',
    'the embedded PostgreSQL had ended and was started again',
  ]);
  await delay(5);
  expect(looks).toBe(end);
});

async function start(folder = dataDir): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir: folder });
  users.push(postgres);
  return postgres;
}

function child(action: 'start' | 'hold'): ChildProcess {
  const forked = fork(new URL('../../testing/database/starter.ts', import.meta.url), [action, dataDir]);
  children.push(forked);
  return forked;
}

async function killed(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const ended = once(process, 'exit');
  process.kill('SIGKILL');
  await ended;
}

const cluster = () => join(dataDir, 'postgres', 'cluster');
const postmasterPid = async () => Number((await readFile(join(cluster(), 'postmaster.pid'), 'utf8')).split('\n')[0]);

/** The user of PostgreSQL, which treats only this user's processes as its own. */
async function owner(): Promise<{ uid: number; gid: number }> {
  const { uid, gid } = await stat(cluster());
  return { uid, gid };
}

/** The files left when the machine loses power; after the restart another program has the process id. */
async function leavePidFile(pid: number): Promise<void> {
  const home = join(dataDir, 'postgres');
  const lines = [pid, cluster(), 1_700_000_000, 5432, home, '', '  12345678         1', 'ready   '];
  await writeFile(join(cluster(), 'postmaster.pid'), `${lines.join('\n')}\n`);
  await writeFile(join(home, '.s.PGSQL.5432.lock'), `${lines.slice(0, 5).join('\n')}\n`);
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  // A killed server ends the connection; the current statement reports it.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const sql = <Row extends pg.QueryResultRow>(url: string, text: string) =>
  withClient(url, async (client) => (await client.query<Row>(text)).rows);

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(2);
}
