import type { ExportFormat } from '@florin/contract/exports';
import { exportTransfers, type BankTransfer, type TransferDirection } from '@florin/contract/money/transfers';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { download } from '../../../flows/lists/download.ts';
import { ListPage } from '../../../flows/lists/ListPage.tsx';
import { useListAddress } from '../../../flows/lists/use-list-address.ts';
import { SettingsTabs } from '../../../flows/settings/SettingsHead.tsx';
import { StepUpProvider } from '../../../flows/step-up/StepUpProvider.tsx';
import { When } from '../../../flows/time/When.tsx';
import { calendarDay, longWhen, shortWhen } from '../../../flows/time/when.ts';
import { StatusTag } from '../../../kit/feedback/StatusTag.tsx';
import { StatusText } from '../../../kit/feedback/StatusText.tsx';
import type { Column } from '../../../kit/lists/table/columns.ts';
import { Money } from '../../../kit/text/Money.tsx';
import { moneyText } from '../../../kit/text/money-parts.ts';
import { pageTitles } from '../../../messages/en/shell/pages.ts';
import { transferWords as words } from '../../../messages/en/money/transfers.ts';
import { useEpoch } from '../../../session/browser-session.ts';
import { ReasonedButton, useReason } from '../../../session/PermittedButton.tsx';
import { usePerson } from '../../../session/person.ts';
import { fields, order, queryOf, views } from './list-search.ts';
import { wasLeftOpen } from '../../../session/kept-forms/use-kept-form.ts';
import { transferFiguresQuery, transferKey, transfersQuery } from './queries.ts';
import { signed } from './transfer-text.ts';
import { TransferSheet } from './TransferSheet.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { errorMessage } from '../../../session/failures/error-message.ts';
import styles from './transfers.module.css';

const TransferDialog = lazy(() => import('./TransferDialog.tsx'));

const columns: readonly Column<BankTransfer>[] = [
  {
    id: 'what',
    title: words.columns.what,
    cell: ({ direction, bankAccount: { bankName, last4 } }) => words.what[direction](words.bank(bankName, last4)),
  },
  { id: 'by', title: words.columns.by, folds: 'later', cell: ({ requestedBy }) => requestedBy },
  { id: 'when', title: words.columns.when, cell: ({ requestedAt }) => <When at={requestedAt} /> },
  { id: 'state', title: words.columns.state, card: 'aside', cell: (transfer) => <State of={transfer} /> },
  {
    id: 'amount',
    title: words.columns.amount,
    align: 'end',
    card: 'figure',
    cell: (transfer) => <Money value={signed(transfer)} />,
  },
];

function State({ of: { stage, sendsAt, settlesOn, availableOn } }: { of: BankTransfer }) {
  const { timeZone } = usePerson();
  if (stage === 'RETURNED' || stage === 'DECLINED' || stage === 'REVERSED')
    return <StatusTag tone="bad">{words.stages[stage]}</StatusTag>;
  if (stage === 'SCHEDULED')
    return <StatusText fill="ring">{words.state.SCHEDULED(shortWhen(sendsAt, timeZone))}</StatusText>;
  if (stage === 'SENT') return <StatusText fill="ring">{words.state.SENT(calendarDay(settlesOn))}</StatusText>;
  if (stage === 'HELD')
    return <StatusText fill="half">{words.state.HELD(calendarDay(availableOn ?? settlesOn))}</StatusText>;
  return <StatusText>{words.stages[stage]}</StatusText>;
}

/** /business-settings/external-accounts/transfers: money between the account and the bank accounts of the business. */
export function TransfersPage() {
  // A step-up reissues the session, and later queries belong to the new one.
  useEpoch();
  const address = useListAddress();
  const { timeZone } = usePerson();
  const query = useMemo(() => queryOf(address.search), [address.search]);
  const rows = useInfiniteQuery(transfersQuery(query));
  const take = (format: ExportFormat) => download(exportTransfers, { query: { ...query, format } });
  const figures = useQuery(transferFiguresQuery());
  const reason = useReason('transfers.make');
  const [making, setMaking] = useState<TransferDirection | null>(
    () => (['IN', 'OUT'] as const).find((direction) => wasLeftOpen(transferKey(direction))) ?? null,
  );
  const isCredit = figures.data?.mayWithdraw === false;
  return (
    <StepUpProvider>
      <ListPage
        list="bank-transfers"
        title={pageTitles.bankTransfers}
        action={
          <>
            <ReasonedButton
              reason={reason ?? (isCredit ? words.noCreditWithdrawal : null)}
              onClick={() => setMaking('OUT')}
            >
              {words.withdraw}
            </ReasonedButton>
            <ReasonedButton reason={reason} variant="primary" onClick={() => setMaking('IN')}>
              {words.deposit}
            </ReasonedButton>
          </>
        }
        onExport={take}
        tabs={
          <>
            <SettingsTabs />
            <Figures />
          </>
        }
        address={address}
        fields={fields}
        views={views}
        rows={rows}
        columns={columns}
        order={order}
        rowId={({ id }) => id}
        rowName={({ direction, amount, requestedAt }) =>
          words.row(words.directions[direction], moneyText(amount), longWhen(requestedAt, timeZone))
        }
        none={words.none}
        messages={words}
        renderSheet={(place) => <TransferSheet {...place} />}
      />
      <Suspense>{making !== null && <TransferDialog direction={making} onClose={() => setMaking(null)} />}</Suspense>
    </StepUpProvider>
  );
}

const figureWords = words.figures;

/** What is available, and what is on its way. */
function Figures() {
  const { data, isError, error, refetch, isFetching } = useQuery(transferFiguresQuery());
  if (isError && !data)
    return (
      <Failure {...errorMessage(error, figureWords.failed)} onRetry={() => void refetch()} retrying={isFetching} />
    );
  const rows = [
    [figureWords.available, data?.available],
    [figureWords.incoming, data?.incoming],
    ...(data?.mayWithdraw === false ? [] : ([[figureWords.outgoing, data?.outgoing]] as const)),
    ...(data && data.outstanding.amount > 0 ? ([[figureWords.outstanding, data.outstanding]] as const) : []),
  ] as const;
  return (
    <dl className={styles.figures} aria-label={figureWords.label}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === undefined ? <Skeleton shape="short" /> : <Money value={value} />}</dd>
        </div>
      ))}
    </dl>
  );
}
