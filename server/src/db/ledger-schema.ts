/** The rows of the ledger's tables (migrations/0002-ledger.sql). */
export interface LedgerSchema {}
