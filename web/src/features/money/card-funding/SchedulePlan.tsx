import {
  changeFundingSchedule,
  createFundingSchedule,
  type FundingSchedule,
  type previewFundingSchedule,
} from '@florin/contract/money/funding-schedules';
import type { Success } from '@florin/contract/endpoint';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useContentKey } from '../../../flows/requests/use-content-key.ts';
import { useSendKeys } from '../../../flows/use-send-keys.ts';
import { shortDate, longWhen } from '../../../flows/time/when.ts';
import { classNames } from '../../../kit/class-names.ts';
import { Button } from '../../../kit/actions/Button.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { FormMessage } from '../../../kit/forms/FormMessage.tsx';
import { Money } from '../../../kit/text/Money.tsx';
import { moneyText, usd } from '../../../kit/text/money-parts.ts';
import { fundingWords } from '../../../messages/en/money/card-funding.ts';
import { keysText } from '../../../session/browser/keys-text.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { useSubmission } from '../../../session/failures/use-submission.ts';
import { queryClient, Refused } from '../../../session/queries/query-client.ts';
import { PlanPanel } from './PlanPanel.tsx';
import { planSentences } from './plan-words.ts';
import { refreshFunding, schedulePlanQuery, schedulesQuery } from './queries.ts';
import type { Setup } from './schedule-setup.ts';
import { scheduleSentences } from './schedule-words.ts';
import styles from './card-funding.module.css';

const words = fundingWords.schedules.plan;
const list = new Intl.ListFormat('en-US', { type: 'unit' });
type Preview = Success<typeof previewFundingSchedule>['body'];

interface SchedulePlanProps {
  /** Null while something is missing. */
  setup: Setup | null;
  /** The one that is changed; null for a new one. */
  schedule: FundingSchedule | null;
  /** @param id of the one that was made or changed */
  onDone: (id: string) => void;
  /** Replaces what was typed with the other person's version. */
  onTheirs: (theirs: FundingSchedule) => void;
}

/** What a schedule would do at its next run, and the button that sets it up. Nothing moves by that. */
export function SchedulePlan({ setup, ...rest }: SchedulePlanProps) {
  const plan = useQuery({ ...schedulePlanQuery(setup, rest.schedule?.id), placeholderData: keepPreviousData });
  const isCurrent = !plan.isPlaceholderData && plan.data !== undefined && !plan.isError;
  return (
    <div className={styles.aside}>
      {setup !== null && !plan.isError && plan.data ? (
        <Planned preview={plan.data} setup={setup} isCurrent={isCurrent} {...rest} />
      ) : (
        <PlanPanel>
          {setup === null ? (
            <p className={styles.quiet}>{words.choose}</p>
          ) : (
            plan.isError &&
            (isNever(plan.error) ? (
              <Notice severity="warning">{words.never}</Notice>
            ) : (
              <Failure
                {...errorMessage(plan.error, words.failed)}
                onRetry={() => void plan.refetch()}
                retrying={plan.isFetching}
              />
            ))
          )}
        </PlanPanel>
      )}
    </div>
  );
}

/** Everything but the end is checked before: the server knows when the first run would be. */
const isNever = (error: Error): boolean => error instanceof Refused && error.code === 'VALIDATION';

interface PlannedProps extends Omit<SchedulePlanProps, 'setup'> {
  preview: Preview;
  setup: Setup;
  isCurrent: boolean;
}

