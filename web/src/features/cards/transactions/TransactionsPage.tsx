import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../kit/actions/Button.tsx';
import { paths } from '../../../paths.ts';
import { TransactionList, prepareList } from './TransactionList.tsx';
import { transactionWords as words } from '../../../messages/en/cards/transactions.ts';
import { pageTitles } from '../../../messages/en/shell/pages.ts';

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
          <Link to={paths.cards} className={buttonClass()}>
            {words.none.toCards}
          </Link>
        ),
      }}
      hasViews
    />
  );
}
