import {
  CardActor,
  CardStatus,
  cardTransitions,
  freezeCauses,
  freezes,
  mayTransition,
  type CardTransition,
  type FreezeCause,
} from '@florin/contract/cards/card-states';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY } from '@florin/contract/limits';
import { inTransaction } from '../../db/transaction.ts';
import type { Database } from '../../db/open.ts';
import { isRefused } from '../../http/call.ts';
import { sentMessages } from '../../testing/browser.ts';
import { openFinancialAccounts } from '../ledger/queries.ts';
import { addCard, addCardBusiness, shippingTo, type CardBusiness } from '../../testing/cards/card-business.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { closeAfterCapture, closeExpiredCards, liftFreezes, renewCards, shipDemoCards } from './jobs.ts';
import { replaceCard, updateCard } from './order.ts';
import { moveShipment, orderShipment } from './shipping.ts';
import {
  activateCard,
  bySystem,
  closeCard,
  freezeCard,
  fulfillCard,
  lockCard,
  unfreezeCard,
  type CardChanger,
  type LockedCard,
} from './states.ts';

let server: TestServer;
let business: CardBusiness;
beforeAll(async () => {
  server = await startTestServer();
  business = await addCardBusiness(server);
});
afterAll(() => server.close());

const byActor = (actor: CardActor): CardChanger => ({ ...bySystem, actor });

type Act = Exclude<CardTransition, 'setPin'>;
const acts: Record<Act, (tx: Database, card: LockedCard, by: CardChanger) => Promise<object>> = {
  fulfill: (tx, card, by) => fulfillCard(tx, server.context, card, by),
  activate: (tx, card, by) => activateCard(tx, server.context, card, by),
  freeze: (tx, card, by) => freezeCard(tx, server.context, card, by, {}),
  unfreeze: (tx, card, by) => unfreezeCard(tx, server.context, card, by),
  replace: (tx, card, by) =>
    replaceCard(tx, server.context, card, by, { reason: by.actor === 'SYSTEM' ? 'COMPROMISED' : 'LOST' }),
  update: (tx, card, by) => updateCard(tx, server.context, card, by, { name: 'Another name' }),
  close: (tx, card, by) => closeCard(tx, server.context, card, by, { because: 'OTHER' }),
};

const change = (cardId: string, act: (tx: Database, card: LockedCard) => Promise<object>) =>
  inTransaction(server.context.db, async (tx) => act(tx, (await lockCard(tx, cardId, null))!));

const stateOf = (cardId: string) =>
  server.context.db
    .selectFrom('card')
    .select(['status', 'substatus', 'closed_at', 'activated_at'])
    .where('id', '=', cardId)
    .executeTakeFirstOrThrow();

const transitionsOf = (cardId: string) =>
  server.context.db
    .selectFrom('card_transition')
    .select(['transition', 'from_status', 'to_status', 'channel'])
    .where('card_id', '=', cardId)
    .orderBy('at')
    .orderBy('id')
    .execute();

/** A card in a state; a frozen one has the freeze of that cause. */
async function cardIn(status: CardStatus, cause: FreezeCause = 'ADMIN_FREEZE'): Promise<string> {
  const { cardId } = await addCard(server, business);
  const { db } = server.context;
  await db.updateTable('card').set({ status }).where('id', '=', cardId).execute();
  if (status === 'PAUSED') {
    await db.updateTable('card').set({ status: 'OPEN' }).where('id', '=', cardId).execute();
    await change(cardId, (tx, card) => freezeCard(tx, server.context, card, byActor(freezes[cause].by), { cause }));
  }
  return cardId;
}

/** Each card is replaced at once, so that none reaches the limit of a day. */
const forgetDay = () => server.clock.advance(DAY);

