import * as v from 'valibot';
import {
  CardActor,
  CardChannel,
  CardKind,
  CardStatus,
  CardSubstatus,
  closeReasons,
  FreezeCause,
  PinStatus,
  ReplaceReason,
  ShipmentStatus,
  ShippingMethod,
} from './card-states.ts';
import { DeclineCode } from './decline-codes.ts';
import { FundingAct } from '../money/funding-acts.ts';
import { endpoint } from '../endpoint.ts';
import { exportLimit, ExportFormat, exportTypes } from '../exports.ts';
import { BulkReport, cardChanges, Named, Selected } from './card-parts.ts';
import { Timestamp } from '../dates/timestamp.ts';
import { line, listOf, requiredLine, text, Uuid } from '../fields.ts';
import { bulkCards, MINUTE } from '../limits.ts';
import { Money, PositiveAmount } from '../money.ts';
import { pageOf, pageQuery } from '../pages.ts';
import { PendingChange } from '../access/pending-changes.ts';
import { Shipping } from './shipping.ts';
import { calendarPeriods, GroupSnapshot, PolicyLayer, policyLimits, Rule } from './policies/spend-rules.ts';

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
  timeline: v.array(TimelineEntry),
  /** Of all its chain, newest first. */
  fundings: v.array(Funding),
  /** Changes with whatever `updateCard` changes. */
  revision: v.string(),
});

const OneCard = v.object({ id: Uuid });

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

const Reason = v.optional(v.nullable(line(200)));
const FreezeFields = { reason: Reason, until: v.optional(v.nullable(Timestamp)) };

/** An administrator's freeze, which no holder can lift. */
export const freezeCard = endpoint({
  method: 'POST',
  path: '/api/cards/{id}/freeze',
  summary: 'Freeze a card, for good or until a moment',
  access: 'session',
  permission: 'cards.freeze',
  limit: cardChanges,
  params: OneCard,
  body: v.object(FreezeFields),
  answers: { 200: Card },
  errors: ['CARD_STATE'],
});

export const unfreezeCard = endpoint({
  method: 'POST',
  path: '/api/cards/{id}/unfreeze',
  summary: 'Lift the administrators’ freeze of a card',
  access: 'session',
  permission: 'cards.freeze',
  limit: cardChanges,
  params: OneCard,
  body: v.object({ reason: Reason }),
  answers: { 200: Card },
  errors: ['CARD_STATE', 'OWN_CARD'],
});

export const freezeOwnCard = endpoint({
  method: 'POST',
  path: '/api/my-cards/{id}/freeze',
  summary: 'Freeze a card of one’s own, for good or until a moment',
  access: 'session',
  permission: 'own-cards.freeze',
  limit: cardChanges,
  params: OneCard,
  body: v.object(FreezeFields),
  answers: { 200: Card },
  errors: ['CARD_STATE'],
});

export const unfreezeOwnCard = endpoint({
  method: 'POST',
  path: '/api/my-cards/{id}/unfreeze',
  summary: 'Lift one’s own freeze of a card',
  access: 'session',
  permission: 'own-cards.freeze',
  limit: cardChanges,
  params: OneCard,
  body: v.object({ reason: Reason }),
  answers: { 200: Card },
  errors: ['CARD_STATE'],
});

export const closeCard = endpoint({
  method: 'POST',
  path: '/api/cards/{id}/close',
  summary: 'Close a card for ever; open holds still settle',
  access: 'session',
  permission: 'cards.close',
  limit: cardChanges,
  params: OneCard,
  body: v.object({ because: v.optional(v.picklist(closeReasons.ADMIN, 'format'), 'ISSUER_REQUEST'), reason: Reason }),
  answers: { 200: Card },
  errors: ['CARD_STATE'],
});

export const closeOwnCard = endpoint({
  method: 'POST',
  path: '/api/my-cards/{id}/close',
  summary: 'Close a card of one’s own for ever; open holds still settle',
  access: 'session',
  permission: 'own-cards.close',
  limit: cardChanges,
  params: OneCard,
  body: v.object({
    because: v.optional(v.picklist(closeReasons.HOLDER, 'format'), 'END_USER_REQUEST'),
    reason: Reason,
  }),
  answers: { 200: Card },
  errors: ['CARD_STATE'],
});

export const activateCard = endpoint({
  method: 'POST',
  path: '/api/cards/{id}/activate',
  summary: 'Activate a card for its holder',
  access: 'session',
  permission: 'cards.activate',
  limit: cardChanges,
  params: OneCard,
  body: v.object({}),
  answers: { 200: Card },
  errors: ['CARD_STATE'],
});

/** The holder proves that the card has arrived by what is printed on it. */
export const activateOwnCard = endpoint({
  method: 'POST',
  path: '/api/my-cards/{id}/activate',
  summary: 'Activate a card of one’s own by its last four digits and expiry',
  access: 'session',
  permission: 'own-cards.activate',
  limit: { per: 'session', requests: 10, windowSeconds: 10 * MINUTE },
  params: OneCard,
  body: v.object({
    lastFour: v.pipe(v.string('type'), v.regex(/^\d{4}$/, 'format')),
    /** As printed: MM/YY. */
    expiry: v.pipe(v.string('type'), v.regex(/^(0[1-9]|1[0-2])\/\d\d$/, 'format')),
  }),
  answers: { 200: Card },
  errors: ['CARD_STATE', 'CARD_PROOF_WRONG'],
});

