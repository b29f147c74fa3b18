import { creditHoldCause } from '@florin/contract/eligibility';
import type { outstandingFees } from '@florin/contract/program/business';
import type { Success } from '@florin/contract/endpoint';
import type { ExternalAccount } from '@florin/contract/money/external-accounts';
import type { Money } from '@florin/contract/money';
import { unknownCustomerId, type Site } from '@florin/contract/program/site';
import type { UserInfo } from '@florin/contract/program/user-info';
import { isClosed } from '../../session/account/eligibility.ts';
import { moneyText } from '../../kit/text/money-parts.ts';
import { shellWords } from '../../messages/en/shell/shell.ts';

export interface Banner {
  id: string;
  severity: 'info' | 'warning' | 'error';
  text: string;
  /** `accounts`: to the bank accounts, in its words · `validate`: to the form, with the bank · `fees`: to what is owed, with the act that dismisses it · `retry` is an act. */
  action?:
    | { kind: 'accounts'; label: string }
    | { kind: 'validate'; bankId: string }
    | { kind: 'fees' }
    | { kind: 'retry' };
}

export type BannerAudience = Parameters<typeof isClosed>[0] &
  Pick<UserInfo, 'role' | 'businessSuspended' | 'suspensionMode' | 'fundingSource' | 'creditReplenishmentDelayDays'> & {
    userData: Pick<UserInfo['userData'], 'businessOperational'>;
  };

type Bank = Pick<
  ExternalAccount,
  'id' | 'bankName' | 'accountLast4' | 'authenticationMethod' | 'openBankingConnection' | 'status'
>;

/** The data for the banners. `undefined` means unknown and makes neither a banner nor its opposite. */
export interface Notices {
  primaryBank?: Bank | null | undefined;
  creditLine?: Money | undefined;
  automaticSuspension?: boolean | undefined;
  fees?: Success<typeof outstandingFees>['body'] | undefined;
  announcements?: Site['announcements'];
  /** Some of this could not be loaded. */
  incomplete?: boolean;
}

const words = shellWords.banners;
const toReconnect = { kind: 'accounts', label: words.reconnect } as const;
const toAccounts = { kind: 'accounts', label: words.accounts } as const;

/**
 * Whether the primary bank matters to an account (specification section 4): administrators, credit funding, not
 * suspended, no replenishment delay; and the account is not closed, because then nobody can act on the bank.
 */
export const concernsPrimaryBank = (person: BannerAudience): boolean =>
  person.role === 'ADMIN' &&
  person.fundingSource === 'Credit' &&
  !person.businessSuspended &&
  !person.creditReplenishmentDelayDays &&
  !isClosed(person);

/** Whether an administrator can end the suspension: the connection to the bank was lost (decision 015). */
export const isSuspendedForBank = (person: BannerAudience): boolean =>
  person.role === 'ADMIN' &&
  person.businessSuspended &&
  person.suspensionMode === 'PlaidConnectivity' &&
  !isClosed(person);

/**
 * The banners over the pages of an account (specification sections 4 and 8), and who sees which text. Their order is
 * their precedence: the end of an account, its suspension, what it waits for, open steps, information.
 */
export function bannersFor(person: BannerAudience, notices: Notices): Banner[] {
  const bank = concernsPrimaryBank(person) ? ofBank(notices) : [];
  const hold = concernsPrimaryBank(person) ? ofCreditLine(notices, isInReview(person)) : null;
  const review = ofReview(person);
  return [
    ...ofAccount(person, notices.primaryBank),
    ...(hold?.cause === 'line' ? review.map((banner) => withText(banner, hold.text)) : review),
    ...(hold?.cause === 'bank' ? bank.map((banner) => withText(banner, `${banner.text} ${hold.text}`)) : bank),
    ...(hold !== null && !isCoveredBy(hold.cause, { review, bank }) ? [holdBanner(hold)] : []),
    ...(person.role === 'ADMIN' ? ofFees(notices) : []),
    ...(notices.announcements ?? []).flatMap(({ id, title, text }) =>
      id === unknownCustomerId ? [] : announcement(id, title, text),
    ),
    ...(notices.incomplete ? [unchecked] : []),
  ];
}

function ofAccount(person: BannerAudience, primaryBank: Notices['primaryBank']): Banner[] {
  const found: Banner[] = [];
  if (isClosed(person)) found.push({ id: 'closed', severity: 'error', text: words.accountClosed });
  if (person.businessSuspended) {
    const mode = person.suspensionMode ?? 'Default';
    const content = isSuspendedForBank(person)
      ? ofLostBank(primaryBank)
      : { text: person.role === 'ADMIN' ? words.suspended[mode] : words.suspendedForCardholders };
    found.push({ id: 'suspended', severity: 'error', ...content });
  }
  return found;
}