describe.each(Object.keys(acts) as Act[])('%s', (act) => {
  test.each(CardStatus.options)('a card that is %s, by each actor', async (status) => {
    forgetDay();
    for (const actor of CardActor.options) {
      // A frozen card has the actor's own freeze: freezing it again is refused, lifting it is not.
      const own = { HOLDER: 'HOLDER_FREEZE', ADMIN: 'ADMIN_FREEZE', SYSTEM: 'INTERNAL_REVIEW' } as const;
      const cardId = await cardIn(status, own[actor]);
      const before = await stateOf(cardId);
      const recorded = await transitionsOf(cardId);
      const result = await change(cardId, (tx, card) => acts[act](tx, card, byActor(actor)));
      const isWaiting = status.startsWith('PENDING');
      const isAgain = (act === 'freeze' && status === 'PAUSED') || (act === 'unfreeze' && isWaiting);
      if (!mayTransition(act, status, actor) || isAgain) {
        expect([actor, result]).toMatchObject([actor, { refused: 'CARD_STATE' }]);
        expect(await stateOf(cardId)).toEqual(before);
        expect(await transitionsOf(cardId)).toEqual(recorded);
        continue;
      }
      expect([actor, isRefused(result)]).toEqual([actor, false]);
      // A lost card is closed with its replacement.
      const kept = act === 'freeze' && isWaiting ? status : null;
      const to = act === 'replace' ? 'CLOSED' : (kept ?? cardTransitions[act].to ?? status);
      expect([actor, (await stateOf(cardId)).status]).toEqual([actor, to]);
      const [entry] = (await transitionsOf(cardId)).slice(recorded.length);
      expect(entry).toMatchObject({ transition: act, from_status: status, channel: 'SYSTEM' });
    }
  });
});

describe('freezes', () => {
  test('are facts of their own: the card spends when none is left', async () => {
    const cardId = await cardIn('OPEN');
    const freeze = (cause: FreezeCause) =>
      change(cardId, (tx, card) => freezeCard(tx, server.context, card, byActor(freezes[cause].by), { cause }));
    const lift = (actor: CardActor) =>
      change(cardId, (tx, card) => unfreezeCard(tx, server.context, card, byActor(actor)));
    for (const cause of freezeCauses.toReversed()) {
      await freeze(cause);
      expect(await stateOf(cardId)).toMatchObject({ status: 'PAUSED', substatus: cause });
    }
    await lift('HOLDER');
    expect(await lift('HOLDER')).toMatchObject({ refused: 'CARD_STATE', body: { Obstacle: 'INTERNAL_REVIEW' } });
    await lift('ADMIN');
    expect(await stateOf(cardId)).toMatchObject({ status: 'PAUSED', substatus: 'INTERNAL_REVIEW' });
    await lift('SYSTEM');
    expect(await stateOf(cardId)).toMatchObject({ status: 'OPEN', substatus: null });
    expect(await lift('ADMIN')).toMatchObject({ refused: 'CARD_STATE' });
  });

  test('end by themselves, each at its own time', async () => {
    const cardId = await cardIn('OPEN');
    const at = (seconds: number) => new Date(server.clock.now().getTime() + seconds * 1000);
    await change(cardId, (tx, card) => freezeCard(tx, server.context, card, byActor('ADMIN'), { until: at(600) }));
    await change(cardId, (tx, card) => freezeCard(tx, server.context, card, byActor('HOLDER'), { until: at(60) }));
    server.clock.advance(61);
    await liftFreezes(server.context);
    expect(await stateOf(cardId)).toMatchObject({ status: 'PAUSED', substatus: 'ADMIN_FREEZE' });
    server.clock.advance(600);
    await liftFreezes(server.context);
    await liftFreezes(server.context);
    expect(await stateOf(cardId)).toMatchObject({ status: 'OPEN', substatus: null });
    expect((await transitionsOf(cardId)).filter(({ transition }) => transition === 'unfreeze')).toHaveLength(2);
  });

  test('of an administrator stay with the replacement, those of the holder do not', async () => {
    const cardId = await cardIn('OPEN');
    for (const actor of ['ADMIN', 'HOLDER'] as const)
      await change(cardId, (tx, card) => freezeCard(tx, server.context, card, byActor(actor), {}));
    const { cardId: next } = (await change(cardId, (tx, card) =>
      replaceCard(tx, server.context, card, byActor('HOLDER'), { reason: 'LOST' }),
    )) as { cardId: string };
    expect(await stateOf(next)).toMatchObject({ status: 'PAUSED', substatus: 'ADMIN_FREEZE' });
    await change(next, (tx, card) => unfreezeCard(tx, server.context, card, byActor('ADMIN')));
    expect(await stateOf(next)).toMatchObject({ status: 'OPEN', substatus: null });
  });
});