/** Only the processor knows a PIN. */
const PinFields = v.object({ pin: v.pipe(v.string('type'), v.regex(/^\d{4}$/, 'format')) });
const fewPins = { per: 'session', requests: 10, windowSeconds: 10 * MINUTE } as const;

export const setCardPin = endpoint({
  method: 'POST',
  path: '/api/cards/{id}/pin',
  summary: 'Set or change the PIN of a card',
  access: 'session',
  permission: 'cards.set-pin',
  limit: fewPins,
  params: OneCard,
  body: PinFields,
  answers: { 200: Card },
  errors: ['CARD_STATE', 'PIN_REJECTED', 'STEP_UP_REQUIRED', 'HELD_AFTER_CHANGE', 'PROCESSOR_UNAVAILABLE'],
});

export const setOwnCardPin = endpoint({
  method: 'POST',
  path: '/api/my-cards/{id}/pin',
  summary: 'Set or change the PIN of a card of one’s own',
  access: 'session',
  permission: 'own-cards.set-pin',
  limit: fewPins,
  params: OneCard,
  body: PinFields,
  answers: { 200: Card },
  errors: ['CARD_STATE', 'PIN_REJECTED', 'STEP_UP_REQUIRED', 'HELD_AFTER_CHANGE', 'PROCESSOR_UNAVAILABLE'],
});

/** What limits a card's life, as entered. */
export const ControlsInput = v.object({
  usesAtMost: v.optional(
    v.nullable(
      v.pipe(v.number('type'), v.safeInteger('format'), v.minValue(1, 'format'), v.maxValue(10_000, 'format')),
    ),
  ),
  /** Minor units of US dollars. */
  amountLock: v.optional(v.nullable(PositiveAmount)),
  merchantLock: v.optional(
    v.nullable(
      v.object({
        kind: v.picklist(['FIRST', 'NAMED'], 'format'),
        merchantId: v.optional(v.nullable(line(40))),
        merchant: v.optional(v.nullable(line(80))),
      }),
    ),
  ),
  validFrom: v.optional(v.nullable(Timestamp)),
  validUntil: v.optional(v.nullable(Timestamp)),
});
export type ControlsInput = v.InferOutput<typeof ControlsInput>;

const described = {
  name: v.optional(v.nullable(line(80))),
  purpose: v.optional(v.nullable(line(200))),
  externalId: v.optional(v.nullable(line(80))),
  groupIds: v.optional(v.pipe(v.array(Uuid, 'type'), v.maxLength(20, 'tooLong'))),
  controls: v.optional(ControlsInput),
};

/** The periods of a starting limit. */
export const startingLimitPeriods = ['purchase', ...calendarPeriods] as const;

/** The limit that a card begins with: at most so much in a period. */
export const StartingLimit = v.object({
  /** Minor units of US dollars. */
  amount: v.pipe(
    v.number('type'),
    v.safeInteger('format'),
    v.minValue(1, 'tooShort'),
    v.maxValue(policyLimits.amountAtMost, 'tooLong'),
  ),
  period: v.picklist(startingLimitPeriods, 'format'),
});
export type StartingLimit = v.InferOutput<typeof StartingLimit>;

/** The spend policy of the card that a starting limit becomes. */
export const startingLimitName = 'Starting limit';

/** Becomes a spend policy of the card that is in force at once. Also needs the permission to change policies. */
const limit = v.optional(v.nullable(StartingLimit));

/**
 * A virtual card works at once; a physical one is produced, shipped and then activated, and needs a fresh proof.
 */
export const issueCard = endpoint({
  method: 'POST',
  path: '/api/cards',
  summary: 'Issue a card to a cardholder',
  access: 'session',
  permission: 'cards.issue',
  limit: cardChanges,
  body: v.object({
    idempotencyKey: Uuid,
    /** The holder's membership. */
    holder: Uuid,
    kind: v.picklist(CardKind.options, 'format'),
    /** For physical cards only. */
    shipping: v.optional(v.nullable(Shipping)),
    limit,
    ...described,
  }),
  answers: { 201: Card },
  errors: ['CARD_LIMIT_REACHED', 'BUSINESS_NOT_OPEN', 'IDEMPOTENCY_KEY_REUSED', 'OWN_CARD', 'STEP_UP_REQUIRED'],
});

/** A rule that applies to a new card, with its policy. */
const RuleOfNewCard = v.object({ layer: PolicyLayer, policyId: v.string(), policyName: v.string(), rule: Rule });

