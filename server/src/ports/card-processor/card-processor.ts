import type { CardKind, ShippingMethod } from '@florin/contract/cards/card-states';
import type { Delivery, Incoming, SettlementReport, WebhookRequest } from './incoming.ts';

/** Who produces and runs the cards of an installation. */
export type ProcessorName = 'embedded' | 'stripe' | 'lithic';

/** The card data for a processor. The number is wrapped, so that it cannot be printed by mistake. */
export interface ProcessedCard {
  /** The card's id here, which a processor may use. */
  cardId: string;
  number: { reveal(): string };
  /** yyyy-mm-dd. */
  expiresOn: string;
}

/** A card that the processor knows. */
export interface CardReference {
  cardId: string;
  /** The processor's own id of the card. */
  reference: string;
  /** At processors that support keys, a repeated key changes nothing again. */
  idempotencyKey: string;
}

/** Where a physical card is sent. */
export interface Shipping {
  name: string;
  line1: string;
  line2: string | null;
  city: string;
  /** Two letters. */
  state: string;
  postalCode: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  method: ShippingMethod;
}

export interface CardOrder {
  /** Also the idempotency key: a repeated order issues no second card. */
  cardId: string;
  kind: CardKind;
  /** The number, if this installation numbers its cards itself (`numbersCards` of the processor is false). */
  number: ProcessedCard | null;
  holder: {
    /** The processor's id of the holder, if it knows them already. */
    reference: string | null;
    firstName: string;
    lastName: string;
    email: string | null;
    /** E.164. */
    phone: string | null;
    billing: Omit<Shipping, 'name' | 'method'>;
  };
  /** ISO 4217. */
  currency: string;
  /** Null for a virtual card. */
  shipping: Shipping | null;
  /** The card that this one replaces. */
  replaces: { reference: string; reason: ReplacementReason } | null;
  standIn: StandIn;
}

export type ReplacementReason = 'LOST' | 'STOLEN' | 'DAMAGED' | 'EXPIRED';

/**
 * The rules by which the processor decides while this installation does not answer: a coarse copy of the card's limits.
 * A processor ignores what it does not support.
 */
export interface StandIn {
  /** Minor units by period, at least 1; the least of all layers, at most one for each period. */
  limits: readonly {
    period: 'purchase' | 'day' | 'week' | 'month' | 'year' | 'lifetime';
    amount: number;
  }[];
  /** Merchant category codes; an empty list blocks none. */
  blockedMccs: readonly number[];
  /** ISO 3166-1 alpha-2; null allows all. */
  allowedCountries: readonly string[] | null;
}

export interface ProducedCard {
  /** The processor's id of the card. */
  reference: string;
  holderReference: string | null;
  lastFour: string;
  /** yyyy-mm-dd, the last day of its month. */
  expiresOn: string;
}

export type CloseReason = 'LOST' | 'STOLEN' | 'CANCELED';

/**
 * Produces the cards, connects them to the network and knows their security codes. Acts on cards can be repeated. All
 * methods throw `CardProcessorError`.
 */
export interface CardProcessor {
  readonly name: ProcessorName;
  /** The processor chooses the numbers of its cards, and keeps them in its own vault. */
  readonly numbersCards: boolean;
  /**
   * The printed security code (CVV2): three or four digits. It is requested at the moment it is shown, and never stored
   * (PCI DSS 3.3.1).
   */
  securityCode(card: ProcessedCard): Promise<string>;
  /** Orders a card. A replacement names its predecessor; a physical card is produced and shipped. */
  issue(order: CardOrder): Promise<ProducedCard>;
  activate(card: CardReference): Promise<void>;
  freeze(card: CardReference): Promise<void>;
  unfreeze(card: CardReference): Promise<void>;
  /** Four to twelve digits, wrapped; the PIN is passed on and stored nowhere here. */
  setPin(card: CardReference, pin: { reveal(): string }): Promise<void>;
  /** Ships a physical card, or ships it again after it came back. */
  ship(card: CardReference, shipping: Shipping): Promise<void>;
  /** Copies the rules for outages to the processor. */
  setStandIn(card: CardReference, standIn: StandIn): Promise<void>;
  close(card: CardReference, reason: CloseReason): Promise<void>;
  /** Null if the processor sends no webhooks because it runs in this process. */
  readonly webhooks: ProcessorWebhooks | null;
  /** The network's settlement of a day (yyyy-mm-dd); null while the processor has not closed the day. */
  settlement(day: string): Promise<SettlementReport | null>;
}

/** The processors of an installation by name; the embedded one is always there. */
export type CardProcessors = { embedded: CardProcessor } & Partial<Record<ProcessorName, CardProcessor>>;

/** How a processor's webhooks are verified, read and answered, and how missed ones are fetched. */
export interface ProcessorWebhooks {
  /** Loads code in advance, so that the first webhook does not wait for it. */
  prepare(): Promise<void>;
  /**
   * Checks the signature over the body, and that it was made within five minutes of now.
   * @throws CardProcessorError `signature`
   */
  read(request: WebhookRequest): Promise<Delivery>;
  /** The meaning of a delivery. Pure, so that a stored delivery can be processed again. */
  incoming(payload: unknown): Incoming[];
  /** The answer to an authorization request in the processor's format. The request can be one that cannot be read. */
  answer(request: unknown, decision: ProcessorDecision): { headers: Record<string, string>; body: object };
  /** Deliveries since then that may have been missed, oldest first. They include known ones. */
  missed(since: Date): Promise<Delivery[]>;
}

/** The parts of a decision that a processor needs. */
export interface ProcessorDecision {
  outcome: 'APPROVED' | 'PARTIAL' | 'DECLINED';
  /** A code of contract/src/cards/decline-codes.ts, null where nothing was refused. */
  code: string | null;
  /** Approved, in minor units. */
  amount: number;
}

/**
 * `unavailable`: no answer, or an answer to try later · `refused`: the processor refuses this act permanently ·
 * `signature`: the processor has not signed the webhook.
 */
export type CardProcessorFailure = 'unavailable' | 'refused' | 'signature';

/** The processor gave no answer, or refused. The message contains no card data. */
export class CardProcessorError extends Error {
  override readonly name = 'CardProcessorError';
  readonly failure: CardProcessorFailure;

  constructor(message: string, failure: CardProcessorFailure = 'unavailable') {
    super(message);
    this.failure = failure;
  }
}
