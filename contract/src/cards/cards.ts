import * as v from 'valibot';
import {
  CardActor,
  CardChannel,
  CardKind,
  CardStatus,
  CardSubstatus,
  FreezeCause,
  PinStatus,
  ShipmentStatus,
  ShippingMethod,
} from './card-states.ts';
import { FundingAct } from '../money/funding-acts.ts';
import { endpoint } from '../endpoint.ts';
import { exportLimit, ExportFormat, exportTypes } from '../exports.ts';
import { BulkReport, Named, Selected } from './card-parts.ts';
import { Timestamp } from '../dates/timestamp.ts';
import { line, listOf, text, Uuid } from '../fields.ts';
import { bulkCards, MINUTE } from '../limits.ts';
import { Money } from '../money.ts';
import { pageOf, pageQuery } from '../pages.ts';

const Freeze = v.object({
  by: CardActor,
  cause: FreezeCause,
  reason: v.nullable(v.string()),
  /** Who froze it; null for the program. */
  actor: v.nullable(v.string()),
  since: v.string(),
  /** Ends at this time. */
  until: v.nullable(v.string()),
});

const Shipment = v.object({
  status: ShipmentStatus,
  method: ShippingMethod,
  carrier: v.nullable(v.string()),
  trackingNumber: v.nullable(v.string()),
  /** yyyy-mm-dd. */
  expectedOn: v.nullable(v.string()),
});

const MerchantLock = v.object({
  /** `FIRST`: the first merchant becomes the locked one. */
  kind: v.picklist(['FIRST', 'NAMED']),
  merchantId: v.nullable(v.string()),
  merchant: v.nullable(v.string()),
});

/** What limits a card's life; null is without limit. */
const Controls = v.object({
  usesAtMost: v.nullable(v.number()),
  uses: v.number(),
  amountLock: v.nullable(Money),
  merchantLock: v.nullable(MerchantLock),
  validFrom: v.nullable(v.string()),
  validUntil: v.nullable(v.string()),
});

/** A card, for the administrators of its business and for its holder. */
export const Card = v.object({
  id: v.string(),
  /** The id of the chain of cards that replaced each other. Limits, policies and groups belong to the chain. */
  chainId: v.string(),
  kind: CardKind,
  name: v.nullable(v.string()),
  purpose: v.nullable(v.string()),
  externalId: v.nullable(v.string()),
  last4: v.string(),
  nameOnCard: v.string(),
  /**
   * yyyy-mm-dd. Null for the holder of a card that waits for activation, because entering the date proves that the card
   * has arrived.
   */
  expiresOn: v.nullable(v.string()),
  status: CardStatus,
  substatus: v.nullable(CardSubstatus),
  /** Null for a card of the business itself, and until a card is registered. */
  holder: v.nullable(v.object({ membershipId: v.string(), firstName: v.string(), lastName: v.string() })),
  freezes: v.array(Freeze),
  shipment: v.nullable(Shipment),
  pinStatus: PinStatus,
  controls: Controls,
  groups: v.array(Named),
  /** Versions of the spend policies that are in force or in shadow for it. */
  policyVersions: v.array(v.number()),
  issuedAt: v.nullable(v.string()),
  activatedAt: v.nullable(v.string()),
  closedAt: v.nullable(v.string()),
  replaces: v.nullable(v.object({ id: v.string(), last4: v.string() })),
  replacedBy: v.nullable(v.object({ id: v.string(), last4: v.string() })),
  /** The last purchase, and what was spent since the first of the month; null if unknown. */
  lastUsedAt: v.nullable(v.string()),
  spentThisMonth: v.nullable(Money),
});
export type Card = v.InferOutput<typeof Card>;

/** What happened to a card; `ship`, `deliver` and `returnMail` are its mail's. */
export const cardActs = [
  'issue',
  'fulfill',
  'ship',
  'deliver',
  'returnMail',
  'activate',
  'freeze',
  'unfreeze',
  'replace',
  'renew',
  'setPin',
  'update',
  'close',
] as const;
export const CardAct = v.picklist(cardActs);
export type CardAct = v.InferOutput<typeof CardAct>;