/** Describes a card before it is issued. Nothing is written or locked. */
export const tryNewCard = endpoint({
  method: 'POST',
  path: '/api/card-trials',
  summary: 'What a card that is not issued yet could do',
  access: 'session',
  permission: 'cards.try',
  limit: { per: 'session', requests: 120, windowSeconds: MINUTE },
  body: v.object({
    holder: Uuid,
    limit,
    groupIds: described.groupIds,
    controls: described.controls,
    /** Trial purchases, in US dollars. A country other than US makes a purchase foreign. */
    purchases: v.optional(
      v.pipe(
        v.array(
          v.object({
            amount: PositiveAmount,
            merchant: requiredLine(80),
            country: v.optional(v.pipe(v.string('type'), v.regex(/^[A-Z]{2}$/, 'format')), 'US'),
          }),
          'type',
        ),
        v.maxLength(5, 'tooLong'),
      ),
      [],
    ),
  }),
  answers: {
    200: v.object({
      nameOnCard: v.string(),
      /** As in `cardLimits`. */
      leftToday: v.number(),
      leftInPlan: v.number(),
      /** The groups that it joins: those that were asked for, or the one for new cards. */
      groups: v.array(Named),
      /** The rules of program, business and groups that stand above it. */
      rules: v.array(RuleOfNewCard),
      categoryGroups: v.array(GroupSnapshot),
      /** WALLET: the card has its own balance, which starts at zero and is funded from `available`. */
      source: v.picklist(['BUSINESS', 'WALLET', 'CREDIT']),
      available: Money,
      /** The decisions on the purchases, in the same order. A WALLET is treated as funded. */
      purchases: v.array(
        v.object({
          code: v.nullable(DeclineCode),
          /** The rule that refuses the purchase; null if it is refused for another reason. */
          rule: v.nullable(RuleOfNewCard),
        }),
      ),
    }),
  },
  errors: [],
});

/** How many cards can still be issued. */
export const cardLimits = endpoint({
  method: 'GET',
  path: '/api/cards/limits',
  summary: 'How many cards the business, and one of its people today, can still get',
  access: 'session',
  permission: 'cards.view',
  query: v.object({ holder: v.optional(Uuid) }),
  answers: {
    200: v.object({
      /** For the holder, today; null without one. */
      leftToday: v.nullable(v.number()),
      /** The cards that the plan still allows; closed cards are not counted. */
      leftInPlan: v.number(),
    }),
  },
  errors: [],
});

const ReplaceFields = {
  idempotencyKey: Uuid,
  note: v.optional(v.nullable(line(200))),
  /** Without it, a physical card is sent where the old one was. */
  shipping: v.optional(v.nullable(Shipping)),
};

/**
 * Answers with the new card, which takes over limits, policies, groups, controls and spend. A physical card needs a
 * fresh proof.
 */
export const replaceCard = endpoint({
  method: 'POST',
  path: '/api/cards/{id}/replace',
  summary: 'Replace a card that is lost, stolen, misused, damaged, expiring or was returned',
  access: 'session',
  permission: 'cards.replace',
  limit: cardChanges,
  params: OneCard,
  body: v.object({ reason: ReplaceReason, ...ReplaceFields }),
  answers: { 201: Card },
  errors: ['CARD_STATE', 'CARD_LIMIT_REACHED', 'IDEMPOTENCY_KEY_REUSED', 'STEP_UP_REQUIRED', 'HELD_AFTER_CHANGE'],
});

/** After a security change, a physical card is sent only where the old one was (decision 023). */
export const replaceOwnCard = endpoint({
  method: 'POST',
  path: '/api/my-cards/{id}/replace',
  summary: 'Report a card of one’s own lost, stolen, misused or damaged, and get a new one',
  access: 'session',
  permission: 'own-cards.replace',
  limit: cardChanges,
  params: OneCard,
  body: v.object({
    reason: v.picklist(['LOST', 'STOLEN', 'COMPROMISED', 'DAMAGED'], 'format'),
    ...ReplaceFields,
  }),
  answers: { 201: Card },
  errors: ['CARD_STATE', 'CARD_LIMIT_REACHED', 'IDEMPOTENCY_KEY_REUSED', 'STEP_UP_REQUIRED', 'HELD_AFTER_CHANGE'],
});

/**
 * A field that is left out stays as it is; null removes its value. 202: under four eyes, a card that leaves a group
 * with rules, or whose controls allow more, waits for a second administrator with its whole change. The same request
 * again returns the same change.
 */
export const updateCard = endpoint({
  method: 'PATCH',
  path: '/api/cards/{id}',
  summary: 'Change a card’s name, purpose, external id, groups or controls',
  access: 'session',
  permission: 'cards.update',
  limit: cardChanges,
  params: OneCard,
  body: v.object({
    ...described,
    /**
     * The revision of the card as it was read. If the card has changed since, the answer is VERSION_CONFLICT.
     */
    revision: v.optional(text(40)),
  }),
  answers: { 200: Card, 202: v.object({ change: PendingChange }) },
  errors: ['CARD_STATE', 'VERSION_CONFLICT', 'OWN_CARD'],
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
    reason: Reason,
    until: v.optional(v.nullable(Timestamp)),
  }),
  answers: { 200: BulkReport },
  errors: ['IDEMPOTENCY_KEY_REUSED', 'STEP_UP_REQUIRED'],
});
