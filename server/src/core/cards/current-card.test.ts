import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../db/ids.ts';
import type { CardStatus } from '@florin/contract/cards/card-states';
import { addPerson } from '../../testing/person.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { currentCardId } from './current-card.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Gives a new person these cards, oldest first, and returns the current one. */
async function currentOf(statuses: readonly CardStatus[]): Promise<number | null> {
  const { db, clock } = server.context;
  const { membershipIds } = await addPerson(server);
  const membershipId = membershipIds[0]!;
  const { business_id } = await db
    .selectFrom('membership')
    .select('business_id')
    .where('id', '=', membershipId)
    .executeTakeFirstOrThrow();
  const ids = statuses.map((_, day) => newId(clock.now().getTime() + day));
  const common = { business_id, membership_id: membershipId, last_four: '4242', expires_on: '2030-01-31' };
  if (ids.length > 0)
    await db
      .insertInto('card')
      .values(statuses.map((status, at) => ({ ...common, id: ids[at]!, status, bin: null, wrong_codes_since: null })))
      .execute();
  const { id } = await db.selectNoFrom(currentCardId(membershipId).as('id')).executeTakeFirstOrThrow();
  return id === null ? null : ids.indexOf(id);
}

test.each([
  [[], null],
  [['CLOSED'], 0],
  // A replacement hides no card that works.
  [['OPEN', 'PENDING_FULFILLMENT'], 0],
  [['CLOSED', 'PENDING_FULFILLMENT'], 1],
  // A card that was issued later does not take over.
  [['OPEN', 'OPEN'], 0],
  [['OPEN', 'PAUSED', 'CLOSED'], 0],
  [['CLOSED', 'CLOSED'], 0],
] as const)('of the cards %j, oldest first, the current one is %j', async (statuses, current) => {
  expect(await currentOf(statuses)).toBe(current);
});
