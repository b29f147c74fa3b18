import { TransactionList } from './TransactionList.tsx';
import { useListSearch } from './use-list-search.ts';
import { paths } from '../../../paths.ts';
import { transactionWords as words } from '../../../messages/en/transactions.ts';
import { en } from '../../../messages/en.ts';

/** /transactions, for administrators: the transactions of the business's cards. */
export function TransactionsPage() {
  const address = useListSearch(paths.transactions);
  return (
    <TransactionList
      scope="business"
      title={en.pages.transactions}
      intro={words.intro.transactions}
      none={words.none.transactions}
      address={address}
      hasViews
    />
  );
}
