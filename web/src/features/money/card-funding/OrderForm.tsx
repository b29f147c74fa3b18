import { runFunding, WhenShort, type FundingPlan } from '@florin/contract/money/card-funding';
import { FundingAct } from '@florin/contract/money/funding-acts';
import { FundingFrequency, type FundingSchedule } from '@florin/contract/money/funding-schedules';
import { cardFunding } from '@florin/contract/limits';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import * as v from 'valibot';
import { useAttempt } from '../../../flows/requests/use-content-key.ts';
import { Button } from '../../../kit/actions/Button.tsx';
import { classNames } from '../../../kit/class-names.ts';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import { centsOf, tidied, typedAmount } from '../../../kit/forms/cents-of.ts';
import { FormMessage } from '../../../kit/forms/FormMessage.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { moneyText, usd } from '../../../kit/text/money-parts.ts';
import { fundingWords as words } from '../../../messages/en/money/card-funding.ts';
import { useSendKeys } from '../../../flows/use-send-keys.ts';
import { keysText } from '../../../session/browser/keys-text.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { useSubmission } from '../../../session/failures/use-submission.ts';
import { KeptNotice } from '../../../session/kept-forms/KeptNotice.tsx';
import { useKept } from '../../../session/kept-forms/use-kept-form.ts';
import { usePerson } from '../../../session/person.ts';
import { balanceQuery } from '../../../session/queries/queries.ts';
import { queryClient } from '../../../session/queries/query-client.ts';
import { CardPicker } from './CardPicker.tsx';
import { OrderSentence } from './OrderSentence.tsx';
import { PlanPanel } from './PlanPanel.tsx';
import { planSentences } from './plan-words.ts';
import { bodyOf, planQuery, refreshFunding, runQuery, schedulePlanQuery, type Order } from './queries.ts';
import { isScheduled, setupOf, type Times } from './schedule-setup.ts';
import { SchedulePlan } from './SchedulePlan.tsx';
import styles from './card-funding.module.css';

// Loaded with what would happen.
const NextDeposit = lazy(() => import('../../../flows/cards/NextDeposit.tsx'));
const AskedFor = lazy(() => import('./AskedFor.tsx'));

/** Of what is kept: the words that name something here, and the items of the list. */
const Kept = v.object({
  act: FundingAct,
  chosen: v.array(v.object({ cardId: v.string(), amount: v.nullable(v.number()) })),
  whenShort: WhenShort,
  times: v.object({ frequency: v.picklist([...FundingFrequency.options, 'NOW']) }),
});

interface OrderFormProps {
  start: Order;
  startTimes: Times;
  /** The schedule that is changed; null for a new order or schedule. */
  schedule: FundingSchedule | null;
  /** A link below it opens it: its sentence takes the focus. */
  takesFocus: boolean;
  /** A run was done. */
  onDone: (run: string) => void;
  /** A schedule was made or changed. */
  onScheduled: (id: string) => void;
  /** Replaces what was typed with the other person's version. */
  onTheirs: (theirs: FundingSchedule) => void;
}

