import type { PolicyLayer, Rule } from '@florin/contract/cards/policies/spend-rules';
import { builtInGroups } from '../../core/policies/documents.ts';
import type { Facts, Purchase } from '../../core/policies/facts.ts';
import type { PolicyVersion } from '../../core/policies/program.ts';

/** Thursday, 19 November 2026, 12:00 in New York. */
export const noon = Date.parse('2026-11-19T17:00:00Z');
export const zone = 'America/New_York';

/** $60.00 in a restaurant in New York. */
export const purchaseOf = (changes: Partial<Purchase> = {}): Purchase => ({
  amount: 60_00,
  currency: 'USD',
  mcc: 5812,
  merchantId: 'm-1',
  merchant: 'Osteria Lupa',
  country: 'US',
  state: 'NY',
  presence: 'PRESENT',
  partialOk: false,
  at: noon,
  ...changes,
});

interface Changes {
  eligibility?: Partial<Facts['eligibility']>;
  card?: Partial<Facts['card']>;
  funds?: Partial<Facts['funds']>;
  groups?: string[];
}

/** An open card with $1,000.00 that has not been used. */
export const factsOf = ({ eligibility, card, funds, groups = [] }: Changes = {}): Facts => ({
  eligibility: {
    membership: { status: 'OPEN' },
    business: { status: 'OPEN' },
    card: { status: 'OPEN' },
    ...eligibility,
  },
  card: {
    expiresOn: '2030-01-31',
    receiptsOverdue: 0,
    usesAtMost: null,
    uses: 0,
    amountLock: null,
    merchantLock: null,
    lockedMerchantId: null,
    lockedMerchantName: null,
    validFrom: null,
    validUntil: null,
    ...card,
  },
  funds: { available: 1000_00, source: 'BUSINESS', ...funds },
  windows: { card: {}, business: {}, groups: Object.fromEntries(groups.map((id) => [id, {}])) },
});

let lastId = 0;
/** A version in force since 2020, with every built-in group. */
export const versionOf = (
  layer: PolicyLayer,
  rules: readonly Rule[],
  changes: Partial<Omit<PolicyVersion, 'document' | 'layer'>> = {},
): PolicyVersion => {
  lastId += 1;
  return {
    id: lastId,
    policyId: `policy ${lastId}`,
    layer,
    subjectId: `${layer} subject`,
    shadow: false,
    from: Date.parse('2020-01-01T00:00:00Z'),
    until: null,
    document: { rules: [...rules], groups: [...builtInGroups] },
    ...changes,
  };
};
