import { newId } from '../db/ids.ts';
import type { TestServer } from './server.ts';
import { TestBrowser } from './browser.ts';
import { addPerson, testPassword, type TestPerson } from './person.ts';

/** An administrator of a business, signed in: a new person, or the given one without accounts. */
export async function administratorOf(
  server: TestServer,
  businessId: string,
  known?: TestPerson,
): Promise<TestBrowser> {
  const person = known ?? (await addPerson(server, { accounts: [] }));
  await server.context.db
    .insertInto('membership')
    .values({
      id: newId(),
      person_id: person.id,
      business_id: businessId,
      role: 'ADMIN',
      status: 'OPEN',
      created_at: server.clock.now(),
    })
    .execute();
  const browser = new TestBrowser(server);
  await browser.enter(person.username, testPassword);
  return browser;
}