/** What is ordered, and beside it what it would do: computed anew on each change, and shown before the press. */
export function OrderForm(props: OrderFormProps) {
  const { start, startTimes, schedule, takesFocus, onDone, onScheduled, onTheirs } = props;
  const { timeZone } = usePerson();
  const [act, setAct] = useState(start.act);
  const [typed, setTyped] = useState(typedOf(start));
  const [chosen, setChosen] = useState(start.cards);
  const [whenShort, setWhenShort] = useState(start.whenShort);
  const [times, setTimes] = useState(startTimes);
  // Of the schedule as it was opened, even if the session has ended meanwhile, so that the server finds changes by others.
  const [version, setVersion] = useState(schedule?.version);
  const base = {
    version,
    act: start.act,
    typed: typedOf(start),
    chosen: start.cards,
    whenShort: start.whenShort,
    times: startTimes,
  };
  const values = { version, act, typed, chosen, whenShort, times };
  const attempt = useAttempt('order');
  const kept = useKept(schedule === null ? `order ${JSON.stringify(start)}` : `schedule ${schedule.id}`, {
    read: () => ({ base, values }),
    isClean: JSON.stringify(values) === JSON.stringify(base),
    restore: ({ values: entries }) => {
      setVersion(entries.version);
      setAct(entries.act);
      setTyped(entries.typed);
      setChosen(entries.chosen);
      setWhenShort(entries.whenShort);
      setTimes(entries.times);
    },
    fits: (entries) => v.is(Kept, entries.values),
  });
  const isNow = times.frequency === 'NOW';
  const cents = centsOf(typed);
  const isAmount = cents !== null && cents > 0;
  const hasOwn = isNow && act !== 'ZERO' && chosen.length > 0 && chosen.every(({ amount }) => amount !== null);
  const isComplete =
    chosen.length > 0 && chosen.length <= cardFunding.cardsAtMost && (act === 'ZERO' || hasOwn || isAmount);
  const amount = act === 'ZERO' || !isAmount ? null : cents;
  const order = useMemo((): Order => ({ act, amount, cards: chosen, whenShort }), [act, amount, chosen, whenShort]);
  const setup = isComplete ? setupOf(times, order) : null;
  const known = useQuery({
    ...schedulePlanQuery(setup, schedule?.id),
    enabled: false,
    placeholderData: keepPreviousData,
  });
  const wanted = isNow && isComplete ? order : null;
  const plan = useQuery({ ...planQuery(wanted ?? start), enabled: wanted !== null, placeholderData: keepPreviousData });
  const isCurrent = !plan.isPlaceholderData;
  const lines = isNow ? wanted && plan.data?.lines : setup && known.data?.plan.lines;
  const isOld = isNow ? !isCurrent : known.isPlaceholderData;
  const planned = useMemo(() => (lines ? { lines, isOld } : null), [lines, isOld]);
  // What is still to be said comes first, where the address says the rest.
  const amountRef = useRef<HTMLInputElement>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  const cardsRef = useRef<HTMLDivElement>(null);
  const sentenceRef = useRef<HTMLDivElement>(null);
  const begin = useEffectEvent(() => {
    if (takesFocus) {
      sentenceRef.current?.querySelector('button')?.focus();
      return;
    }
    if (start.cards.some((card) => card.amount !== null)) return;
    if (start.cards.length > 0 && start.amount === null) amountRef.current?.focus();
    else if (start.cards.length === 0 && start.amount !== null) searchRef.current?.focus();
  });
  useEffect(() => begin(), []);
  const choose = (next: FundingAct) => {
    setAct(next);
    // Money is taken back at once only.
    if (!isScheduled(next)) setTimes((all) => ({ ...all, frequency: 'NOW' }));
  };
  return (
    <div className={styles.frame}>
      <div className={styles.main}>
        <Panel
          {...(schedule === null ? { label: words.order } : { title: words.schedules.changeNamed(schedule.name) })}
        >
          <div className={styles.order}>
            {schedule === null && <h2 className="visually-hidden">{words.order}</h2>}
            <KeptNotice kept={kept} />
            <OrderSentence
              order={order}
              place={sentenceRef}
              typed={typed}
              hasOwn={hasOwn}
              isSchedule={schedule !== null}
              times={times}
              timeZone={known.data?.timeZone ?? timeZone}
              amountRef={amountRef}
              onAct={choose}
              onTyped={setTyped}
              onWhenShort={setWhenShort}
              onTimes={setTimes}
              onCards={() => {
                const first = cardsRef.current?.querySelector<HTMLElement>('input, button');
                (searchRef.current ?? first)?.focus();
              }}
            />
          </div>
        </Panel>
        <div ref={cardsRef}>
          <CardPicker
            act={act}
            amount={amount}
            chosen={chosen}
            onChosen={setChosen}
            planned={planned}
            searchRef={searchRef}
          />
        </div>
      </div>
      {isNow ? (
        <Plan order={wanted} plan={plan} isCurrent={isCurrent} attempt={attempt} onDone={onDone} />
      ) : (
        <SchedulePlan
          setup={setup}
          schedule={schedule && { ...schedule, version: version ?? schedule.version }}
          onDone={onScheduled}
          onTheirs={onTheirs}
        />
      )}
      {chosen.length > 0 && act !== 'ZERO' && !hasOwn && !isAmount && (
        <div className={classNames(styles.move, styles.still)}>
          <p className={styles.brief}>{words.chosen(chosen.length)}</p>
          <Button full onClick={() => amountRef.current?.focus()}>
            {words.typeAmount}
          </Button>
        </div>
      )}
    </div>
  );
}

const typedOf = ({ amount }: Order): string => (amount === null ? '' : tidied(typedAmount(amount)));

interface PlanProps {
  /** Null while something is missing. */
  order: Order | null;
  plan: UseQueryResult<FundingPlan>;
  /** It is the plan of this order; an older one is dimmed and cannot be pressed. */
  isCurrent: boolean;
  attempt: ReturnType<typeof useAttempt>;
  onDone: (run: string) => void;
}

