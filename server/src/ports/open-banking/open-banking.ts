/** A visit of a bank's sign-in. */
export interface LinkRequest {
  businessId: string;
  /** The asker, as shown at the bank. */
  programName: string;
  /** The access token of a connection to sign in to again; null for a new one. */
  repairs: string | null;
  /** The address to which a bank with its own page sends the browser back; null if there is none. */
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
  /** The last digits of the number that people know. A bank may replace the number by a token in `accountNumber`. */
  mask: string;
  routingNumber: string;
  accountNumber: string;
  /** Empty if the bank does not report them. */
  ownerNames: readonly string[];
}

export interface SharedAccounts {
  institution: string;
  /** The shared accounts that can take deposits and payments: checking and savings. */
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
  /** Ends a connection. Does nothing if it has already ended. */
  disconnect(accessToken: string): Promise<void>;
  /**
   * @returns null for an event that is not relevant here
   */
  readWebhook(webhook: Webhook): Promise<BankEvent | null>;
}

/**
 * `unavailable`: the provider or the bank does not answer now · `token`: the token is unknown, used or expired ·
 * `gone`: the connection has ended · `login`: the person has to sign in to the bank again · `accounts`: the person has
 * no account that money can be sent to · `signature`: the provider has not signed the webhook.
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
