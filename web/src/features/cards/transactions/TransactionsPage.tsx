import { NotebookPen } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { TransactionList, prepareList } from './TransactionList.tsx';
import { transactionWords as words } from '../../../messages/en/cards/transactions.ts';
import { pageTitles } from '../../../messages/en/shell/pages.ts';
import { useEpoch } from '../../../session/browser-session.ts';
import { leftOpenAbout } from '../../../session/kept-forms/use-kept-form.ts';
import { useReason } from '../../../session/PermittedButton.tsx';
import type { NotedLine } from './NoteDialog.tsx';

const NoteDialog = lazy(() => import('./NoteDialog.tsx'));

export const prepare = prepareList('business');

/** /transactions, for administrators: the transactions of the business's cards. */
export function TransactionsPage() {
  // A change of account renews the session, and with it what the person may do.
  useEpoch();
  const noting = useReason('transactions.note') ?? undefined;
  const [noted, setNoted] = useState(() => leftOpenAbout<readonly NotedLine[]>('notes'));
  return (
    <>
      <TransactionList
        scope="business"
        list="transactions"
        title={pageTitles.transactions}
        intro={words.intro.transactions}
        none={words.none.transactions}
        hasViews
        act={(selected) => ({
          id: 'note',
          icon: NotebookPen,
          label: words.bulkNote.act,
          reason: noting,
          onAction: () => setNoted(selected),
        })}
      />
      <Suspense>{noted !== null && <NoteDialog of={noted} onClose={() => setNoted(null)} />}</Suspense>
    </>
  );
}