const TimelineEntry = v.object({
  id: v.string(),
  at: v.string(),
  act: CardAct,
  fromStatus: v.nullable(CardStatus),
  toStatus: CardStatus,
  substatus: v.nullable(CardSubstatus),
  /** Who did it; null for the program. */
  actor: v.nullable(v.string()),
  channel: CardChannel,
  reason: v.nullable(v.string()),
  /** The last four digits of the former card to which it happened; null for the card itself. */
  former: v.nullable(v.string()),
});

/** Money that was given to a prepaid card, or taken back. */
const Funding = v.object({
  /** The id of the run, which may have funded other cards, too. */
  runId: v.string(),
  at: v.string(),
  act: FundingAct,
  /** Less than 0: taken back. */
  change: Money,
  /** Who ordered it; null for a schedule. */
  actor: v.nullable(v.string()),
  schedule: v.nullable(Named),
});

/** A card with everything that happened to it and to the cards it replaced, newest first. */
export const CardWithTimeline = v.object({
  ...Card.entries,
  /** Where it was sent, so far that its holder recognizes the place: '1 H•••, Portland'; null without a shipment. */
  sentTo: v.nullable(v.string()),
  timeline: v.array(TimelineEntry),
  /** Of all its chain, newest first. */
  fundings: v.array(Funding),
  /** Changes with whatever `updateCard` changes. */
  revision: v.string(),
});

export const OneCard = v.object({ id: Uuid });

const CardPage = pageOf(Card);

/**
 * What cards can be sorted by. The last two need the permission to see what cards are used for. Cards cannot be sorted
 * by the amount left: it is not a column but is decided from every limit, balance and counter of a card, which would
 * have to be done for each card of the business with each page.
 */
export const CardSort = v.picklist(['ISSUED', 'NAME', 'USED', 'SPENT'], 'format');
export type CardSort = v.InferOutput<typeof CardSort>;

/** What the list of cards can be filtered and sorted by. */
const view = {
  /** States, separated by commas. */
  status: v.optional(listOf(CardStatus)),
  kind: v.optional(v.picklist(CardKind.options, 'format')),
  /** The memberships of holders. */
  holder: v.optional(listOf(Uuid)),
  /** In any of these groups, or in none of those; ids separated by commas. */
  group: v.optional(listOf(Uuid)),
  notGroup: v.optional(listOf(Uuid)),
  /** In the name, the holder's name, the last four digits, the purpose or the external id. */
  text: v.optional(text(80)),
  sort: v.optional(CardSort, 'ISSUED'),
  order: v.optional(v.picklist(['ASC', 'DESC'], 'format'), 'DESC'),
};

/** The cards of the business, the newest first unless sorted otherwise. */
export const cards = endpoint({
  method: 'GET',
  path: '/api/cards',
  summary: 'Cards of the current business',
  access: 'session',
  permission: 'cards.view',
  query: v.object({
    ...view,
    ...pageQuery,
    cursor: v.optional(v.pipe(v.string('type'), v.regex(/^[A-Za-z0-9_-]{1,200}$/, 'format'))),
  }),
  answers: {
    200: v.object({
      ...CardPage.entries,
      /** Of all pages, on the first one alone. */
      totals: v.optional(
        v.nullable(
          v.object({
            cards: v.number(),
            people: v.number(),
            /** As in a card; null also where the business has bought too often this month to add it up at once. */
            spentThisMonth: v.nullable(Money),
          }),
        ),
      ),
    }),
  },
  errors: [],
});

/** The columns of the list of cards that can be switched off. */
export const cardColumns = ['holder', 'state', 'left', 'spent', 'used'] as const;
export type CardColumn = (typeof cardColumns)[number];

