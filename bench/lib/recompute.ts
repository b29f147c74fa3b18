import { readFile } from 'node:fs/promises';
import type pg from 'pg';

const reader = new URL('../../docs/security/recompute-balances.sql', import.meta.url);

/** What docs/security/recompute-balances.sql finds: every balance and purchase that differs from the entries. */
export async function recompute(pool: pg.Pool): Promise<{ difference: string; id: string }[]> {
  const { rows } = await pool.query<{ difference: string; id: string }>(await readFile(reader, 'utf8'));
  return rows;
}
