import type * as acts from '@florin/contract/cards/cards/acts';
import type * as contract from '@florin/contract/cards/cards';
import type * as issuing from '@florin/contract/cards/cards/issue';
import { Uuid } from '@florin/contract/fields';
import { longestFreezeSeconds } from '@florin/contract/limits';
import { money } from '@florin/contract/money';
import * as v from 'valibot';
import { cardsLeft } from '../../../core/cards/issue.ts';
import { revisionOf } from '../../../core/cards/loosening.ts';
import { addressOfShipment } from '../../../core/cards/shipping.ts';
import {
  activateCard,
  closeCard,
  freezeCard,
  unfreezeCard,
  type CardChanger,
  type LockedCard,
} from '../../../core/cards/states.ts';
import { isOwnUnderFourEyes } from '../../../core/card-funding/own-cards.ts';
import { maskStreet } from '../../../core/people/masks.ts';
import { afterSeconds } from '../../../core/time.ts';
import type { Database } from '../../../db/open.ts';
import { placeOf } from '../../../http/cursor.ts';
import { type HandlersOf, refuse, type Call, type Handler, type Refused } from '../../../http/call.ts';
import { bulkCardAct } from './bulk.ts';
import { changeCard, scopeOf } from './change.ts';
import { updateCard } from './update.ts';
import { exportCards } from './export.ts';
import { issueCard, replace } from './issue.ts';
import { fundingsOf, showSpend } from './money.ts';
import { setPin } from './pin.ts';
import { tryNewCard } from './try.ts';
import {
  cardById,
  cardOf,
  countCards,
  isMoving,
  pageOfCards,
  spentByCards,
  timelineOf,
  viewerOf,
  type CardFilter,
} from './queries.ts';

async function listCards({ context, caller: session }: Call<'cards'> | Call<'ownCards'>, filter: CardFilter) {
  const { rows, nextCursor } = await pageOfCards(context, scopeOf(session), filter);
  const viewer = viewerOf(session);
  return { status: 200 as const, body: { items: rows.map((row) => cardOf(row, viewer)), nextCursor } };
}

/** Who may not see what cards are used for learns nothing by their order either. */
const whyNotSorted = ({ caller, input }: Call<'cards'> | Call<'exportCards'>) =>
  ['USED', 'SPENT'].includes(input.query.sort) && viewerOf(caller) === 'ADMIN_WITHOUT_USAGE'
    ? refuse('VALIDATION', { Fields: [{ Field: 'sort', Problem: 'unknown' }] })
    : null;

const whyNoPlace = ({ cursor, sort }: Call<'cards'>['input']['query']) =>
  cursor === undefined || v.is(Uuid, cursor) || (isMoving(sort) && placeOf(cursor, 'number'))
    ? null
    : refuse('VALIDATION', { Fields: [{ Field: 'cursor', Problem: 'format' }] });

/** GET /api/cards */
const cards: Handler<'cards'> = async (call) => {
  const { context, caller: session, input } = call;
  const { cursor } = input.query;
  const refused = whyNotSorted(call) ?? whyNoPlace(input.query);
  if (refused) return refused;
  const page = await listCards(call, input.query);
  if (cursor) return { ...page, body: { ...page.body, totals: null } };
  const [counts, spent] = await Promise.all([
    countCards(context, scopeOf(session), input.query),
    viewerOf(session) === 'ADMIN' ? spentByCards(context, session.businessId, input.query) : null,
  ]);
  return {
    ...page,
    body: { ...page.body, totals: { ...counts, spentThisMonth: spent === null ? null : money(spent, 'USD') } },
  };
};

/** GET /api/cards/export */
const exportView: Handler<'exportCards'> = async (call) => {
  const { context, caller: session, input } = call;
  const seesUsage = viewerOf(session) !== 'ADMIN_WITHOUT_USAGE';
  return whyNotSorted(call) ?? exportCards(context, session.businessId, input.query, seesUsage);
};

