/** A visit of a bank's sign-in. */
export interface LinkRequest {
  businessId: string;
  /** The asker, as shown at the bank. */
  programName: string;
  /** The access token of a connection to sign in to again; null for a new one. */
  repairs: string | null;
  /** Where a bank with a page of its own sends the browser back to; null if there is no such address. */
  returnUrl: string | null;
}

/** A bank that a person has signed in to (Plaid: an Item). */
export interface BankConnection {
  /** Identifies the connection in events. */
  itemId: string;
  /** A lasting secret. */
  accessToken: string;
}

/** An account that money can be sent to, as its bank describes it. */
export interface BankAccountFacts {
  /** The bank's own id, the same for as long as the connection exists. */
  id: string;
  name: string;
  type: 'CHECKING' | 'SAVINGS';
  /** As people know it: the last digits of its number, which a bank may replace by a token in `accountNumber`. */
  mask: string;
  routingNumber: string;
  accountNumber: string;
  /** Empty if the bank does not tell. */
  ownerNames: readonly string[];
}

export interface SharedAccounts {
  institution: string;
  /** Those of the accounts that the person shared which take deposits and payments: checking and savings. */
  accounts: readonly BankAccountFacts[];
}

/** `lost`: the person has to sign in to the bank again · `restored`: they have. */
export interface BankEvent {
  kind: 'lost' | 'restored';
  itemId: string;
}

/** A request as it arrived: a signature covers every byte. */
export interface Webhook {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
  /** The network it came from: senders without a signature are limited by it. */
  source: string;
}

/**
 * Connects bank accounts by signing in to the bank (specification section 3: PLAID, OPENBANKING). The sign-in itself
 * takes place between browser and provider, from the link token to the public token.
 *
 * Every method throws an OpenBankingError.
 */
export interface OpenBanking {
  /** The accounts' `authenticationMethod`. */
  readonly method: 'PLAID' | 'OPENBANKING';
  startLink(request: LinkRequest): Promise<{ linkToken: string; expiresAt: Date }>;
  /** Exchanges the token of a finished sign-in, once. */
  exchange(publicToken: string): Promise<BankConnection>;
  accountsOf(accessToken: string): Promise<SharedAccounts>;
  isLoginRequired(accessToken: string): Promise<boolean>;
  /** Ends a connection; one that is over already is left alone. */
  disconnect(accessToken: string): Promise<void>;
  /** @returns null for an event that means nothing here */
  readWebhook(webhook: Webhook): Promise<BankEvent | null>;
}

/**
 * `unavailable`: the provider or the bank does not answer now · `token`: the token is unknown, used or expired ·
 * `gone`: the connection is over · `login`: the person has to sign in to the bank again · `accounts`: the person has no
 * account that money can be sent to · `signature`: the webhook is not the provider's.
 */
export type OpenBankingFailure = 'unavailable' | 'token' | 'gone' | 'login' | 'accounts' | 'signature';

/** The message names the provider's code, and no token, name or number. */
export class OpenBankingError extends Error {
  override readonly name = 'OpenBankingError';
  readonly failure: OpenBankingFailure;

  constructor(failure: OpenBankingFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}
