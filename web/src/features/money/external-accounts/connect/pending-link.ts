import * as v from 'valibot';
import { stored } from '../../../../stored.ts';

const PendingLink = v.object({
  id: v.string(),
  linkToken: v.string(),
  /** The lost account to reconnect; null to connect a new one. */
  reconnects: v.nullable(v.string()),
});
export type PendingLink = v.InferOutput<typeof PendingLink>;

/** The visit of a bank that goes on in another document: in Plaid's own, or after the bank's page. */
export const pendingLink = stored('florin-bank-link', PendingLink, 'session');