/** The open step at the bank of a suspended business; none if unknown. */
function ofLostBank(bank: Notices['primaryBank']): Pick<Banner, 'text' | 'action'> {
  if (bank?.openBankingConnection?.isActive === false)
    return { text: words.suspended.PlaidConnectivity, action: toReconnect };
  if (bank?.status === 'AWAITINGMINIDEPOSIT')
    return {
      text: words.suspendedBank.awaiting(bank.bankName, bank.accountLast4),
      action: { kind: 'validate', bankId: bank.id },
    };
  return {
    text:
      bank?.status === 'VALIDATIONFAILED'
        ? words.suspendedBank.locked(bank.bankName, bank.accountLast4)
        : words.suspendedBank.unknown,
    action: toAccounts,
  };
}

/** The open step at the primary bank. */
function ofBank({ primaryBank, automaticSuspension }: Notices): Banner[] {
  if (!primaryBank) return [];
  if (primaryBank.authenticationMethod !== 'MICRODEPOSITS') {
    if (primaryBank.openBankingConnection?.isActive !== false) return [];
    const text = automaticSuspension ? words.bankUnlinkedSuspends : words.bankUnlinked;
    return [{ id: 'bank-unlinked', severity: 'error', text, action: toReconnect }];
  }
  const { id: bankId, bankName, accountLast4, status } = primaryBank;
  if (status === 'AWAITINGMINIDEPOSIT') {
    const text = words.validationNeeded(bankName, accountLast4);
    return [{ id: 'bank-validation', severity: 'warning', text, action: { kind: 'validate', bankId } }];
  }
  if (status !== 'VALIDATIONFAILED') return [];
  return [{ id: 'bank-locked', severity: 'error', text: words.bankLocked(bankName, accountLast4), action: toAccounts }];
}

interface Hold {
  cause: NonNullable<ReturnType<typeof creditHoldCause>>;
  text: string;
}

/** The hold of the credit line; none while the bank is unknown. */
function ofCreditLine({ primaryBank, creditLine }: Notices, inReview: boolean): Hold | null {
  if (primaryBank === undefined) return null;
  const cause = creditHoldCause(primaryBank, creditLine?.amount, inReview);
  if (cause === null) return null;
  // A business in review also needs the approval, which the hold mentions, too.
  return { cause, text: inReview ? words.creditLineHoldInReview[cause] : words.creditLineHold[cause] };
}

/**
 * Each cause has one banner: the banner of the review, or of the open step at the bank, also explains the hold that it
 * causes.
 */
const withText = (banner: Banner, text: string): Banner => ({
  ...banner,
  severity: banner.severity === 'info' ? 'warning' : banner.severity,
  text,
});

const isCoveredBy = (cause: Hold['cause'], { review, bank }: { review: readonly Banner[]; bank: readonly Banner[] }) =>
  (cause === 'line' && review.length > 0) || (cause === 'bank' && bank.length > 0);

const holdBanner = ({ text }: Hold): Banner => ({ id: 'credit-line-hold', severity: 'warning', text });

function ofFees({ fees }: Notices): Banner[] {
  if (!fees || fees.dismissed || fees.warehouseAmount.amount <= 0) return [];
  const text = `${words.outstandingFees} ${words.outstandingFeesOwed(moneyText(fees.warehouseAmount))}`;
  return [{ id: 'outstanding-fees', severity: 'warning', text, action: { kind: 'fees' } }];
}

const isInReview = (person: BannerAudience): boolean =>
  !isClosed(person) &&
  !person.userData.businessOperational &&
  !person.businessSuspended &&
  person.fundingSource !== null;

function ofReview(person: BannerAudience): Banner[] {
  if (!isInReview(person)) return [];
  const isCredit = person.fundingSource === 'Credit';
  const text =
    person.role === 'CARDHOLDER'
      ? words.pendingReviewForCardholders[isCredit ? 'Credit' : 'Prepaid']
      : isCredit
        ? words.pendingReviewCredit
        : words.pendingReviewPrepaid;
  return [{ id: 'pending-review', severity: 'info', text }];
}

const announcement = (id: string, title: string, text: string): Banner => ({
  id: `announcement-${id}`,
  severity: 'info',
  text: `${title}: ${text}`,
});

const unchecked: Banner = { id: 'unchecked', severity: 'info', text: words.unchecked, action: { kind: 'retry' } };
