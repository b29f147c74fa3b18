import pg from 'pg';
import { expect, test } from 'vitest';
import { migrations } from '../../db/migrate.ts';
import { testDatabase } from './cluster.ts';

test('each test file gets a migrated database of its own', async () => {
  const [first, second] = await Promise.all([testDatabase(), testDatabase()]);
  const known = await migrations();
  expect(await names(first.url, 'select name from schema_migration order by name')).toEqual(
    known.map(({ name }) => name),
  );
  await names(first.url, `insert into schema_migration (name, sha256) values ('mine', '')`);
  expect(await names(second.url, `select name from schema_migration where name = 'mine'`)).toEqual([]);
  await Promise.all([first.drop(), second.drop()]);
  await expect(names(first.url, 'select 1')).rejects.toThrow('does not exist');
});

async function names(url: string, text: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(text);
  await client.end();
  return rows.map(({ name }) => name);
}
