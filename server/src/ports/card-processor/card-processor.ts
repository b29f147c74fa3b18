/** The card data for a processor. The number is wrapped, so that it cannot be printed by mistake. */
export interface ProcessedCard {
  /** The card's id here, which a processor may use. */
  cardId: string;
  number: { reveal(): string };
  /** yyyy-mm-dd. */
  expiresOn: string;
}

/**
 * Produces the cards and knows their security codes. A code is requested at the moment it is shown, and never stored
 * (PCI DSS 3.3.1).
 */
export interface CardProcessor {
  /**
   * The printed security code (CVV2): three or four digits.
   * @throws CardProcessorError if it is unavailable now
   */
  securityCode(card: ProcessedCard): Promise<string>;
}

/** The processor gave no answer. The message contains nothing of the card. */
export class CardProcessorError extends Error {
  override readonly name = 'CardProcessorError';
}