/** The dry run, and the button that does exactly it. */
function Plan({ order, plan, isCurrent, attempt, onDone }: PlanProps) {
  return (
    <div className={styles.aside}>
      {order !== null && plan.data ? (
        <Planned
          key={JSON.stringify(order)}
          plan={plan.data}
          order={order}
          isCurrent={isCurrent}
          attempt={attempt}
          onDone={onDone}
        />
      ) : (
        <PlanPanel>
          {order === null ? (
            <p className={styles.quiet}>{words.plan.choose}</p>
          ) : (
            plan.isError && (
              <Failure
                {...errorMessage(plan.error, words.plan.failed)}
                onRetry={() => void plan.refetch()}
                retrying={plan.isFetching}
              />
            )
          )}
        </PlanPanel>
      )}
    </div>
  );
}

interface PlannedProps extends Omit<PlanProps, 'order' | 'plan'> {
  plan: FundingPlan;
  order: Order;
}

function Planned({ plan, order, isCurrent, attempt, onDone }: PlannedProps) {
  const balance = useQuery(balanceQuery());
  const { pending, message, say, submit } = useSubmission();
  // The balances that were shown first.
  const [seen, setSeen] = useState<string | null>(null);
  if (isCurrent && seen === null) setSeen(plan.basis);
  const hasChanged = isCurrent && seen !== null && seen !== plan.basis;
  const total = plan.total.amount;
  const sum = moneyText(usd(Math.abs(total)));
  const changes = plan.cardsChanged;
  const body = bodyOf(order);
  const isUnanswered = attempt.isUnanswered(body);
  const move = async () => {
    const answer = await submit(runFunding, { body: { ...body, ...attempt.begin(body, plan.basis) } });
    attempt.end(answer);
    if (answer?.ok) {
      queryClient.setQueryData(runQuery(answer.body.id).queryKey, answer.body);
      onDone(answer.body.id);
      void refreshFunding();
    } else if (answer?.code === 'VERSION_CONFLICT') {
      await refreshFunding();
      say({ severity: 'warning', text: words.plan.changed, correlationId: null });
    }
  };
  const label =
    changes === 0
      ? words.plan.submit.nothing
      : total < 0
        ? words.plan.submit.back(changes, sum)
        : words.plan.submit.move(changes, sum);
  const canMove = isUnanswered || (isCurrent && changes > 0);
  useSendKeys(() => {
    if (canMove && !pending) void move();
  });
  const { main, stay, idle, account } = planSentences(plan);
  const incoming = balance.data?.incoming;
  return (
    <>
      <PlanPanel isUnanswered={isUnanswered}>
        <div className={styles.plan} data-old={!isCurrent || undefined} aria-busy={!isCurrent}>
          {stay.length > 0 && (
            <ul className={styles.stay}>
              {stay.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
          <p className={styles.story}>{main}</p>
          {idle !== null && <Notice severity="warning">{idle}</Notice>}
          <p>{account}</p>
          {total > 0 && (
            <Suspense>
              <AskedFor order={order} />
            </Suspense>
          )}
          {plan.missing.amount > 0 && (
            <Notice severity="warning">
              {words.plan.missing(moneyText(plan.missing))} {words.ifShort(words.shorts[order.whenShort])}{' '}
              <Suspense>
                <NextDeposit />
              </Suspense>
            </Notice>
          )}
          {incoming && incoming.amount > 0 && total > 0 && plan.missing.amount === 0 && (
            <p className={styles.quiet}>{words.plan.incoming(moneyText(incoming))}</p>
          )}
        </div>
      </PlanPanel>
      <div className={styles.move}>
        <FormMessage message={message} />
        <p role="status" className={styles.quiet}>
          {hasChanged && message === null && words.plan.updated}
        </p>
        {isUnanswered && <p className={styles.quiet}>{words.plan.unanswered}</p>}
        {idle !== null && (
          <p className={classNames(styles.brief, styles.useless)} aria-hidden="true">
            {words.plan.brief.idle(plan.lines.length)}
          </p>
        )}
        <p className={styles.brief} aria-hidden="true">
          {plan.missing.amount > 0
            ? words.plan.brief.missing(moneyText(plan.missing))
            : words.plan.brief.after(moneyText(plan.account.after))}
        </p>
        <Button
          variant="primary"
          full
          unavailable={!canMove}
          pending={pending}
          pendingLabel={words.plan.moving}
          onClick={() => void move()}
        >
          {label}
        </Button>
        {canMove && (
          <p className={styles.keys} aria-hidden="true">
            <kbd>{keysText(words.plan.keys)}</kbd>
          </p>
        )}
      </div>
    </>
  );
}
