import type { CardStatus } from '@florin/contract/cards/card-states';
import type { CreditFacts, MembershipStatus } from '@florin/contract/eligibility';
import type { BusinessStatus, FundingSource } from '@florin/contract/program/user-info';
import type { Facts, Funds } from '../policies/facts.ts';
import type { Windows } from '../policies/windows.ts';
import type { HoldRule } from '../../db/hold-rules.ts';
import { isConsumer } from './card-agreement.ts';
import type { HoldDays } from './hold-policy.ts';

/** A card as `readCards` reads it (statements.ts). */
export interface CardRow {
  id: string;
  businessId: string;
  chainId: string;
  status: CardStatus;
  expiresOn: string;
  usesAtMost: number | null;
  uses: number;
  amountLock: number | null;
  merchantLock: 'FIRST' | 'NAMED' | null;
  lockedMerchantId: string | null;
  lockedMerchantName: string | null;
  validFrom: Date | null;
  validUntil: Date | null;
  policyVersions: number[];
  businessStatus: BusinessStatus;
  operational: boolean;
  timeZone: string;
  fundingSource: FundingSource | null;
  drawsOnBusiness: boolean;
  network: 'Visa' | 'Mastercard';
  bankId: 'BANCORP' | 'MBFINANCIAL' | 'FIFTHTHIRD';
  programType: 'Grants' | 'OwnedFunds' | 'Business';
  programId: string;
  replenishmentDelayDays: number | null;
  holdStandard: number;
  holdEstimate: number;
  holdCarRental: number;
  holdRules: readonly HoldRule[];
  isaBasisPoints: number;
  conversionBasisPoints: number;
  membershipStatus: MembershipStatus | null;
  restricted: boolean;
  credit: { line: number | null; bank: CreditFacts['primaryBank'] } | null;
  cardWindows: Windows | null;
  businessWindows: Windows | null;
  groupWindows: Record<string, Windows> | null;
}

/** The facts that the cards of one business share, as objects, so that a batch sees what it has approved so far. */
export interface Shared {
  pool: Funds;
  /** By card; those with a balance of their own. */
  wallets: Map<string, Funds>;
  business: Windows;
  groups: Map<string, Windows>;
  /** By chain. */
  chains: Map<string, Windows>;
}

/** The kind of money that a card draws on. */
export const sourceOf = (row: Pick<CardRow, 'drawsOnBusiness' | 'fundingSource'>): Funds['source'] => {
  if (!row.drawsOnBusiness) return 'WALLET';
  return row.fundingSource === 'Credit' ? 'CREDIT' : 'BUSINESS';
};

export const holdDaysOf = (row: CardRow): HoldDays => ({
  standard: row.holdStandard,
  estimate: row.holdEstimate,
  carRental: row.holdCarRental,
  rules: row.holdRules,
});

/** The windows of a scope, as read or as changed by the batch so far. */
function windowsIn(known: Map<string, Windows>, id: string, read: Windows | null): Windows {
  let windows = known.get(id);
  if (!windows) known.set(id, (windows = read ?? {}));
  return windows;
}

/** The facts of a purchase with a card: those of the card, and those shared with the other cards of the business. */
export function factsOf(row: CardRow, shared: Shared): Facts {
  const groups: Record<string, Windows> = {};
  for (const [id, read] of Object.entries(row.groupWindows ?? {})) groups[id] = windowsIn(shared.groups, id, read);
  return {
    eligibility: {
      person: { restricted: row.restricted },
      ...(row.membershipStatus && { membership: { status: row.membershipStatus } }),
      business: { status: row.businessStatus, operational: row.operational },
      card: { status: row.status },
      ...(row.credit &&
        sourceOf(row) === 'CREDIT' && {
          credit: {
            primaryBank: row.credit.bank,
            line: row.credit.line ?? 0,
            replenishmentDelayDays: row.replenishmentDelayDays,
          },
        }),
    },
    card: {
      isConsumer: isConsumer(row),
      expiresOn: row.expiresOn,
      receiptsOverdue: 0,
      usesAtMost: row.usesAtMost,
      uses: row.uses,
      amountLock: row.amountLock,
      merchantLock: row.merchantLock,
      lockedMerchantId: row.lockedMerchantId,
      lockedMerchantName: row.lockedMerchantName,
      validFrom: row.validFrom?.getTime() ?? null,
      validUntil: row.validUntil?.getTime() ?? null,
    },
    funds:
      sourceOf(row) === 'WALLET' ? (shared.wallets.get(row.id) ?? { available: 0, source: 'WALLET' }) : shared.pool,
    windows: { card: windowsIn(shared.chains, row.chainId, row.cardWindows), business: shared.business, groups },
  };
}

/** Facts for one purchase alone, which no other purchase shares. */
export function factsAlone(row: CardRow, available: { pool: number; wallet: number | null }): Facts {
  const source = sourceOf(row);
  return factsOf(row, {
    pool: { available: available.pool, source: source === 'WALLET' ? 'BUSINESS' : source },
    wallets: new Map(available.wallet === null ? [] : [[row.id, { available: available.wallet, source: 'WALLET' }]]),
    business: row.businessWindows ?? {},
    groups: new Map(),
    chains: new Map(),
  });
}