describe('a freeze before the activation', () => {
  test('holds from the activation on, and can be lifted before it', async () => {
    const cardId = await cardIn('PENDING_ACTIVATION');
    const by = byActor('ADMIN');
    await change(cardId, (tx, card) => freezeCard(tx, server.context, card, by, {}));
    expect(await stateOf(cardId)).toMatchObject({ status: 'PENDING_ACTIVATION' });
    await change(cardId, (tx, card) => activateCard(tx, server.context, card, byActor('HOLDER')));
    expect(await stateOf(cardId)).toMatchObject({ status: 'PAUSED', substatus: 'ADMIN_FREEZE' });
    const other = await cardIn('PENDING_ACTIVATION');
    await change(other, (tx, card) => freezeCard(tx, server.context, card, by, {}));
    await change(other, (tx, card) => unfreezeCard(tx, server.context, card, by));
    await change(other, (tx, card) => activateCard(tx, server.context, card, byActor('HOLDER')));
    expect(await stateOf(other)).toMatchObject({ status: 'OPEN' });
  });

  test('of the old card holds for its replacement, also when its holder closes the old one', async () => {
    forgetDay();
    const { cardId } = await addCard(server, { ...business, kind: 'PHYSICAL' });
    await server.context.db
      .updateTable('card')
      .set({ status: 'OPEN', substatus: null })
      .where('id', '=', cardId)
      .execute();
    const { cardId: next } = (await change(cardId, (tx, card) =>
      replaceCard(tx, server.context, card, byActor('HOLDER'), {
        reason: 'DAMAGED',
        shipping: { ...shippingTo('Robin'), method: 'STANDARD', line2: null },
      }),
    )) as { cardId: string };
    await change(cardId, (tx, card) => freezeCard(tx, server.context, card, byActor('ADMIN'), {}));
    await change(cardId, (tx, card) =>
      closeCard(tx, server.context, card, byActor('HOLDER'), { because: 'END_USER_REQUEST' }),
    );
    await change(next, (tx, card) => fulfillCard(tx, server.context, card, bySystem));
    await change(next, (tx, card) => activateCard(tx, server.context, card, byActor('HOLDER')));
    expect(await stateOf(next)).toMatchObject({ status: 'PAUSED', substatus: 'ADMIN_FREEZE' });
  });
});

describe('the shipment of a physical card', () => {
  async function shipped() {
    const { cardId } = await addCard(server, { ...business, kind: 'PHYSICAL' });
    const program = await server.context.db.selectFrom('program').select('id').executeTakeFirstOrThrow();
    const address = { recipient: 'Robin', line1: '1 Main St', city: 'Portland', state: 'ME', zip: '04101' };
    await orderShipment(
      server.context.db,
      server.context,
      { cardId, programId: program.id },
      { ...address, method: 'EXPRESS' },
    );
    const move = (to: 'SHIPPED' | 'DELIVERED' | 'RETURNED' | 'FAILURE') =>
      change(cardId, (tx, card) =>
        moveShipment(tx, server.context, card, bySystem, { to, carrier: 'USPS', trackingNumber: '9400 1' }),
      );
    return { cardId, move };
  }

  test('is followed to the door, where the card is activated', async () => {
    const { cardId, move } = await shipped();
    expect(await move('DELIVERED')).toMatchObject({ refused: 'STEP_NOT_POSSIBLE' });
    await move('SHIPPED');
    expect(await stateOf(cardId)).toMatchObject({ status: 'PENDING_ACTIVATION', substatus: 'NOT_ACTIVE' });
    await move('DELIVERED');
    await change(cardId, (tx, card) => activateCard(tx, server.context, card, byActor('HOLDER')));
    expect(await stateOf(cardId)).toMatchObject({ status: 'OPEN', activated_at: expect.any(Date) });
    expect((await transitionsOf(cardId)).map(({ transition }) => transition)).toEqual([
      'issue',
      'fulfill',
      'ship',
      'deliver',
      'activate',
    ]);
  });

  test('that comes back closes the card as undeliverable; another one can be sent', async () => {
    const { cardId, move } = await shipped();
    await move('SHIPPED');
    await move('RETURNED');
    expect(await stateOf(cardId)).toMatchObject({ status: 'CLOSED', substatus: 'UNDELIVERABLE' });
    const again = await change(cardId, (tx, card) =>
      replaceCard(tx, server.context, card, byActor('ADMIN'), { reason: 'UNDELIVERABLE' }),
    );
    expect(isRefused(again)).toBe(false);
  });
});

