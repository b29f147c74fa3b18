import { numberText } from '../number-text.ts';

export const dashboardWords = {
  updated: (time: string) => `Updated ${time}`,
  figures: 'Balance',
  available: 'Available balance',
  availableCredit: 'Available credit',
  balanceOnHold: 'Balance on hold',
  creditOnHold: 'Credit on hold',
  ledger: 'Ledger balance',
  onHold: 'Pending authorizations',
  incoming: 'Incoming',
  creditLimit: 'Credit limit',
  hints: {
    available: 'After pending holds',
    availableCredit: 'Remaining on your limit',
    spendingOnHold: 'Cannot be spent now',
    ledger: 'Posted so far',
    onHold: 'Authorized, not yet posted',
    incoming: 'Expected, not yet posted',
    creditLimit: 'Granted to your business',
    noFunding: 'No funding source yet',
  },
  account: 'Account',
  facts: {
    accountHolder: 'Account holder',
    business: 'Business',
    role: 'Role',
    card: 'Card',
    username: 'Username',
    fundingSource: 'Funding source',
    bank: 'Issuing bank',
    network: 'Card network',
    status: 'Account status',
  },
  roles: { ADMIN: 'Business administrator', CARDHOLDER: 'Cardholder' },
  fundingSources: { Prepaid: 'Prepaid', Credit: 'Credit', none: 'None yet' },
  statuses: { open: 'Open', onHold: 'On hold', closed: 'Closed', suspended: 'Suspended', pendingReview: 'In review' },
  linkedAccounts: 'Linked accounts',
  linkedCount: (open: number, all: number) =>
    all === open
      ? `${numberText(all)} ${all === 1 ? 'account' : 'accounts'}`
      : `${numberText(open)} of ${numberText(all)} accounts open`,
  onlyAccount: 'This is your only account.',
  more: (count: number) => `${numberText(count)} more`,
  balanceFailed: 'We could not load your balance.',
  accountsFailed: 'We could not load your linked accounts.',
  restricted: 'Balances are not shown while your account access is restricted.',
};
