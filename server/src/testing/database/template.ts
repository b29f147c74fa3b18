import { cheapPasswords } from '../ports/cheap-passwords.ts';
import type { Clock } from '../../ports/clock/clock.ts';
import { environmentKeys } from '../../ports/keys/environment.ts';
import { testDatabase } from './cluster.ts';
import { openDatabase, openPool } from '../../db/open.ts';
import { seedDemoData } from '../../demo/seed.ts';

/** The key ring of all test servers, so that a copy of the demo database opens in each of them. */
export const testKeyring = `test:${Buffer.alloc(32, 7).toString('base64')}`;

/**
 * Once a run, on a running test cluster: the database with the demo people, which the test servers and the browser
 * stories get copies of. The demo data is as of `clock`. Its name is left in `FLORIN_TEST_DEMO` for the processes this one starts.
 */
export async function makeDemoTemplate(clock: Clock): Promise<void> {
  const { url, name } = await testDatabase();
  const pool = openPool(url);
  const keys = environmentKeys(testKeyring);
  await seedDemoData({ db: openDatabase(pool), keys, clock, passwords: cheapPasswords() });
  await pool.end();
  process.env['FLORIN_TEST_DEMO'] = name;
}

/** A copy of the database with the demo people. */
export function demoDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const template = process.env['FLORIN_TEST_DEMO'];
  if (!template) throw new Error('The demo database is not there: makeDemoTemplate makes it.');
  return testDatabase(template);
}