test('the cards of a demo are shipped and delivered a step a day, with an address or without', async () => {
  const { db } = server.context;
  const program = await db.selectFrom('program').select('id').executeTakeFirstOrThrow();
  const [addressed, unaddressed] = [
    await addCard(server, { ...business, kind: 'PHYSICAL' }),
    await addCard(server, { ...business, kind: 'PHYSICAL' }),
  ];
  const shipping = { ...shippingTo('Robin'), method: 'STANDARD' as const };
  await orderShipment(db, server.context, { cardId: addressed.cardId, programId: program.id }, shipping);
  const shipmentOf = async () =>
    (await db.selectFrom('card_shipment').select('status').where('card_id', '=', addressed.cardId).executeTakeFirst())
      ?.status;
  await shipDemoCards(server.context);
  expect(await stateOf(addressed.cardId)).toMatchObject({ status: 'PENDING_FULFILLMENT' });
  for (const status of ['SHIPPED', 'DELIVERED']) {
    server.clock.advance(DAY);
    await shipDemoCards(server.context);
    expect(await shipmentOf()).toBe(status);
    for (const { cardId } of [addressed, unaddressed])
      expect(await stateOf(cardId)).toMatchObject({ status: 'PENDING_ACTIVATION' });
  }
});

describe('the wallet of a card', () => {
  const walletsOf = async (cardIds: readonly string[]) => {
    const rows = await server.context.db
      .selectFrom('financial_account')
      .select(['id', 'card_id'])
      .where('card_id', 'in', [...cardIds])
      .execute();
    return rows.map(({ id, card_id }) => [card_id, id]);
  };
  const walletOf = async (cardId: string) => {
    const [id] = await openFinancialAccounts(server.context.db, [
      { businessId: business.businessId, kind: 'card_wallet', cardId, currency: 'USD', at: server.clock.now() },
    ]);
    return id;
  };

  test('belongs to the replacement of a lost card at once', async () => {
    const cardId = await cardIn('OPEN');
    const wallet = await walletOf(cardId);
    const { cardId: next } = (await change(cardId, (tx, card) =>
      replaceCard(tx, server.context, card, byActor('ADMIN'), { reason: 'LOST' }),
    )) as { cardId: string };
    expect(await walletsOf([cardId, next])).toEqual([[next, wallet]]);
  });

  test('stays with a damaged card until the new one is activated', async () => {
    const { cardId } = await addCard(server, { ...business, kind: 'PHYSICAL' });
    await server.context.db.updateTable('card').set({ status: 'OPEN' }).where('id', '=', cardId).execute();
    const wallet = await walletOf(cardId);
    const shipping = { ...shippingTo('Robin'), method: 'STANDARD' as const };
    const { cardId: next } = (await change(cardId, (tx, card) =>
      replaceCard(tx, server.context, card, byActor('HOLDER'), { reason: 'DAMAGED', shipping }),
    )) as { cardId: string };
    await change(next, (tx, card) => fulfillCard(tx, server.context, card, bySystem));
    expect(await walletsOf([cardId, next])).toEqual([[cardId, wallet]]);
    await change(next, (tx, card) => activateCard(tx, server.context, card, byActor('HOLDER')));
    expect(await walletsOf([cardId, next])).toEqual([[next, wallet]]);
    expect(await stateOf(cardId)).toMatchObject({ status: 'CLOSED', substatus: 'DAMAGED' });
  });
});

