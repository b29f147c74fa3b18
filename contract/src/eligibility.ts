import type { CardStatus } from './cards/card-states.ts';
import type { ExternalAccount } from './money/external-accounts.ts';
import type { Permission } from './permissions.ts';
import type { BusinessStatus } from './program/user-info.ts';

/** The status of a membership. */
export const membershipStatuses = ['OPEN', 'CLOSED'] as const;
export type MembershipStatus = (typeof membershipStatuses)[number];

/**
 * The known facts about the person, membership, business and card of an act. A part that is left out is unknown or does
 * not matter, and blocks nothing.
 */
export interface EligibilityFacts {
  person?: { restricted: boolean };
  membership?: { status: MembershipStatus };
  /** `operational` is false while the business may not run its program yet, whatever its status. */
  business?: { status: BusinessStatus; operational?: boolean };
  card?: { status: CardStatus };
  /** The line of credit that the act draws on. */
  credit?: CreditFacts;
}

export interface CreditFacts {
  /** The bank account that repays the line; null where the business has none. */
  primaryBank: Pick<ExternalAccount, 'authenticationMethod' | 'status'> | null;
  /** In minor units; undefined where it is not known. */
  line: number | bigint | undefined;
  /** A replenishment delay replaces the hold (specification section 4). */
  replenishmentDelayDays?: number | null;
}

/** The obstacles to an act, the most permanent first. The first one that applies is given as the reason. */
export const obstacles = [
  'PERSON_RESTRICTED',
  'MEMBERSHIP_CLOSED',
  'BUSINESS_CLOSED',
  'BUSINESS_SUSPENDED',
  'BUSINESS_UNDER_REVIEW',
  'BUSINESS_NOT_OPERATIONAL',
  'CREDIT_ON_HOLD',
  'CARD_CLOSED',
  'CARD_NOT_PRODUCED',
  'CARD_NOT_ACTIVATED',
  'CARD_FROZEN',
] as const;
export type Obstacle = (typeof obstacles)[number];

const notOpen = ['BUSINESS_CLOSED', 'BUSINESS_SUSPENDED', 'BUSINESS_UNDER_REVIEW'] as const;
const notActive = ['CARD_CLOSED', 'CARD_NOT_PRODUCED', 'CARD_NOT_ACTIVATED'] as const;

/** The obstacles that prevent each act. A frozen card still shows its details. */
const blocking = {
  /**
   * Every act except reading who is signed in and logging out. A suspicious login may only do these two (section 4).
   */
  'session.act': ['PERSON_RESTRICTED'],
  /** Act as an administrator or a cardholder. A closed membership has no role. */
  'role.view': ['PERSON_RESTRICTED', 'MEMBERSHIP_CLOSED'],
  /** An open membership in a closed business may read, but changes nothing. */
  'role.change': ['PERSON_RESTRICTED', 'MEMBERSHIP_CLOSED', 'BUSINESS_CLOSED'],
  /** Be switched to, or start a sign-in with (sections 2 and 4). */
  'membership.enter': ['MEMBERSHIP_CLOSED', 'BUSINESS_CLOSED'],
  /** Be switched to in place of a closed account (section 4, account status). */
  'membership.replace-closed': ['MEMBERSHIP_CLOSED', ...notOpen],
  /** Register an ordered card. This activates it. */
  'card.register': ['BUSINESS_CLOSED', 'CARD_CLOSED', 'CARD_NOT_PRODUCED'],
  /** A business orders new cards. */
  'card.issue': ['MEMBERSHIP_CLOSED', ...notOpen],
  'invite.send': notOpen,
  'invite.accept': ['BUSINESS_CLOSED'],
  /** The holder sees number, expiry and security code. A business in review keeps its cards. */
  'card.reveal': ['PERSON_RESTRICTED', 'MEMBERSHIP_CLOSED', 'BUSINESS_CLOSED', 'BUSINESS_SUSPENDED', ...notActive],
  /** Sending card details to a vendor, and opening them. The business must be open to pay. */
  'vendor-link.use': ['MEMBERSHIP_CLOSED', ...notOpen, ...notActive],
  /** The available amount can be spent now. In review a line of credit is on hold only where none is granted. */
  'balance.spend': ['MEMBERSHIP_CLOSED', 'BUSINESS_CLOSED', 'BUSINESS_SUSPENDED', 'CREDIT_ON_HOLD'],
  /** A purchase is authorized. */
  'card.spend': [
    'MEMBERSHIP_CLOSED',
    ...notOpen,
    'BUSINESS_NOT_OPERATIONAL',
    'CREDIT_ON_HOLD',
    ...notActive,
    'CARD_FROZEN',
  ],
  /** Change what a card can do, or ask an administrator for it. */
  'card.change': ['CARD_CLOSED'],
  /** Money goes from the account to a card. A card that is not activated yet is funded in advance. */
  'card.fund': ['CARD_CLOSED', 'CARD_FROZEN'],
  /** Money that moved at the network without an approved purchase is recorded on the card. */
  'card.record': ['BUSINESS_CLOSED', 'CARD_CLOSED'],
  /** Pages where money moves (reading 14). */
  'money.view': ['BUSINESS_SUSPENDED'],
  /** Move money between the business, its cards and its bank accounts. */
  'money.move': notOpen,
  /** Pages that open additional accounts. */
  'accounts.open': [...notOpen, 'BUSINESS_NOT_OPERATIONAL'],
  /** Connect and validate bank accounts. A suspended business can do this to end its suspension (decision 015). */
  'bank-account.change': ['BUSINESS_CLOSED'],
  'business-icon.change': ['BUSINESS_CLOSED', 'BUSINESS_SUSPENDED'],
} as const satisfies Record<string, readonly Obstacle[]>;
export type EligibleAct = keyof typeof blocking;
type ObstacleTo<A extends EligibleAct> = (typeof blocking)[A][number];
export const eligibleActs = Object.keys(blocking) as EligibleAct[];

