import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCardBusiness, type CardBusiness } from '../../../testing/cards/card-business.ts';
import { fundBusiness } from '../../../testing/cards/spending.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { merchants } from '../../../ports/card-processor/simulator/merchants.ts';
import { buySomething } from './live.ts';
import { buy } from './network.ts';
import { engineIntake } from '../../../core/processor-intake/intake.ts';
import { newId } from '../../../db/ids.ts';

let server: TestServer;
let here: CardBusiness;
beforeAll(async () => {
  server = await startTestServer();
  here = await addCardBusiness(server);
  const { businessId, cardId } = here;
  await fundBusiness(server.owner, businessId, 10_000_00);
  const network = { context: server.context, intake: engineIntake };
  const known = { merchantId: merchants[0]!.id, kind: 'PLAIN', amount: 10_00, partialOk: false } as const;
  await buy(network, { ...known, id: newId(), businessId, cardId });
});
afterAll(() => server.close());

/** The chances of a run: whether, who, what, how much. */
const chances = (...values: number[]) => {
  const left = [...values];
  return () => left.shift() ?? 0;
};
const purchases = () =>
  server.context.db
    .selectFrom('simulator_purchase')
    .select(['id', 'card_id as cardId', 'merchant_id as merchantId'])
    .where('business_id', '=', here.businessId)
    .orderBy('created_at')
    .execute();

test('a purchase arrives at a merchant that the card knows, while a person is active', async () => {
  // Demo people are signed in, too; this business is the newest.
  const id = await buySomething(server.context, chances(0.2, 0.999));
  expect(id).not.toBeNull();
  expect((await purchases()).at(-1)).toEqual({ id, cardId: here.cardId, merchantId: merchants[0]!.id });
});

test('half of the minutes bring nothing', async () => {
  expect(await buySomething(server.context, chances(0.5))).toBeNull();
});

test('nothing is bought when nobody has done anything for a quarter of an hour', async () => {
  server.clock.advance(16 * 60);
  expect(await buySomething(server.context, chances(0.2, 0.999))).toBeNull();
});