async function showCard({ context, caller: session, input }: Call<'card'> | Call<'ownCard'>) {
  const row = await cardById(context, scopeOf(session), input.params.id);
  if (!row) return refuse('NOT_FOUND');
  const entries = await timelineOf(context.db, row);
  const revision = revisionOf(
    row,
    row.groups.map((group) => group.id),
  );
  const address = await addressOfShipment(context.db, context, { cardId: row.id, programId: row.programId });
  return {
    status: 200 as const,
    body: {
      ...cardOf(row, viewerOf(session)),
      sentTo: address && maskStreet(address),
      timeline: entries.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })),
      fundings: await fundingsOf(context.db, row),
      revision,
    },
  };
}

async function freeze(call: Call<'freezeCard'> | Call<'freezeOwnCard'>) {
  const { reason, until } = call.input.body;
  const end = until ? new Date(until) : null;
  const now = call.context.clock.now();
  if (end !== null && (end <= now || end > afterSeconds(now, longestFreezeSeconds)))
    return refuse('VALIDATION', { Fields: [{ Field: 'until', Problem: end <= now ? 'tooShort' : 'tooLong' }] });
  return changeCard(call, (tx, card, by) =>
    freezeCard(tx, call.context, card, by, { reason: reason || null, until: end }),
  );
}

const liftFreeze = (call: Call<'unfreezeCard'> | Call<'unfreezeOwnCard'>) => {
  const reason = call.input.body.reason || null;
  return (tx: Database, card: LockedCard, by: CardChanger) => unfreezeCard(tx, call.context, card, by, { reason });
};

/** POST /api/cards/{id}/unfreeze: what an administrator has frozen on a card of one's own is for another one to lift. */
const unfreezeAsAdministrator: Handler<'unfreezeCard'> = (call) =>
  changeCard<Refused<'OWN_CARD' | 'CARD_STATE'>>(call, async (tx, card, by) => {
    if (await isOwnUnderFourEyes(tx, call.caller, [card.id])) return refuse('OWN_CARD');
    return liftFreeze(call)(tx, card, by);
  });

function close(call: Call<'closeCard'> | Call<'closeOwnCard'>) {
  const { because, reason } = call.input.body;
  return changeCard(call, (tx, card, by) => closeCard(tx, call.context, card, by, { because, reason: reason || null }));
}

/** POST /api/my-cards/{id}/activate: what is printed on the card proves that it has arrived. */
const activateOwnCard: Handler<'activateOwnCard'> = (call) => {
  const { lastFour, expiry } = call.input.body;
  const [month = '', year = ''] = expiry.split('/');
  return changeCard(call, async (tx, card, by) =>
    card.last_four === lastFour && card.expires_on.startsWith(`20${year}-${month}`)
      ? activateCard(tx, call.context, card, by)
      : refuse('CARD_PROOF_WRONG'),
  );
};

/** GET /api/cards/limits */
const cardLimits: Handler<'cardLimits'> = async ({ context, caller: { businessId }, input }) => {
  const { today, inPlan } = await cardsLeft(context.db, context, {
    businessId,
    membershipId: input.query.holder ?? null,
  });
  return { status: 200, body: { leftToday: today, leftInPlan: inPlan } };
};

export const cardsRoutes: HandlersOf<typeof contract & typeof acts & typeof issuing> = {
  cards,
  exportCards: exportView,
  card: showCard,
  ownCards: (call) => listCards(call, call.input.query),
  ownCard: showCard,
  cardSpend: showSpend,
  ownCardSpend: showSpend,
  cardLimits,
  freezeCard: freeze,
  freezeOwnCard: freeze,
  unfreezeCard: unfreezeAsAdministrator,
  unfreezeOwnCard: (call) => changeCard(call, liftFreeze(call)),
  closeCard: close,
  closeOwnCard: close,
  activateCard: (call) => changeCard(call, (tx, card, by) => activateCard(tx, call.context, card, by)),
  activateOwnCard,
  setCardPin: setPin,
  setOwnCardPin: setPin,
  issueCard,
  tryNewCard,
  replaceCard: replace,
  replaceOwnCard: replace,
  updateCard,
  bulkCardAct,
};
