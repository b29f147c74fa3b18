import { TransactionList } from './TransactionList.tsx';
import { useListSearch } from './use-list-search.ts';
import { paths } from '../../../paths.ts';
import { transactionWords as words } from '../../../messages/en/transactions.ts';
import { en } from '../../../messages/en.ts';

/** /my-transactions/purchases: the cardholder's own purchases and refunds. */
export function PurchasesPage() {
  const address = useListSearch(paths.purchases);
  return (
    <TransactionList
      scope="own"
      title={en.pages.purchases}
      intro={words.intro.purchases}
      none={words.none.own}
      address={address}
      only={{ declined: 'false' }}
    />
  );
}

/** /my-transactions/card-transactions: everything, declined purchases too. */
export function CardTransactionsPage() {
  const address = useListSearch(paths.cardTransactions);
  return (
    <TransactionList
      scope="own"
      title={en.pages.cardTransactions}
      intro={words.intro.cardTransactions}
      none={words.none.own}
      address={address}
      hasViews
    />
  );
}

/** /my-transactions/card-declines: declined purchases, with the reason below each. */
export function CardDeclinesPage() {
  const address = useListSearch(paths.cardDeclines);
  return (
    <TransactionList
      scope="own"
      title={en.pages.cardDeclines}
      intro={words.intro.cardDeclines}
      none={words.none.declines}
      address={address}
      only={{ declined: 'true' }}
    />
  );
}
