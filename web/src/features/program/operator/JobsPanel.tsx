import { retryJob } from '@florin/contract/program/operator';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ConfirmAct } from '../../../flows/step-up/ConfirmAct.tsx';
import { easternTime } from '@florin/contract/dates/eastern-time';
import { Button } from '../../../kit/actions/Button.tsx';
import type { Column } from '../../../kit/lists/table/columns.ts';
import { operatorWords } from '../../../messages/en/program/operator.ts';
import { refreshOperator, type FailedJob } from './queries.ts';
import { Waiting } from './Waiting.tsx';
import styles from './operator.module.css';

const words = operatorWords.jobs;

/** Jobs whose last run failed, each with another run. */
export function JobsPanel({ jobs }: { jobs: UseQueryResult<FailedJob[]> }) {
  const [asked, setAsked] = useState<FailedJob | null>(null);
  const columns = useMemo(() => columnsOf(setAsked), []);
  return (
    <>
      <Waiting
        title={operatorWords.list.jobs}
        found={jobs}
        rows={jobs.data}
        columns={columns}
        rowId={({ id }) => id}
        rowName={nameOf}
        messages={words}
      />
      {asked && (
        <ConfirmAct
          words={{ ...words.ask, title: words.ask.title(nameOf(asked)), cancel: operatorWords.cancel }}
          variant="primary"
          act={(send) => send(retryJob, { params: { id: asked.id } })}
          done={words.ask.done}
          refresh={refreshOperator}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

/** A job that this page does not know yet stands as the server names it. */
const nameOf = ({ task }: FailedJob): string => words.tasks[task] ?? task;

const columnsOf = (onAsk: (job: FailedJob) => void): readonly Column<FailedJob>[] => [
  {
    id: 'task',
    title: words.columns.task,
    cell: (job) => (
      <>
        {nameOf(job)} {nameOf(job) !== job.task && <span className={styles.line}>{job.task}</span>}
      </>
    ),
  },
  { id: 'error', title: words.columns.error, folds: 'first', cell: ({ lastError }) => lastError },
  {
    id: 'tries',
    title: words.columns.tries,
    labelled: true,
    cell: ({ attempts, attemptsAtMost }) => words.triesOf(attempts, attemptsAtMost),
  },
  {
    id: 'next',
    title: words.columns.next,
    folds: 'later',
    labelled: true,
    cell: ({ attempts, attemptsAtMost, runAt }) => (attempts < attemptsAtMost ? easternTime(runAt) : words.noNext),
  },
  {
    id: 'actions',
    title: operatorWords.actions,
    untitled: true,
    align: 'end',
    card: 'actions',
    cell: (job) => (
      <Button aria-label={words.retryOf(nameOf(job))} onClick={() => onAsk(job)}>
        {words.retry}
      </Button>
    ),
  },
];