/** Every obstacle in the facts, in the order of `obstacles`. */
function obstaclesOf({ person, membership, business, card, credit }: EligibilityFacts): Obstacle[] {
  const stands: Record<Obstacle, boolean> = {
    PERSON_RESTRICTED: person?.restricted === true,
    MEMBERSHIP_CLOSED: membership?.status === 'CLOSED',
    BUSINESS_CLOSED: business?.status === 'CLOSED',
    BUSINESS_SUSPENDED: business?.status === 'SUSPENDED',
    BUSINESS_UNDER_REVIEW: business?.status === 'PENDING_REVIEW',
    BUSINESS_NOT_OPERATIONAL: business?.operational === false,
    CREDIT_ON_HOLD: credit !== undefined && isCreditOnHold(credit, business?.status),
    CARD_CLOSED: card?.status === 'CLOSED',
    CARD_NOT_PRODUCED: card?.status === 'PENDING_FULFILLMENT',
    CARD_NOT_ACTIVATED: card?.status === 'PENDING_ACTIVATION',
    CARD_FROZEN: card?.status === 'PAUSED',
  };
  return obstacles.filter((obstacle) => stands[obstacle]);
}

/**
 * Why an act is not possible now; null if it is. Only this function interprets statuses: guards, banners, card details,
 * vendor links and balances call it, in the browser and on the server.
 */
export function whyNot<A extends EligibleAct>(act: A, facts: EligibilityFacts): ObstacleTo<A> | null {
  const counts: readonly Obstacle[] = blocking[act];
  return obstaclesOf(facts).find((obstacle): obstacle is ObstacleTo<A> => counts.includes(obstacle)) ?? null;
}

/** Whether an act can be done now. */
export const isEligible = (act: EligibleAct, facts: EligibilityFacts): boolean => whyNot(act, facts) === null;

/**
 * The act that must be possible for an action of `permissions.ts`. Screens read this table; the handler of each call
 * checks the act itself, and refuses with BUSINESS_NOT_OPEN.
 */
const actOf: Partial<Record<Permission, EligibleAct>> = {
  'business-icon.change': 'business-icon.change',
  'external-accounts.connect': 'bank-account.change',
  'external-accounts.validate': 'bank-account.change',
  'cards.issue': 'card.issue',
  'card-funding.run': 'money.move',
  'invites.send': 'invite.send',
  'requests.make': 'money.move',
  'transfers.make': 'money.move',
  'vendor-links.send': 'vendor-link.use',
};

/** Why a permitted action cannot be done now; null if it can. */
export function whyNotNow(permission: Permission, facts: EligibilityFacts): Obstacle | null {
  const act = actOf[permission];
  const obstacle = whyNot(permission.endsWith('.view') ? 'role.view' : 'role.change', facts);
  return obstacle ?? (act === undefined ? null : whyNot(act, facts));
}

function isCreditOnHold({ primaryBank, line, replenishmentDelayDays }: CreditFacts, status?: BusinessStatus): boolean {
  if (replenishmentDelayDays) return false;
  if (status === 'PENDING_REVIEW') return isNone(line);
  return status === 'OPEN' && creditHoldCause(primaryBank, line) !== null;
}

const isNone = (line: CreditFacts['line']): boolean => line !== undefined && line <= 0;

/**
 * Why a line of credit is on hold (specification section 4): its primary bank uses micro-deposits and is not validated
 * yet, or the credit line is not above 0, or both; null if neither. Unknown facts cause no hold.
 * @param line in minor units
 * @param isInReview a business in review waits for its line, whether its bank is connected or not
 */
export function creditHoldCause(
  primaryBank: CreditFacts['primaryBank'],
  line: CreditFacts['line'],
  isInReview = false,
): 'bank' | 'line' | 'bankAndLine' | null {
  if (primaryBank?.authenticationMethod !== 'MICRODEPOSITS') return isInReview && isNone(line) ? 'line' : null;
  if (primaryBank.status === 'ACTIVE') return isNone(line) ? 'line' : null;
  return isNone(line) ? 'bankAndLine' : 'bank';
}
