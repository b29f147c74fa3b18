import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoCardNumber } from '../../../demo/waiting-cards.ts';
import { KeyError } from '../../../ports/keys/keys.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { addWaitingCard } from '../../../testing/cards/waiting-card.ts';
import { Pan } from './pan.ts';
import { findCardByNumber, openCardNumber, storeCardNumber } from './vault.ts';

let server: TestServer;
let programId: string;
beforeAll(async () => {
  server = await startTestServer();
  const program = await server.context.db
    .selectFrom('program')
    .select('id')
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow();
  programId = program.id;
});
afterAll(() => server.close());

const number = '4111111111111111';

describe('a card number', () => {
  test.each([
    [number, true],
    ['4111111111111112', false],
    ['411111111111111', false],
    ['41111111111111111', false],
    ['4111 1111 1111 1111', false],
    ['４１１１１１１１１１１１１１１１', false],
    ['', false],
  ])('%j: %j', (digits, isOne) => expect(Pan.parse(digits) !== null).toBe(isOne));

  test('is never printed', () => {
    const pan = Pan.parse(number)!;
    const shown = [String(pan), JSON.stringify({ pan }), inspect({ pan }, { depth: 9, showHidden: true })];
    for (const text of shown) {
      expect(text).toContain('[REDACTED]');
      expect(text).not.toContain('1111');
    }
    expect([pan.bin, pan.lastFour]).toEqual(['411111', '1111']);
  });

  test('is made from a BIN with the correct check digit', () => {
    for (let round = 0; round < 200; round += 1) {
      const digits = Pan.generate('40000012').reveal();
      expect(digits).toMatch(/^40000012\d{8}$/);
      expect(Pan.parse(digits)).not.toBeNull();
    }
  });
});

test('a number is found by its index and opens in its own record only', async () => {
  const { context } = server;
  const card = await addWaitingCard(server);
  const other = await addWaitingCard(server);
  const pan = Pan.parse(card.number)!;
  expect(await findCardByNumber(context.db, context, pan)).toBe(card.cardId);
  expect((await openCardNumber(context.db, context, { cardId: card.cardId, programId }))!.reveal()).toBe(card.number);
  await expect(
    openCardNumber(context.db, context, { cardId: card.cardId, programId: card.businessId }),
  ).rejects.toThrow(KeyError);
  const { number_sealed } = await server.owner
    .selectFrom('vault.card_number')
    .select('number_sealed')
    .where('card_id', '=', card.cardId)
    .executeTakeFirstOrThrow();
  await server.owner
    .updateTable('vault.card_number')
    .set({ number_sealed })
    .where('card_id', '=', other.cardId)
    .execute();
  await expect(openCardNumber(context.db, context, { cardId: other.cardId, programId })).rejects.toThrow(KeyError);
});

test('two cards never have the same number', async () => {
  const card = await addWaitingCard(server);
  const { context } = server;
  const pan = Pan.parse(card.number)!;
  expect(await storeCardNumber(context.db, context, { cardId: card.cardId, programId, pan })).toBe(false);
});

test('the database contains no card number in clear', async () => {
  const numbers = [demoCardNumber('0932'), demoCardNumber('4821')];
  const { db } = server.context;
  const rows = [
    await db.selectFrom('card').selectAll().execute(),
    await db.selectFrom('card_holder').selectAll().execute(),
    await server.owner.selectFrom('vault.card_number').selectAll().execute(),
  ];
  const text = rows
    .flat()
    .flatMap((row) =>
      Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value))),
    )
    .join('\n');
  for (const each of numbers) expect(text).not.toContain(each);
});
