import type { FundingLine, FundingRun } from '@florin/contract/money/card-funding';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { titleOfCard } from '../../../flows/cards/card-title.ts';
import { longWhen } from '../../../flows/time/when.ts';
import { Button } from '../../../kit/actions/Button.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import type { Column } from '../../../kit/lists/table/columns.ts';
import { Table } from '../../../kit/lists/table/Table.tsx';
import { LastDigits } from '../../../kit/text/LastDigits.tsx';
import { Money } from '../../../kit/text/Money.tsx';
import { moneyText } from '../../../kit/text/money-parts.ts';
import { fundingWords as words } from '../../../messages/en/money/card-funding.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { usePerson } from '../../../session/person.ts';
import { Change } from './Change.tsx';
import { cardText, planSentences } from './plan-words.ts';
import { runQuery } from './queries.ts';
import styles from './card-funding.module.css';

const columns: Column<FundingLine>[] = [
  {
    id: 'card',
    title: words.columns.card,
    cell: (line) => (
      <Link to="/cards/$id" params={{ id: line.cardId }}>
        {titleOfCard({ name: line.cardName, kind: line.kind })} <LastDigits digits={line.last4} />
      </Link>
    ),
  },
  { id: 'holder', title: words.columns.holder, folds: 'first', cell: ({ holder }) => holder },
  { id: 'has', title: words.columns.had, align: 'end', labelled: true, cell: ({ before }) => <Money value={before} /> },
  {
    id: 'gets',
    title: words.columns.got,
    align: 'end',
    card: 'figure',
    cell: (line) => <Change line={line} />,
  },
  {
    id: 'will',
    title: words.columns.after,
    align: 'end',
    folds: 'later',
    labelled: true,
    cell: ({ after }) => <Money value={after} />,
  },
];

interface RunReportProps {
  id: string;
  onAgain: () => void;
  /** Null for a person who may not. */
  onTakeBack: ((run: FundingRun) => void) | null;
}

/** What an order or a schedule did, card by card. Nothing here moves money. */
export function RunReport({ id, onAgain, onTakeBack }: RunReportProps) {
  const one = useQuery(runQuery(id));
  const { timeZone } = usePerson();
  if (one.isError && !one.data)
    return (
      <Failure
        {...errorMessage(one.error, words.done.failed)}
        onRetry={() => void one.refetch()}
        retrying={one.isFetching}
      />
    );
  if (!one.data)
    return (
      <Panel title={words.done.title}>
        <div className={styles.report} aria-busy="true">
          <span className="visually-hidden">{words.done.loading}</span>
          <Skeleton shape="long" />
          <Skeleton shape="medium" />
        </div>
      </Panel>
    );
  const run = one.data;
  const when = longWhen(run.at, timeZone);
  const given = run.lines.filter(({ change }) => change.amount > 0);
  return (
    <Panel
      title={words.done.title}
      padded={false}
      actions={
        <span className={styles.tools}>
          {onTakeBack && given.length > 0 && <Button onClick={() => onTakeBack(run)}>{words.done.takeBack}</Button>}
          {onTakeBack && <Button onClick={onAgain}>{words.done.again}</Button>}
        </span>
      }
    >
      <div className={styles.report} role="status">
        <p className={styles.story}>
          <b>{words.acts[run.act]}:</b> {planSentences(run).main}
        </p>
        <p>{words.done.account(moneyText(run.account.before), moneyText(run.account.after))}</p>
        <p className={styles.quiet}>
          {run.by === null ? words.done.bySchedule(run.schedule, when) : words.done.by(run.by, when)}
          {onTakeBack && given.length > 0 && `. ${words.done.takeBackText}`}
        </p>
      </div>
      <Table
        inPanel
        label={words.cards}
        rows={run.lines}
        columns={columns}
        rowId={({ cardId }) => cardId}
        rowName={cardText}
        keys={false}
      />
    </Panel>
  );
}