function Planned({ preview, setup, isCurrent, schedule, onDone, onTheirs }: PlannedProps) {
  const { plan, runs, forecast, timeZone } = preview;
  const { pending, message, submit, say } = useSubmission();
  const keyFor = useContentKey('new-schedule');
  const [theirs, setTheirs] = useState<FundingSchedule | null>(null);
  const { main, stay, idle } = planSentences(plan);
  const save = async (version: number | null) => {
    const answer =
      schedule === null || version === null
        ? await submit(createFundingSchedule, { body: { ...setup, idempotencyKey: keyFor(setup) } })
        : await submit(changeFundingSchedule, { params: { id: schedule.id }, body: { ...setup, version } });
    if (answer?.ok) {
      showSnackbar({
        severity: 'success',
        text: schedule === null ? fundingWords.schedules.created : fundingWords.schedules.acted,
      });
      onDone(answer.body.id);
      await refreshFunding();
    } else if (answer?.code === 'VERSION_CONFLICT') {
      const now = await queryClient.fetchQuery({ ...schedulesQuery(), staleTime: 0 }).catch(() => null);
      const found = now?.find(({ id }) => id === schedule?.id);
      if (found) {
        say(null);
        setTheirs(found);
      }
    }
  };
  useSendKeys(() => {
    if (isCurrent && !pending && theirs === null) void save(schedule?.version ?? null);
  });
  const [first, ...later] = runs;
  return (
    <>
      <PlanPanel>
        <div className={styles.plan} data-old={!isCurrent || undefined} aria-busy={!isCurrent}>
          <div>
            <p className={styles.quiet}>
              {first === undefined ? words.lowFirst : words.first(longWhen(first, timeZone))}
            </p>
            <p className={styles.story}>{main}</p>
            <p className={styles.quiet}>{words.withToday}</p>
          </div>
          {idle !== null && <Notice severity="warning">{idle}</Notice>}
          {stay.length > 0 && (
            <ul className={styles.stay}>
              {stay.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
          {forecast && <Forecast of={forecast} />}
          {later.length > 0 && (
            <div>
              <p className={styles.quiet}>{words.next}</p>
              <p>{words.nextRuns(list.format(later.map((run) => shortDate(run, timeZone))))}</p>
            </div>
          )}
          <p className={styles.quiet}>{words.undo}</p>
        </div>
      </PlanPanel>
      <div className={styles.move}>
        <FormMessage message={message} />
        {idle !== null && (
          <p className={classNames(styles.brief, styles.useless)} aria-hidden="true">
            {fundingWords.plan.brief.idle(plan.lines.length)}
          </p>
        )}
        {forecast && first !== undefined && (
          <p className={styles.brief} aria-hidden="true">
            {words.brief(longWhen(first, timeZone), moneyText(forecast.after))}
          </p>
        )}
        {theirs ? (
          <div role="alert" className={styles.plan}>
            <Notice severity="warning">
              {words.conflict}
              <p>{scheduleSentences(theirs).join(' ')}</p>
            </Notice>
            <Button onClick={() => onTheirs(theirs)}>{words.takeTheirs}</Button>
            {theirs.status !== 'ENDED' && (
              <Button
                variant="primary"
                pending={pending}
                pendingLabel={words.saving}
                unavailable={!isCurrent}
                onClick={() => void save(theirs.version)}
              >
                {words.keepMine}
              </Button>
            )}
          </div>
        ) : (
          <Button
            variant="primary"
            full
            unavailable={!isCurrent}
            pending={pending}
            pendingLabel={schedule === null ? words.creating : words.saving}
            onClick={() => void save(schedule?.version ?? null)}
          >
            {schedule !== null
              ? words.save
              : setup.frequency !== 'LOW_BALANCE' && plan.total.amount > 0
                ? words.createWith(plan.cardsChanged, moneyText(plan.total))
                : words.create}
          </Button>
        )}
        {isCurrent && theirs === null && (
          <p className={styles.keys} aria-hidden="true">
            <kbd>{keysText(fundingWords.plan.keys)}</kbd>
          </p>
        )}
      </div>
    </>
  );
}

/** What the account has at the first run: the sum, and without the money that has yet to arrive. */
function Forecast({ of }: { of: NonNullable<Preview['forecast']> }) {
  const { available, deposits, otherSchedules, thisRun, after, withoutDeposits } = of;
  const less = (value: typeof available) => ({ ...value, amount: -value.amount });
  const rows = [
    [words.available, available],
    ...(deposits.amount > 0 ? [[words.deposits, deposits] as const] : []),
    ...(otherSchedules.amount > 0 ? [[words.others, less(otherSchedules)] as const] : []),
    [words.thisRun, less(thisRun)],
  ] as const;
  return (
    <div className={styles.forecast}>
      <dl>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Money value={value} />
            </dd>
          </div>
        ))}
        <div className={styles.result}>
          <dt>{words.after}</dt>
          <dd>
            <Money value={after} />
          </dd>
        </div>
      </dl>
      {after.amount < 0 && <Notice severity="warning">{words.short(moneyText(usd(-after.amount)))}</Notice>}
      <p className={styles.quiet}>
        {deposits.amount > 0 &&
          after.amount >= 0 &&
          `${
            withoutDeposits.amount < 0
              ? words.withoutShort(moneyText(usd(-withoutDeposits.amount)))
              : words.without(moneyText(withoutDeposits))
          } `}
        {words.purchases}
      </p>
    </div>
  );
}
