import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { InsertType, SelectType } from 'kysely';
import { migrations } from '../../db/migrate.ts';
import type { Schema } from '../../db/schema.ts';
import { startTestCluster } from './cluster.ts';
import { openTestDatabase } from './open.ts';

/** Never where schema.ts has the tables of the database; otherwise the tables that only one of them has. */
export type Tables<InDatabase extends string> = Same<InDatabase, keyof Schema, 'table'>;

/** Never where a table has the same columns in schema.ts and in the database; otherwise those that only one of them has. */
export type Columns<Table extends string, InDatabase extends string> = Table extends keyof Schema
  ? Same<InDatabase, keyof Schema[Table], `column of ${Table}`>
  : never;

/**
 * Never where a column of schema.ts is read and inserted as the database has it; otherwise the difference.
 * @typeParam Value the type of its values, `null` included where it is nullable
 * @typeParam Insert whether a row can be inserted without it; never: it cannot be given
 * @typeParam Words the type of its values, to be read in the failure
 */
export type Column<
  Table extends string,
  Name extends string,
  Value,
  Insert extends 'required' | 'optional' | 'never',
  Words extends string,
> = Table extends keyof Schema
  ? Name extends keyof Schema[Table]
    ?
        | (Fits<SelectType<Schema[Table][Name]>, Value> extends true
            ? never
            : `${Table}.${Name}: ${Words} in the database`)
        | (InsertOf<InsertType<Schema[Table][Name]>> extends Insert
            ? never
            : `${Table}.${Name}: ${Insert} on insert in the database`)
    : never
  : never;

type Same<InDatabase extends string, InSchema, What extends string> =
  | `${What} missing in schema.ts: ${Exclude<InDatabase, InSchema>}`
  | `${What} missing in the database: ${Exclude<InSchema & string, InDatabase>}`;

/** A list of literals comes from a check in the database and is equal; any other type can be narrower in schema.ts. */
type Fits<Selected, Value> = [null extends Selected ? true : false] extends [null extends Value ? true : false]
  ? [NonNullable<Selected>] extends [NonNullable<Value>]
    ? string extends Value
      ? true
      : NonNullable<Value> extends string
        ? [NonNullable<Value>] extends [NonNullable<Selected>]
          ? true
          : false
        : true
    : false
  : false;

type InsertOf<Inserted> = [Inserted] extends [never]
  ? 'never'
  : null extends Inserted
    ? 'optional'
    : undefined extends Inserted
      ? 'optional'
      : 'required';

interface CatalogColumn {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  insert: 'required' | 'optional' | 'never';
  /** Of a column whose values a check lists: that check. */
  listed: string | null;
}

const valueTypes: Readonly<Record<string, string>> = {
  boolean: 'boolean',
  integer: 'number',
  bigint: 'bigint',
  text: 'string',
  uuid: 'string',
  // A date stays text (db/open.ts).
  date: 'string',
  bytea: 'Buffer',
  'timestamp with time zone': 'Date',
  json: 'object',
  jsonb: 'object',
};

/**
 * Writes the catalog of a freshly migrated database as TypeScript that compiles where schema.ts agrees with it. Nothing is
 * done while neither the migrations nor this file have changed.
 * @param folder the file is catalog.ts, with a tsconfig.json beside it
 */
export async function writeCatalog(folder: URL): Promise<void> {
  const file = new URL('catalog.ts', folder);
  const hash = createHash('sha256').update(await readFile(new URL(import.meta.url)));
  for (const { sha256 } of await migrations()) hash.update(sha256);
  const head = `// ${hash.digest('hex')}\n`;
  if ((await readFile(file, 'utf8').catch(() => '')).startsWith(head)) return;
  await mkdir(folder, { recursive: true });
  const project = { extends: '../../tsconfig.json', include: ['catalog.ts'], exclude: [] };
  await writeFile(new URL('tsconfig.json', folder), JSON.stringify(project));
  await writeFile(file, head + assertions(await readCatalog()));
}

function assertions(columns: readonly CatalogColumn[]): string {
  const byTable = Map.groupBy(columns, ({ table }) => table);
  const types = [
    `Tables<${union(byTable.keys())}>`,
    ...[...byTable].map(([table, own]) => `Columns<'${table}', ${union(own.map(({ column }) => column))}>`),
    ...columns.map((each) => {
      const value = valueOf(each);
      return `Column<'${each.table}', '${each.column}', ${value}, '${each.insert}', \`${value}\`>`;
    }),
  ];
  return [
    `import type { Column, Columns, Tables } from '../../server/src/testing/database/catalog.ts';`,
    'const none = <Difference extends never>(): Difference[] => [];',
    ...types.map((type) => `none<${type}>();`),
    '',
  ].join('\n');
}

function valueOf({ table, column, type, nullable, listed }: CatalogColumn): string {
  const element = valueTypes[type.replace('[]', '')];
  if (element === undefined) throw new Error(`No TypeScript type is known for ${type}, of ${table}.${column}.`);
  const literals = listed?.match(/'[^']*'(?=::text)/g)?.join(' | ');
  const value = type.endsWith('[]') ? `${element}[]` : (literals ?? element);
  return nullable ? `${value} | null` : value;
}

const union = (names: Iterable<string>) => [...names].map((name) => `'${name}'`).join(' | ');

/** Every column of the application's own tables; those outside the schema `public` are named with their schema. */
async function readCatalog(): Promise<CatalogColumn[]> {
  const { stop } = await startTestCluster();
  try {
    await using database = await openTestDatabase();
    const { rows } = await database.pool.query<CatalogColumn>(`
      select c.oid::regclass::text as table, attname as column, format_type(atttypid, null) as type,
        not attnotnull as nullable,
        case when attgenerated <> '' or attidentity = 'a' then 'never'
          when atthasdef or attidentity = 'd' or not attnotnull then 'optional' else 'required' end as insert,
        (select pg_get_constraintdef(k.oid) from pg_constraint k
          where conrelid = c.oid and contype = 'c' and conkey = array[attnum]
            and pg_get_constraintdef(k.oid) ~ ('^CHECK \\(\\(' || attname || ' = (ANY \\(ARRAY\\[.*\\]\\)|''[^'']*''::text)\\)\\)$')) as listed
      from pg_attribute join pg_class c on c.oid = attrelid
      where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'vault'::regnamespace)
        and attnum > 0 and not attisdropped and c.relname <> 'schema_migration'
      order by 1, attnum`);
    return rows;
  } finally {
    await stop();
  }
}
