import pg from 'pg';
import { randomBytes } from 'node:crypto';

/** The database with the demo people that `setup.ts` makes once a run; each story gets a copy. */
export const templateName = 'florin_demo';

export interface StoryDatabase {
  url: string;
  drop(): Promise<void>;
}

const clusterUrl = () => {
  const url = process.env['FLORIN_TEST_CLUSTER'];
  if (!url) throw new Error('The test cluster is not running: setup.ts starts it.');
  return url;
};

/** A fresh copy of the demo database. */
export async function demoDatabase(): Promise<StoryDatabase> {
  const name = `story_${randomBytes(6).toString('hex')}`;
  await onCluster(`create database ${name} template ${templateName}`);
  return { url: databaseUrl(name), drop: () => onCluster(`drop database ${name} with (force)`) };
}

export function databaseUrl(name: string): string {
  const url = new URL(clusterUrl());
  url.pathname = `/${name}`;
  return url.href;
}

export async function onCluster(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
