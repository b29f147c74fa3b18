import type { BankAccountFacts } from './open-banking.ts';

/** An account as the demo bank shows it; only checking and savings accounts can be connected. */
export interface DemoAccount extends Omit<BankAccountFacts, 'type'> {
  type: BankAccountFacts['type'] | null;
}

interface DemoCustomer {
  username: string;
  /** What signing in as this customer shows. */
  what: string;
  accounts: readonly DemoAccount[];
  /** The bank does not answer this customer. */
  isDown?: boolean;
}

export const demoBankName = 'First Demo Bank';
/** The one password of the demo bank's customers. */
export const demoBankPassword = 'demo-bank';

/** A routing number with a correct check digit that belongs to no bank. */
const routingNumber = '000000518';

const account = (
  id: string,
  name: string,
  type: DemoAccount['type'],
  accountNumber: string,
  ownerNames: readonly string[],
): DemoAccount => ({ id, name, type, mask: accountNumber.slice(-4), routingNumber, accountNumber, ownerNames });

export const demoCustomers: readonly DemoCustomer[] = [
  {
    username: 'demo',
    what: 'four accounts: two of businesses whose connection was lost, and two new ones; a credit card that cannot be connected',
    accounts: [
      account('checking-4410', 'Business Checking', 'CHECKING', '200030004410', ['Demo Business LLC']),
      account('savings-4428', 'Business Savings', 'SAVINGS', '200030004428', ['Demo Business LLC']),
      account('checking-3106', 'Maple Court Operating', 'CHECKING', '100020003106', ['Maple Court Dental']),
      account('checking-5518', 'Wildwood Operating', 'CHECKING', '100020005518', ['Wildwood Architects']),
      account('card-0071', 'Business Credit Card', null, '400000000071', ['Demo Business LLC']),
    ],
  },
  {
    username: 'demo.loans',
    what: 'no account that can be connected',
    accounts: [account('loan-8080', 'Equipment Loan', null, '300000008080', ['Demo Business LLC'])],
  },
  { username: 'demo.down', what: 'the bank does not answer', accounts: [], isDown: true },
];