export const exportCards = endpoint({
  method: 'GET',
  path: '/api/cards/export',
  summary: 'Cards of the current business as a CSV or XLSX file, filtered and sorted as the list',
  access: 'session',
  permission: 'cards.view',
  limit: exportLimit,
  query: v.object({
    ...view,
    format: ExportFormat,
    /** Columns that the file leaves out, separated by commas. */
    hide: v.optional(listOf(v.picklist(cardColumns, 'format'))),
  }),
  file: Object.values(exportTypes),
  answers: { 200: null },
  errors: [],
});

export const card = endpoint({
  method: 'GET',
  path: '/api/cards/{id}',
  summary: 'A card of the current business with its timeline',
  access: 'session',
  permission: 'cards.view',
  params: OneCard,
  answers: { 200: CardWithTimeline },
  errors: [],
});

/** Months of the business's calendar, the oldest first, up to the current one. Refunds are taken off. */
const SpendByMonth = v.object({
  months: v.array(
    v.object({
      /** yyyy-mm */
      month: v.string(),
      amount: Money,
      purchases: v.number(),
    }),
  ),
});

export const cardSpend = endpoint({
  method: 'GET',
  path: '/api/cards/{id}/spend',
  summary: 'What a card and those that it replaced have spent, by month of the last year',
  access: 'session',
  permission: 'transactions.view',
  params: OneCard,
  answers: { 200: SpendByMonth },
  errors: [],
});

export const ownCardSpend = endpoint({
  method: 'GET',
  path: '/api/my-cards/{id}/spend',
  summary: 'What a card of the current account has spent, by month of the last year',
  access: 'session',
  permission: 'my-transactions.view',
  params: OneCard,
  answers: { 200: SpendByMonth },
  errors: [],
});

/** The cards of the signed-in cardholder, newest first. */
export const ownCards = endpoint({
  method: 'GET',
  path: '/api/my-cards',
  summary: 'The cards of the current account',
  access: 'session',
  permission: 'own-cards.view',
  query: v.object(pageQuery),
  answers: { 200: CardPage },
  errors: [],
});

export const ownCard = endpoint({
  method: 'GET',
  path: '/api/my-cards/{id}',
  summary: 'A card of the current account with its timeline',
  access: 'session',
  permission: 'own-cards.view',
  params: OneCard,
  answers: { 200: CardWithTimeline },
  errors: [],
});

export const BulkAct = v.picklist(['ISSUE', 'FREEZE', 'UNFREEZE', 'CLOSE'], 'format');
export type BulkAct = v.InferOutput<typeof BulkAct>;

/**
 * One act on many cards. `cardIds` or `csv`: for ISSUE, a CSV text with the columns `holder` (email or username), `kind`,
 * `name`, `purpose`, `external id`, `group`, `limit` (dollars) with `every` (a month if it is empty), and for physical cards `recipient`, `line1`, `line2`, `city`, `state`, `zip`,
 * `method`; for the others the column `card` (id, external id, or last four digits where they are unambiguous).
 */
export const bulkCardAct = endpoint({
  method: 'POST',
  path: '/api/cards/bulk',
  summary: 'Issue, freeze, unfreeze or close many cards, with a dry run first and a report line by line',
  access: 'session',
  permission: 'cards.issue',
  limit: { per: 'session', requests: 60, windowSeconds: 10 * MINUTE },
  body: v.object({
    /** A repeated key with the same content changes nothing again. A dry run does not use the key up. */
    idempotencyKey: Uuid,
    act: BulkAct,
    dryRun: v.boolean('type'),
    cardIds: v.optional(Selected),
    csv: v.optional(text(bulkCards.csvMaxLength)),
    reason: v.optional(v.nullable(line(200))),
    until: v.optional(v.nullable(Timestamp)),
  }),
  answers: { 200: BulkReport },
  errors: ['IDEMPOTENCY_KEY_REUSED', 'STEP_UP_REQUIRED'],
});
