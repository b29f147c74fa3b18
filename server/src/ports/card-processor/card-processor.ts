/** A card as a processor is told of it. The number comes wrapped, so that it cannot be printed on the way. */
export interface ProcessedCard {
  /** The card's id here, which a processor may know it by. */
  cardId: string;
  number: { reveal(): string };
  /** yyyy-mm-dd. */
  expiresOn: string;
}

/**
 * Who produces the cards and knows their security codes. A code is asked for at the moment somebody may see it, and is
 * stored nowhere (PCI DSS 3.3.1).
 */
export interface CardProcessor {
  /**
   * The printed security code (CVV2): three or four digits.
   * @throws CardProcessorError where it cannot be had now
   */
  securityCode(card: ProcessedCard): Promise<string>;
}

/** The processor gave no answer. Says nothing of the card. */
export class CardProcessorError extends Error {
  override readonly name = 'CardProcessorError';
}
