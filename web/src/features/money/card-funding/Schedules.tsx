import { setFundingScheduleStatus, type FundingSchedule } from '@florin/contract/money/funding-schedules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { longWhen } from '../../../flows/time/when.ts';
import { Button, buttonClass } from '../../../kit/actions/Button.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { StatusTag } from '../../../kit/feedback/StatusTag.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { ListEmpty } from '../../../kit/lists/ListStates.tsx';
import { ConfirmDialog } from '../../../kit/overlays/ConfirmDialog.tsx';
import { FormMessage } from '../../../kit/forms/FormMessage.tsx';
import { moneyText } from '../../../kit/text/money-parts.ts';
import { fundingWords } from '../../../messages/en/money/card-funding.ts';
import { paths } from '../../../paths.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { useSubmission } from '../../../session/failures/use-submission.ts';
import { PermittedButton, useReason } from '../../../session/PermittedButton.tsx';
import { refreshFunding, schedulesQuery } from './queries.ts';
import { dayText, scheduleSentences } from './schedule-words.ts';
import styles from './card-funding.module.css';

const words = fundingWords.schedules;

/** In place of an id in the address: a schedule that is yet to be made. */
export const newSchedule = 'new';

interface SchedulesProps {
  open: string | null;
  /** The one that was made or changed here last. It takes the focus. */
  saved: string | null;
}

const focusOn = (entry: HTMLElement | null) => entry?.focus();

/** The schedules by which cards are funded, each as sentences, with its last result, the change, the pause and the end. */
export function Schedules({ open, saved }: SchedulesProps) {
  const list = useQuery(schedulesQuery());
  const reason = useReason('card-funding.run');
  const [isAll, setAll] = useState(false);
  if (list.isError && !list.data)
    return (
      <Failure
        {...errorMessage(list.error, words.failed)}
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      />
    );
  if (!list.data) return null;
  const going = list.data.filter(({ status }) => status !== 'ENDED');
  const ended = list.data.filter(({ status }) => status === 'ENDED');
  const create = reason === null && (
    <Link to={paths.cardFunding} search={{ schedule: newSchedule }} className={buttonClass()}>
      {words.create}
    </Link>
  );
  return (
    <Panel title={words.title} padded={false} actions={going.length > 0 && create}>
      {going.length === 0 && <ListEmpty title={words.none} text={words.noneText} action={create} />}
      {list.data.length > 0 && (
        <ul className={styles.schedules}>
          {[...going, ...(isAll ? ended : [])].map((schedule) => (
            <li
              key={schedule.id}
              aria-current={schedule.id === open || undefined}
              tabIndex={schedule.id === saved ? -1 : undefined}
              ref={schedule.id === saved && open === null ? focusOn : undefined}
            >
              <Schedule of={schedule} mayChange={reason === null} />
            </li>
          ))}
        </ul>
      )}
      {ended.length > 0 && (
        <p className={styles.foot}>
          <Button variant="quiet" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? words.hideEnded : words.showEnded(ended.length)}
          </Button>
        </p>
      )}
    </Panel>
  );
}

function stateOf({ status, nextRunAt, timeZone }: FundingSchedule): string {
  if (status === 'PAUSED') return words.paused;
  if (status === 'ENDED') return words.ended;
  return nextRunAt === null ? '' : words.next(longWhen(nextRunAt, timeZone));
}

/** The days between which it runs, as far as they matter still. */
const spanOf = ({ status, startsOn, endsOn, frequency }: FundingSchedule): string =>
  [
    ...(frequency === 'LOW_BALANCE' && status !== 'ENDED' ? [words.from(dayText(startsOn))] : []),
    ...(endsOn === null ? [] : [words.to(dayText(endsOn))]),
  ].join(' ');

function LastRun({ of: { lastRun, timeZone, name } }: { of: FundingSchedule }) {
  if (lastRun === null) return <p className={styles.quiet}>{words.notRun}</p>;
  const { id, at, outcome, total, missing } = lastRun;
  const when = longWhen(at, timeZone);
  const text = words.lastRun[outcome](when, moneyText(outcome === 'SHORT' ? missing : total));
  return (
    <p className={styles.last}>
      {outcome === 'SHORT' ? <StatusTag tone="warn">{text}</StatusTag> : <span className={styles.quiet}>{text}</span>}{' '}
      <Link to={paths.cardFunding} search={{ run: id }} aria-label={words.reportOf(name)}>
        {words.report}
      </Link>
    </p>
  );
}

function Schedule({ of, mayChange }: { of: FundingSchedule; mayChange: boolean }) {
  const [isEnding, setEnding] = useState(false);
  const { pending, message, submit } = useSubmission();
  const set = async (status: FundingSchedule['status']) => {
    const answer = await submit(setFundingScheduleStatus, { params: { id: of.id }, body: { status } });
    if (answer?.ok) {
      showSnackbar({ severity: 'success', text: words.acted });
      setEnding(false);
    }
    if (answer !== null) await refreshFunding();
  };
  return (
    <div className={styles.schedule}>
      <div className={styles.told}>
        <p>
          <b>{of.name}</b>
        </p>
        <p>{scheduleSentences(of).join(' ')}</p>
        <p className={styles.quiet}>
          {[stateOf(of), spanOf(of), words.madeBy(of.createdBy)].filter(Boolean).join(' · ')}
        </p>
        <LastRun of={of} />
        {!isEnding && <FormMessage message={message} />}
      </div>
      {of.status !== 'ENDED' && (
        <span className={styles.tools}>
          {mayChange && (
            <Link
              to={paths.cardFunding}
              search={{ schedule: of.id }}
              className={buttonClass()}
              aria-label={words.changeNamed(of.name)}
            >
              {words.change}
            </Link>
          )}
          <PermittedButton
            permission="card-funding.run"
            pending={pending}
            onClick={() => void set(of.status === 'ACTIVE' ? 'PAUSED' : 'ACTIVE')}
          >
            {of.status === 'ACTIVE' ? words.pause : words.resume}
          </PermittedButton>
          <PermittedButton permission="card-funding.run" variant="quiet" onClick={() => setEnding(true)}>
            {words.end}
          </PermittedButton>
        </span>
      )}
      {isEnding && (
        <ConfirmDialog
          words={{
            title: words.endTitle,
            text: words.endText,
            submit: words.end,
            submitting: words.ending,
            cancel: words.cancel,
          }}
          pending={pending}
          message={message}
          onConfirm={() => void set('ENDED')}
          onClose={() => setEnding(false)}
        />
      )}
    </div>
  );
}
