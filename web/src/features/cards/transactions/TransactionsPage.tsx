import { lazy, Suspense } from 'react';
import { TransactionList, prepareList } from './TransactionList.tsx';
import { transactionWords as words } from '../../../messages/en/cards/transactions.ts';
import { pageTitles } from '../../../messages/en/shell/pages.ts';

// Shown to a business without transactions.
const FirstCard = lazy(() => import('./FirstCard.tsx'));

export const prepare = prepareList('business');

/** /transactions, for administrators: the transactions of the business's cards. */
export function TransactionsPage() {
  return (
    <TransactionList
      scope="business"
      list="transactions"
      title={pageTitles.transactions}
      intro={words.intro.transactions}
      none={{
        ...words.none.transactions,
        action: (
          <Suspense>
            <FirstCard />
          </Suspense>
        ),
      }}
      hasViews
    />
  );
}
