import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

const recorded = new AsyncLocalStorage<string[]>();

const client = pg.Client.prototype as { query: (this: unknown, ...query: unknown[]) => unknown };
const { query } = client;
client.query = function record(...of) {
  const [statement] = of as [string | { text?: string }];
  recorded.getStore()?.push(typeof statement === 'string' ? statement : (statement.text ?? ''));
  return query.apply(this, of);
};

/** The statements that an act sends to the database, in order; those of jobs that run meanwhile are not among them. */
export async function statementsOf(act: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  await recorded.run(statements, act);
  return statements;
}
