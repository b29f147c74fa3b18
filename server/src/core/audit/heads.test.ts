import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { environmentKeys } from '../../ports/keys/environment.ts';
import { openTestDatabase } from '../../testing/database/open.ts';
import { demoDatabase, testKeyring } from '../../testing/database/template.ts';
import { runScript } from '../../testing/run-script.ts';
import { headsFile, headsOf, readHeadsFile, type Heads } from './heads.ts';
import { exportChain, proveChains } from './verify.ts';

const keys = environmentKeys(testKeyring);
const run = (script: string, ...words: readonly string[]) => runScript(database, script, ...words);

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let owner: pg.PoolClient;
let folder: string;
let one: string;
let other: string;
let heads: Heads;

beforeAll(async () => {
  database = await openTestDatabase(demoDatabase);
  owner = await database.pool.connect();
  folder = await mkdtemp(join(tmpdir(), 'florin-audit-'));
  const { rows } = await owner.query<{ id: string }>('select id from business order by id limit 2');
  [one, other] = rows.map(({ id }) => id) as [string, string];
});
afterAll(async () => {
  owner.release();
  await database[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function add(business: string, count = 1) {
  await owner.query(
    `insert into audit_event (id, at, type, business_id, correlation_id)
     select gen_random_uuid(), clock_timestamp(), 'business_icon_changed', $1, 'x' from generate_series(1, $2)`,
    [business, count],
  );
  // Links are otherwise written at commit.
  await owner.query('set constraints audit_event_link immediate; set constraints audit_event_link deferred');
}

/** What an owner of the tables does, who switches the triggers off. */
async function tamper(...statements: readonly string[]) {
  await owner.query('set local session_replication_role = replica');
  for (const statement of statements) await owner.query(statement);
  await owner.query('set local session_replication_role = origin');
}

/** Takes the newest events of a chain away, and leaves it whole in itself. */
const cutOff = (chain: string, count: number) => [
  `delete from audit_event where sequence in
    (select sequence from audit_link where chain = '${chain}' order by position desc limit ${count})`,
  `delete from audit_link where chain = '${chain}' and not exists
    (select from audit_event where audit_event.sequence = audit_link.sequence)`,
  headSet(chain),
];
const headSet = (chain: string) => `update audit_chain set (length, hash) =
  (select position, hash from audit_link where chain = audit_chain.id order by position desc limit 1) where id = '${chain}'`;
/** Gives the newest event of a chain another time of its link, and makes all hashes right. */
const backdated = (chain: string, time: string) => [
  `update audit_event set at = ${time} where sequence =
    (select sequence from audit_link where chain = '${chain}' order by position desc limit 1)`,
  `update audit_link l set linked_at = ${time}, hash = sha256(previous || audit_content(e, ${time})) from audit_event e
    where e.sequence = l.sequence and l.chain = '${chain}' and position = (select length from audit_chain where id = '${chain}')`,
  headSet(chain),
];
const writtenAnew = (chain: string) => [
  `update audit_event set details = '{"shown": false}' where business_id = '${chain}'`,
  `delete from audit_link where chain = '${chain}'`,
  `update audit_chain set length = 0, hash = '' where id = '${chain}'`,
  `do $$ declare e audit_event; begin
    for e in select * from audit_event where business_id = '${chain}' order by sequence loop
      perform audit_link_event(e);
    end loop; end $$`,
];

const problems = async (...kept: Heads[]) =>
  (
    await proveChains(
      owner,
      kept.map((each) => ({ file: 'heads.json', heads: each, isSigned: true })),
    )
  ).problems;

describe('chains of an owner who tampers', () => {
  beforeEach(async () => {
    await owner.query('begin');
    await add(one, 3);
    await add(other, 3);
    heads = await headsOf(owner);
  });
  afterEach(() => owner.query('rollback'));

  test('events that follow kept heads are no finding', async () => {
    await add(one, 2);
    expect(await problems(heads)).toEqual([]);
    expect(heads.chains.find(({ chain }) => chain === one)?.length).toBe(3);
  });

  test.each([
    ['a cut tail', () => cutOff(one, 2), 'its newest events were cut off'],
    [
      'a deleted chain',
      () => [
        `delete from audit_link where chain = '${one}'`,
        `delete from audit_chain where id = '${one}'`,
        `delete from audit_event where business_id = '${one}'`,
      ],
      'the whole chain was deleted',
    ],
    ['a chain that is written anew', () => writtenAnew(one), 'its events were rewritten'],
  ] as const)('%s is whole in itself, and found by the kept heads', async (_what, statements, problem) => {
    await tamper(...statements());
    expect(await problems()).toEqual([]);
    expect(await problems(heads)).toMatchObject([{ chain: one, problem }]);
  });

  test('a cut tail is found after more was added, too', async () => {
    await tamper(...cutOff(one, 2));
    await add(one, 5);
    expect(await problems(heads)).toMatchObject([{ chain: one, problem: 'its events were rewritten' }]);
  });

  test('a backdated event is found by the link before it, without kept heads', async () => {
    await add(one);
    await tamper(...backdated(one, `now() - interval '1 hour'`));
    const [found, ...more] = await problems();
    expect(more).toEqual([]);
    expect(found).toMatchObject({ chain: one, problem: 'the event was added later, with an earlier time' });
    expect(found?.sequence).toMatch(/^\d+$/);
  });

  test('a backdated event that begins a chain is found by the kept heads', async () => {
    const { rows } = await owner.query<{ id: string }>('select id from business order by id desc limit 1');
    const unknown = rows[0]!.id;
    await add(unknown);
    await tamper(...backdated(unknown, `now() - interval '1 hour'`));
    expect(await problems()).toEqual([]);
    expect(await problems(heads)).toMatchObject([
      { chain: unknown, problem: 'the event was added later, with an earlier time' },
    ]);
  });

  test('a time that is another than its link’s is found where the database sets the times', async () => {
    const early = () =>
      owner.query(
        `insert into audit_event (id, at, type, business_id, correlation_id)
         values (gen_random_uuid(), '2020-01-01', 'x', $1, 'x')`,
        [one],
      );
    await early();
    await add(other);
    expect(await problems()).toEqual([]);
    await owner.query(`update audit_clock set database_since = clock_timestamp() - interval '1 hour'`);
    expect(await problems()).toMatchObject([{ chain: one, problem: 'the event has another time than its link' }]);
    // From then on nobody chooses a time.
    await early();
    const { rows } = await owner.query<{ isNow: boolean }>(
      `select abs(extract(epoch from clock_timestamp() - at)) < 60 as "isNow" from audit_event order by sequence desc limit 1`,
    );
    expect(rows).toEqual([{ isNow: true }]);
  });

  test('the summary says what is proven, and what not', async () => {
    const alone = await proveChains(owner, []);
    expect(alone.proven).toHaveLength(1);
    expect(alone.notProven[0]).toContain('Keep heads elsewhere (--heads FILE).');
    expect(alone.notProven[1]).toContain('with demo data the server sets them');
    await owner.query(`update audit_clock set database_since = clock_timestamp()`);
    const { proven, notProven } = await proveChains(owner, [{ file: 'heads.json', heads, isSigned: false }]);
    expect(proven[1]).toContain('Nothing that heads.json kept on 20');
    expect(proven[2]).toContain("are the database's own");
    expect(notProven).toEqual([
      'That heads.json is as it was written: it has no signature that could be checked.',
      'Events newer than the kept heads: an owner of the tables can cut them off or write them anew.',
    ]);
    await tamper(...cutOff(one, 1));
    expect(await proveChains(owner, [{ file: 'heads.json', heads, isSigned: true }])).toMatchObject({
      proven: [],
      notProven: [],
    });
  });

  test('a file of heads is readable by anyone, and signed', () => {
    const file = headsFile(heads, keys);
    expect(readHeadsFile(file, keys)).toEqual({ heads, isSigned: true });
    expect(readHeadsFile(file, null)).toEqual({ heads, isSigned: false });
    const otherKeys = environmentKeys(`other:${Buffer.alloc(32, 8).toString('base64')}`);
    expect(() => readHeadsFile(file, otherKeys)).toThrow('was changed, or was signed by another installation');
    expect(() => readHeadsFile(file.replace('"length": 3', '"length": 2'), keys)).toThrow('was changed');
    expect(() => readHeadsFile(headsFile(heads, null), keys)).toThrow('has no signature');
    for (const text of ['', '{}', file.replace('florin-audit-heads-1', 'florin-audit-heads-2')])
      expect(() => readHeadsFile(text, null)).toThrow('is no file of kept heads');
  });

  describe('an export', () => {
    const script = 'docs/security/verify-audit-export.mjs';
    async function verified(lines: readonly string[], kept?: Heads) {
      const files = [join(folder, 'export.jsonl'), join(folder, 'heads.json')];
      await writeFile(files[0]!, `${lines.join('\n')}\n`);
      await writeFile(files[1]!, headsFile(kept ?? heads, keys));
      return run(script, ...(kept ? files : files.slice(0, 1)));
    }
    const exported = () => Array.fromAsync(exportChain(owner, one));

    test('is proven by a script that needs nothing of Florin', async () => {
      await add(one, 2);
      const { code, output } = await verified(await exported(), heads);
      expect([code, output]).toEqual([
        0,
        `5 events of ${one}, none changed, removed or inserted.\nThey continue the 3 that were kept on ${heads.keptAt}.\n`,
      ]);
      expect((await verified(await exported())).output).toContain('Not proven: that none were cut off at the end.');
    });

    test.each([
      ['a changed event', (lines: string[]) => lines.with(2, lines[2]!.replace('icon', 'name')), 'Event 2, or the one'],
      ['a removed event', (lines: string[]) => lines.toSpliced(2, 1), 'Event 2 is missing'],
      ['a removed newest event', (lines: string[]) => lines.slice(0, -1), 'The newest events are missing'],
      ['an event twice', (lines: string[]) => lines.toSpliced(2, 0, lines[2]!), 'Event 3 is missing'],
      ['another chain', (lines: string[]) => lines.with(0, lines[0]!.replace(one, other)), 'belongs to another chain'],
    ])('with %s is refused', async (_what, change, problem) => {
      const { code, output } = await verified(change(await exported()));
      expect([code, output]).toEqual([1, expect.stringContaining(problem)]);
    });

    test('of a cut chain is refused with kept heads', async () => {
      await tamper(...cutOff(one, 1));
      const { code, output } = await verified(await exported(), heads);
      expect([code, output]).toEqual([
        1,
        expect.stringContaining(`They do not continue the 3 kept on ${heads.keptAt}.`),
      ]);
    });

    test('of nothing is empty', async () => {
      expect(await Array.fromAsync(exportChain(owner, '0190a000-0000-7000-8000-0000000000ff'))).toEqual([]);
    });
  });
});

test('the command keeps heads, finds what was cut since, and then keeps no others', async () => {
  const file = join(folder, 'kept.json');
  const verify = () => run('scripts/audit.ts', 'verify', '--heads', file);
  await owner.query('begin');
  await add(one, 2);
  await owner.query('commit');
  const first = await verify();
  expect([first.code, first.output]).toEqual([0, expect.stringContaining('signed. Copy it elsewhere.')]);
  const kept = await readFile(file, 'utf8');
  await owner.query('begin');
  await tamper(...cutOff(one, 1));
  await owner.query('commit');
  const second = await verify();
  expect([second.code, second.output]).toEqual([1, expect.stringContaining(`Chain ${one} is broken`)]);
  expect(await readFile(file, 'utf8')).toBe(kept);
  expect(await run('scripts/audit.ts', 'verify', 'twice')).toMatchObject({ code: 2 });
});
