import type { ProgramEvent } from '@florin/contract/program/events';

/** The beginnings of the names of queries (query-client.ts, `keyOf`) that a change concerns. */
const concerned: Record<Exclude<ProgramEvent['kind'], 'reset'>, readonly string[]> = {
  transaction: [
    'needs-attention',
    'transaction',
    'my-transaction',
    'own-transaction',
    'balance',
    'card',
    'own-card',
    'linked-accounts',
    'simulator',
    'request-to-decide',
    'spent-this-month',
  ],
  balance: [
    'needs-attention',
    'balance',
    'card',
    'own-card',
    'funding',
    'linked-accounts',
    'outstanding-fees',
    'credit-line',
    'request-to-decide',
  ],
  // A declined purchase shows what has become of the request because of it.
  request: ['needs-attention', 'transaction', 'request', 'own-request', 'funding-request', 'card-request'],
  card: ['needs-attention', 'card', 'own-card', 'team', 'user-info', 'linked-accounts', 'simulator-cards'],
  policy: ['spend-polic', 'policy', 'policies', 'categor', 'can-i-buy', 'card', 'own-card', 'request-to-decide'],
  transfer: ['transfer', 'balance', 'external-accounts'],
  permissions: ['user-info', 'team'],
  view: ['list-views'],
  change: ['needs-attention', 'pending-changes', 'team', 'external-accounts', 'business-profile'],
};
/** Queries that only their own code may refetch: they show secrets, extend something or are the session itself. */
const untouched = ['session', 'card-details', 'appearance', 'legal-text', 'agreement'];

/**
 * Whether a query shows data that events report as changed.
 * @param queryKey the epoch, then the name
 */
export function isStale(
  queryKey: readonly unknown[],
  epoch: string | null,
  kinds: ReadonlySet<ProgramEvent['kind']>,
): boolean {
  const [of, name] = queryKey;
  if (of !== epoch || typeof name !== 'string') return false;
  const begins = (beginnings: readonly string[]) => beginnings.some((beginning) => name.startsWith(beginning));
  if (begins(untouched)) return false;
  if (kinds.has('reset')) return true;
  return [...kinds].some((kind) => kind !== 'reset' && begins(concerned[kind]));
}
