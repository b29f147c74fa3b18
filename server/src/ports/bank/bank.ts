/** Two micro-deposits to one account, so that whoever reads its statements can prove that. */
export interface MicroDeposits {
  /** Handing the same reference over again is not a second pair of deposits. */
  reference: string;
  to: { bankName: string; routingNumber: string; accountNumber: string };
  /** Cents. */
  amounts: readonly [number, number];
  /** What the statement shows as their sender. */
  from: string;
}

/** Moves money to bank accounts outside the program. */
export interface Bank {
  /**
   * Resolves when the bank has taken the deposits over.
   * @throws DeliveryError
   */
  sendMicroDeposits(deposits: MicroDeposits): Promise<void>;
}
