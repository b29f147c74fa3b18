import { sql, type OperationNodeSource, type RawBuilder } from 'kysely';

/**
 * Inserts, updates and deletes as the `with` list of one statement: one round trip for writes that belong together.
 * Each sees the tables as they were before the statement, so at most one of them may touch a table.
 */
export function writesOf(writes: readonly OperationNodeSource[]): RawBuilder<unknown> {
  return sql`with ${sql.join(writes.map((write, index) => sql`${sql.ref(`write_${index}`)} as (${write})`))}`;
}
