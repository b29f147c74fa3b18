import { TabLinks } from '../../../flows/tabs/TabsHead.tsx';
import { paths } from '../../../paths.ts';
import { TransactionList, prepareList } from './TransactionList.tsx';
import { transactionWords as words } from '../../../messages/en/cards/transactions.ts';
import { pageTitles } from '../../../messages/en/shell/pages.ts';

const tabs = (
  <TabLinks
    label={words.own}
    tabs={[
      [paths.purchases, pageTitles.purchases],
      [paths.cardTransactions, pageTitles.cardTransactions],
      [paths.cardDeclines, pageTitles.cardDeclines],
    ]}
  />
);

const purchases = { declined: 'false' } as const;
const declines = { declined: 'true' } as const;

export const preparePurchases = prepareList('own', purchases);
export const prepareCardTransactions = prepareList('own');
export const prepareCardDeclines = prepareList('own', declines);

/** /my-transactions/purchases: the cardholder's own purchases and refunds. */
export function PurchasesPage() {
  return (
    <TransactionList
      scope="own"
      tabs={tabs}
      list="purchases"
      title={pageTitles.purchases}
      intro={words.intro.purchases}
      none={words.none.own}
      only={purchases}
    />
  );
}

/** /my-transactions/card-transactions: everything, declined purchases too. */
export function CardTransactionsPage() {
  return (
    <TransactionList
      scope="own"
      tabs={tabs}
      list="card-transactions"
      title={pageTitles.cardTransactions}
      intro={words.intro.cardTransactions}
      none={words.none.own}
      hasViews
    />
  );
}

/** /my-transactions/card-declines: declined purchases, with the reason below each. */
export function CardDeclinesPage() {
  return (
    <TransactionList
      scope="own"
      tabs={tabs}
      list="card-declines"
      title={pageTitles.cardDeclines}
      intro={words.intro.cardDeclines}
      none={words.none.declines}
      only={declines}
    />
  );
}
