import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Schema } from './schema.ts';
import { requireNoTransaction } from './in-transaction.ts';
import { watchedPool } from './watched-pool.ts';

export type Database = Kysely<Schema>;

const int8 = 20;
const date = 1082;

/** The driver's own parsers, for every other type. */
const parserOf = pg.types.getTypeParser as (oid: number, format?: 'text' | 'binary') => unknown;

/** int8 is read as BigInt and a date stays text, so that no cent and no day is lost. */
const exactTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === int8) return BigInt;
    if (oid === date) return (text: string) => text;
    return parserOf(oid, format);
  },
};

/** A pool whose clients prepare each statement once per connection; `maxConnections` limits what one process uses. */
export function openPool(databaseUrl: string, maxConnections = 10): pg.Pool {
  return watchedPool({
    connectionString: databaseUrl,
    max: maxConnections,
    // A server that does not answer counts as unavailable. Without this limit, every call would wait for it.
    connectionTimeoutMillis: 10_000,
    types: exactTypes,
    application_name: 'florin',
  });
}

const pools = new WeakMap<Database, pg.Pool>();

export function openDatabase(pool: pg.Pool): Database {
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: withNamedStatements(pool) }) });
  pools.set(db, pool);
  return db;
}

/** How to connect to the database of `openDatabase`, for connections with settings of their own. */
export function connectionTo(db: Database): pg.ClientConfig {
  const { connectionString, types } = pools.get(db)!.options;
  return { connectionString, types, connectionTimeoutMillis: 10_000, application_name: 'florin decisions' };
}

/**
 * Statements beyond this many distinct texts are not named, so that generated lists cannot fill the server's memory.
 */
const namesAtMost = 500;

/** Kysely sends statements without names. With names, PostgreSQL parses and plans each one once per connection. */
function withNamedStatements(pool: pg.Pool) {
  const names = new Map<string, string>();
  const nameOf = (text: string) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= namesAtMost) return known;
    const name = `florin_${names.size}`;
    names.set(text, name);
    return name;
  };
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    let named = wrapped.get(client);
    if (!named) {
      const query = (text: string, values: unknown[]) => client.query({ name: nameOf(text), text, values });
      named = { query, release: () => client.release() } as unknown as PostgresPoolClient;
      wrapped.set(client, named);
    }
    return named;
  };
  const connect = async () => {
    requireNoTransaction();
    return wrap(await pool.connect());
  };
  return { options: pool.options, connect, end: () => pool.end() };
}
