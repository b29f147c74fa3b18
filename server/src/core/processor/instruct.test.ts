import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { CardProcessorError, type CardProcessor } from '../../ports/card-processor/card-processor.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { addHolder } from '../../testing/holder.ts';
import { processorOf, instructProcessor, instructProcessorNow, type CardAct } from './instruct.ts';

let server: TestServer;
let embedded: CardProcessor;
beforeAll(async () => {
  server = await startTestServer();
  embedded = server.context.cardProcessor;
});
afterEach(() => {
  server.context.cardProcessor = embedded;
  server.context.cardProcessors = { embedded };
});
afterAll(() => server.close());

/** Orders new cards at another processor from now on. */
function connect(acts: Partial<CardProcessor>): void {
  const elsewhere: CardProcessor = { ...embedded, name: 'lithic', numbersCards: true, ...acts };
  server.context.cardProcessor = elsewhere;
  server.context.cardProcessors = { embedded, lithic: elsewhere };
}

const billing = { line1: '1 Main St', line2: null, city: 'Boston', state: 'MA', postalCode: '02110', country: 'US' };
const order = (membershipId: string): CardAct => ({
  act: 'ISSUE',
  membershipId,
  order: {
    kind: 'VIRTUAL',
    holder: { reference: null, firstName: 'Kim', lastName: 'Soto', email: null, phone: null, billing },
    currency: 'USD',
    shipping: null,
    replaces: null,
    standIn: { limits: [], blockedMccs: [], allowedCountries: null },
  },
});

const rowsOf = (cardId: string) =>
  server.context.db
    .selectFrom('processor_act')
    .select(['id', 'act', 'done_at', 'details_sealed'])
    .where('card_id', '=', cardId)
    .orderBy('created_at')
    .execute();

test('a card of the embedded processor needs no word', async () => {
  const { cardId } = await addHolder(server);
  await instructProcessor(server.context.db, server.context, cardId, { act: 'FREEZE' });
  expect(await rowsOf(cardId)).toEqual([]);
  expect(await processorOf(server.context.db, server.context, cardId)).toMatchObject({ reference: cardId });
});

test('an order stores the card’s and the holder’s ids there, and the next act uses them', async () => {
  const { cardId, holder } = await addHolder(server);
  const card = { reference: 'crd_1', holderReference: 'hld_1', lastFour: '9911', expiresOn: '2031-01-31' };
  const issue = vi.fn<CardProcessor['issue']>(() => Promise.resolve(card));
  const freeze = vi.fn<CardProcessor['freeze']>(() => Promise.resolve());
  connect({ issue, freeze });
  await instructProcessor(server.context.db, server.context, cardId, order(holder.membershipIds[0]!));
  await instructProcessor(server.context.db, server.context, cardId, { act: 'FREEZE' });
  for (const { id } of await rowsOf(cardId)) await instructProcessorNow(server.context, id);

  expect(issue.mock.calls[0]![0]).toMatchObject({ cardId, number: null, holder: { firstName: 'Kim' } });
  expect(freeze.mock.calls[0]![0]).toMatchObject({ cardId, reference: 'crd_1' });
  expect(await rowsOf(cardId)).toMatchObject([
    { act: 'ISSUE', done_at: expect.any(Date), details_sealed: null },
    { act: 'FREEZE', done_at: expect.any(Date), details_sealed: null },
  ]);
  const stored = server.context.db.selectFrom('card').select(['last_four', 'expires_on']).where('id', '=', cardId);
  expect(await stored.executeTakeFirst()).toEqual({ last_four: '9911', expires_on: '2031-01-31' });
});

test('an unavailable processor is told again, one that refuses is left to an operator', async () => {
  const { cardId, holder } = await addHolder(server);
  const failures = [new CardProcessorError('down'), new CardProcessorError('no such program', 'refused')];
  connect({ issue: () => Promise.reject(failures.shift()!) });
  // Before the commit, so that the server's own job does not tell it, too.
  await server.context.db.transaction().execute(async (tx) => {
    await instructProcessor(tx, server.context, cardId, order(holder.membershipIds[0]!));
    const context = { ...server.context, db: tx };
    const acts = () => tx.selectFrom('processor_act').selectAll().where('card_id', '=', cardId).execute();
    const { id } = (await acts())[0]!;
    await expect(instructProcessorNow(context, id)).rejects.toThrow('down');
    expect(await acts()).toMatchObject([{ attempts: 1, last_error: 'down', refused_at: null }]);
    await instructProcessorNow(context, id);
    await instructProcessorNow(context, id);
    const told = { attempts: 2, last_error: 'no such program', refused_at: expect.any(Date), done_at: null };
    expect(await acts()).toMatchObject([told]);
  });
});
