import { setFundingScheduleStatus, type FundingSchedule } from '@florin/contract/funding-schedules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { longWhen } from '../../../flows/transactions/when.ts';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { ConfirmDialog } from '../../../kit/overlays/ConfirmDialog.tsx';
import { FormMessage } from '../../../kit/forms/FormMessage.tsx';
import { moneyText } from '../../../kit/text/money-parts.ts';
import { fundingWords } from '../../../messages/en/card-funding.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { useSubmission } from '../../../session/failures/use-submission.ts';
import { PermittedButton } from '../../../session/PermittedButton.tsx';
import { refreshFunding, schedulesQuery } from './queries.ts';
import styles from './card-funding.module.css';

const words = fundingWords.schedules;

/** The schedules by which cards are funded, each as sentences, with the pause and the end. */
export function Schedules() {
  const list = useQuery(schedulesQuery());
  if (list.isError && !list.data)
    return (
      <Failure
        {...errorMessage(list.error, words.failed)}
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      />
    );
  if (!list.data || list.data.length === 0) return null;
  return (
    <Panel title={words.title} padded={false}>
      <ul className={styles.schedules}>
        {list.data.map((schedule) => (
          <li key={schedule.id}>
            <Schedule of={schedule} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function whenOf({ frequency, threshold, timeOfDay, weekday, dayOfMonth }: FundingSchedule): string {
  const time = timeOfDay ?? '';
  if (frequency === 'LOW_BALANCE') return words.low(threshold ? moneyText(threshold) : '');
  if (frequency === 'WEEKLY') return words.every.WEEKLY(time, words.weekdays[(weekday ?? 1) - 1]!);
  if (frequency === 'MONTHLY') return words.every.MONTHLY(time, String(dayOfMonth ?? 1));
  return words.every[frequency](time);
}

function stateOf({ status, nextRunAt }: FundingSchedule): string {
  if (status === 'PAUSED') return words.paused;
  if (status === 'ENDED') return words.ended;
  return nextRunAt === null ? '' : words.next(longWhen(nextRunAt));
}

function Schedule({ of }: { of: FundingSchedule }) {
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
  const what = fundingWords.sentence[of.act](of.cards.length, moneyText(of.amount));
  return (
    <div className={styles.schedule}>
      <div>
        <p>
          <b>{of.name}</b>
        </p>
        <p>
          {whenOf(of)}. {what}
        </p>
        <p className={styles.quiet}>{stateOf(of)}</p>
        {!isEnding && <FormMessage message={message} />}
      </div>
      {of.status !== 'ENDED' && (
        <span className={styles.tools}>
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
