import type { AskedException, RequestPeriod } from '@florin/contract/money/requests';
import type { RequestKind } from '@florin/contract/money/request-states';
import type { Span } from './ask-schema.ts';

/** The request, as far as it is known. The person completes it. */
export interface AskProps {
  kind: RequestKind;
  /** Without it, the person picks one of their cards. */
  cardId?: string | undefined;
  /**
   * The declined purchase. With it, an UNBLOCK requests what the purchase was refused for. Without it, an UNBLOCK
   * requests the end of a freeze.
   */
  transactionId?: string | undefined;
  /** The missing amount, in minor units. */
  amount?: number | undefined;
  /** Of the limit. */
  period?: RequestPeriod | undefined;
  merchant?: string | undefined;
  category?: string | undefined;
  /** What an UNBLOCK asks to be allowed where nothing was declined yet. */
  exception?: AskedException | undefined;
  /** How long it holds at first; by default it follows the period. */
  span?: Span | undefined;
  /** The rule in the way of it, as a sentence. */
  rule?: string | undefined;
}

/** Names the form of a request by what it begins with (`useKeptForm`). */
export const askKey = ({
  kind,
  cardId,
  transactionId,
  amount,
  period,
  merchant,
  category,
  exception,
}: AskProps): string =>
  `ask ${JSON.stringify([kind, cardId, transactionId, amount, period, merchant, category, exception])}`;
