/** An entry for the ACH network: IN debits the account, OUT credits it. */
export interface AchEntry {
  /** A uuid; repeating it sends no second entry. */
  reference: string;
  direction: 'IN' | 'OUT';
  /** Cents. */
  amount: bigint;
  account: { bankName: string; accountType: 'CHECKING' | 'SAVINGS'; routingNumber: string; accountNumber: string };
  /** Its sender on the statement. */
  from: string;
  /** yyyy-mm-dd, a bank day. */
  settlesOn: string;
}

/** The outcome of an entry. RETURNED follows SETTLED or replaces it. */
export interface BankMovement {
  reference: string;
  kind: 'SETTLED' | 'RETURNED' | 'DECLINED';
  /** Of a return: `R01`. */
  returnCode: string | null;
}

/** The bank through which entries reach the ACH network. */
export interface AchBank {
  /**
   * Resolves when the bank has accepted the entries.
   * @throws DeliveryError
   */
  sendEntries(entries: readonly AchEntry[]): Promise<void>;
  /**
   * The outcomes, in order. They are returned again until they are confirmed.
   * @throws DeliveryError
   */
  movements(): Promise<BankMovement[]>;
  confirm(movement: BankMovement): Promise<void>;
}