describe('a card near its end', () => {
  const expireOn = (cardId: string, day: Date) =>
    server.context.db
      .updateTable('card')
      .set({ expires_on: day.toISOString().slice(0, 10) })
      .where('id', '=', cardId)
      .execute();
  const inDays = (days: number) => new Date(server.clock.now().getTime() + days * DAY * 1000);
  const replacementsOf = (cardId: string) =>
    server.context.db.selectFrom('card').selectAll().where('replaces_id', '=', cardId).execute();

  test('is renewed thirty days before, once, and works until its last day', async () => {
    forgetDay();
    const [early, due] = [await cardIn('OPEN'), await cardIn('OPEN')];
    await expireOn(early, inDays(40));
    await expireOn(due, inDays(29));
    await renewCards(server.context);
    await renewCards(server.context);
    expect(await replacementsOf(early)).toEqual([]);
    const [renewal, another] = await replacementsOf(due);
    expect(another).toBeUndefined();
    expect(renewal).toMatchObject({ status: 'PENDING_ACTIVATION', replaces_for: 'EXPIRING', chain_id: due });
    expect(await stateOf(due)).toMatchObject({ status: 'OPEN' });

    server.clock.advance(31 * DAY);
    await closeExpiredCards(server.context);
    expect(await stateOf(due)).toMatchObject({ status: 'CLOSED', substatus: 'REPLACED' });
    expect(await stateOf(renewal!.id)).toMatchObject({ status: 'OPEN' });
  });

  test('is not renewed where its uses are used up, its time is over or its holder has left', async () => {
    const { db } = server.context;
    const ended = await Promise.all([cardIn('OPEN'), cardIn('OPEN')]);
    for (const cardId of ended) await expireOn(cardId, inDays(10));
    await db.updateTable('card').set({ uses_at_most: 1, uses: 1 }).where('id', '=', ended[0]).execute();
    await db
      .updateTable('card')
      .set({ valid_until: inDays(5) })
      .where('id', '=', ended[1])
      .execute();
    const left = await addCardBusiness(server);
    await expireOn(left.cardId, inDays(10));
    await db.updateTable('membership').set({ status: 'CLOSED' }).where('id', '=', left.membershipId).execute();
    await renewCards(server.context);
    for (const cardId of [...ended, left.cardId]) expect(await replacementsOf(cardId)).toEqual([]);
    // The last day ends in Eastern Time, hours after it ends in UTC.
    server.clock.advance(12 * DAY);
    await closeExpiredCards(server.context);
    for (const cardId of [...ended, left.cardId])
      expect(await stateOf(cardId)).toMatchObject({ status: 'CLOSED', substatus: 'EXPIRED' });
  });
});

test.each([
  ['a vendor link’s own card', { closes_on_capture: true }, 'CLOSED'],
  ['a card on its last use', { uses_at_most: 2, uses: 2 }, 'CLOSED'],
  ['a card with a use left', { uses_at_most: 2, uses: 1 }, 'OPEN'],
  ['any other card', {}, 'OPEN'],
] as const)('%s is closed by a capture, or stays open', async (_which, columns, status) => {
  const cardId = await cardIn('OPEN');
  await server.context.db
    .updateTable('card')
    .set({ uses: 0, ...columns })
    .where('id', '=', cardId)
    .execute();
  for (let times = 0; times < 2; times += 1)
    await inTransaction(server.context.db, (tx) => closeAfterCapture(tx, server.context, cardId));
  expect((await stateOf(cardId)).status).toBe(status);
});

describe('people hear of a change', () => {
  const notified = async (cardId: string, act: (card: LockedCard, tx: Database) => Promise<object>) => {
    const { db } = server.context;
    await sentMessages(server);
    await db.deleteFrom('notification').execute();
    const { membership_id } = await inTransaction(db, async (tx) => {
      const card = (await lockCard(tx, cardId, null))!;
      await act(card, tx);
      return card;
    });
    const rows = await db.selectFrom('notification').select(['membership_id', 'facts']).execute();
    return rows.map((row) => [row.membership_id === membership_id ? 'HOLDER' : 'ADMIN', row.facts]);
  };
  const holder = (): CardChanger => ({ ...byActor('HOLDER'), membershipId: business.membershipId });

  test('by others, and of what may have been done in their name; administrators of what they did not do', async () => {
    const cardId = await cardIn('OPEN');
    const { context } = server;
    const byAdmin = await notified(cardId, (card, tx) => freezeCard(tx, context, card, byActor('ADMIN'), {}));
    expect(byAdmin).toMatchObject([['HOLDER', { kind: 'CARD_CHANGE', change: 'FROZEN', by: null }]]);
    const own = await notified(cardId, (card, tx) => freezeCard(tx, context, card, holder(), {}));
    expect(own).toMatchObject([['ADMIN', { change: 'FROZEN', by: 'Robin Example' }]]);
    // The other freeze stands.
    expect(await notified(cardId, (card, tx) => unfreezeCard(tx, context, card, byActor('ADMIN')))).toEqual([]);
  });

  test('once for a replacement', async () => {
    const cardId = await cardIn('OPEN');
    const { context } = server;
    const lost = await notified(cardId, (card, tx) => replaceCard(tx, context, card, holder(), { reason: 'LOST' }));
    expect(lost.toSorted()).toMatchObject([
      ['ADMIN', { change: 'REPLACED' }],
      ['HOLDER', { change: 'REPLACED' }],
    ]);
  });
});
