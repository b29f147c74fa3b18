/** Two micro-deposits to one account, whose amounts prove access to its statements. */
export interface MicroDeposits {
  /** Repeating a reference sends no second pair of deposits. */
  reference: string;
  to: { bankName: string; routingNumber: string; accountNumber: string };
  /** Cents. */
  amounts: readonly [number, number];
  /** Their sender on the statement. */
  from: string;
}

/** Moves money to bank accounts outside the program. */
export interface Bank {
  /**
   * Resolves when the bank has accepted the deposits.
   * @throws DeliveryError
   */
  sendMicroDeposits(deposits: MicroDeposits): Promise<void>;
}
