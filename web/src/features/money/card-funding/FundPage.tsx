import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import type { FundingRun } from '@florin/contract/money/card-funding';
import type { FundingAct } from '@florin/contract/money/funding-acts';
import type { FundingSchedule } from '@florin/contract/money/funding-schedules';
import { useQuery } from '@tanstack/react-query';
import { productTime } from '../../../clock.ts';
import { cardGroupsQuery } from '../../../flows/cards/queries.ts';
import { dayIn } from '../../../flows/time/when.ts';
import { Button } from '../../../kit/actions/Button.tsx';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { CardsHead } from '../../../flows/cards/CardsHead.tsx';
import { WidePage } from '../../../kit/layout/Page.tsx';
import { fundingWords as words } from '../../../messages/en/money/card-funding.ts';
import { pageTitles } from '../../../messages/en/shell/pages.ts';
import { paths } from '../../../paths.ts';
import { useEpoch } from '../../../session/browser-session.ts';
import { useReason } from '../../../session/PermittedButton.tsx';
import { usePerson } from '../../../session/person.ts';
import { RunReport } from './RunReport.tsx';
import { Runs } from './Runs.tsx';
import { newSchedule, Schedules } from './Schedules.tsx';
import { pickQuery, schedulesQuery, type Order } from './queries.ts';
import { orderOf, timesNow, timesOf, type Times } from './schedule-setup.ts';
import styles from './card-funding.module.css';

const OrderForm = lazy(async () => ({ default: (await import('./OrderForm.tsx')).OrderForm }));

const nothing: Order = { act: 'FUND', amount: null, cards: [], whenShort: 'NONE' };

/** The order that takes back what a run gave. */
const takeBack = ({ lines }: FundingRun): Order => ({
  ...nothing,
  act: 'DEFUND',
  cards: lines
    .filter(({ change }) => change.amount > 0)
    .map(({ cardId, change }) => ({ cardId, amount: change.amount })),
});

interface Draft {
  /** A new one is a new form. */
  number: number;
  order: Order;
  times: Times;
}

/**
 * /cards/funding: an order or a schedule with its dry run, or what a run did. A run has an address of its own: reloading
 * after the press shows what was done, and nothing that could be pressed again. So has a schedule that is changed.
 */
export function FundPage() {
  useEpoch();
  const search = useSearch({ from: `/signed-in${paths.cardFunding}` });
  const { what, when, ...others } = search;
  const { run, schedule } = others;
  const navigate = useNavigate();
  const reason = useReason('card-funding.run');
  const { timeZone } = usePerson();
  const newDraft = (order: Order, number: number): Draft => ({
    number,
    order,
    times: timesNow(dayIn(productTime(), timeZone)),
  });
  const [draft, setDraft] = useState<Draft>(() => newDraft(orderIn(search), 0));
  // The palette leads here from this page too: what it fills in is another order.
  const named = [search.act, search.cards, search.amount].join(' ').trim();
  const [begun, setBegun] = useState(named);
  if (named !== begun) {
    setBegun(named);
    if (named !== '') setDraft(({ number }) => newDraft(orderIn(search), number + 1));
  }
  const runs = useMemo(
    () => ({ ...(what !== undefined && { what }), ...(when !== undefined && { when }) }),
    [what, when],
  );
  const go = (to: { run?: string; schedule?: string }, resetScroll = true) =>
    void navigate({ to: paths.cardFunding, search: { ...runs, ...to }, resetScroll });
  const begin = (order: Order, times?: Times) => {
    setDraft(({ number }) => ({ number: number + 1, order, times: times ?? timesNow(dayIn(productTime(), timeZone)) }));
    go({}, false);
  };
  // What is below the order would be pushed down by it.
  const isOrder = run === undefined && reason === null;
  const above = [
    useQuery({ ...pickQuery('', ''), enabled: isOrder }),
    useQuery({ ...cardGroupsQuery(), enabled: isOrder, meta: { unshown: words.groupsFailed } }),
    useQuery(schedulesQuery()),
  ];
  const [saved, setSaved] = useState<string | null>(null);
  const [isSettled, setSettled] = useState(false);
  if (!isSettled && above.every(({ isLoading }) => !isLoading)) setSettled(true);
  const form = (
    start: Pick<Draft, 'order' | 'times'>,
    of: FundingSchedule | null,
    onTheirs: (theirs: FundingSchedule) => void = () => undefined,
  ) => (
    <OrderForm
      key={of === null ? `${schedule ?? ''}${draft.number}` : `${of.id} ${of.version}`}
      start={start.order}
      startTimes={start.times}
      schedule={of}
      takesFocus={schedule !== undefined}
      onDone={(id) => {
        setDraft(({ number, times }) => ({ number: number + 1, order: nothing, times }));
        go({ run: id });
      }}
      onScheduled={(id) => {
        setSaved(id);
        begin(nothing);
      }}
      onTheirs={onTheirs}
    />
  );
  return (
    <WidePage>
      <CardsHead title={pageTitles.cardFunding} intro={words.intro}>
        {reason !== null && <p>{reason}</p>}
      </CardsHead>
      <Suspense
        fallback={
          <div aria-busy="true">
            <Skeleton />
          </div>
        }
      >
        {run !== undefined ? (
          <RunReport
            id={run}
            onAgain={() => begin(nothing)}
            onTakeBack={reason === null ? (done) => begin(takeBack(done)) : null}
          />
        ) : (
          reason === null &&
          (schedule === undefined ? (
            form(draft, null)
          ) : schedule === newSchedule ? (
            form(
              {
                order: named === '' ? { ...nothing, act: 'TOP_UP' } : draft.order,
                times: { ...draft.times, frequency: 'WEEKLY' },
              },
              null,
            )
          ) : (
            <OneSchedule key={schedule} id={schedule} onOrder={() => begin(nothing)}>
              {(of, take) => form({ order: orderOf(of), times: timesOf(of) }, of, take)}
            </OneSchedule>
          ))
        )}
        {isSettled && (
          <>
            <Schedules open={schedule ?? null} saved={saved} />
            <Runs
              search={runs}
              onSearch={(filters) =>
                void navigate({
                  to: paths.cardFunding,
                  search: { ...others, ...filters },
                  replace: true,
                  resetScroll: false,
                })
              }
              open={run ?? null}
              onOpen={(id) => go({ run: id })}
            />
          </>
        )}
      </Suspense>
    </WidePage>
  );
}

interface OneScheduleProps {
  id: string;
  onOrder: () => void;
  /** @param take shows another version of it */
  children: (schedule: FundingSchedule, take: (version: FundingSchedule) => void) => ReactNode;
}

/** The schedule of the address, as it was when it was opened. The form asks about changes by others meanwhile. */
function OneSchedule({ id, onOrder, children }: OneScheduleProps) {
  const list = useQuery(schedulesQuery());
  const [opened, setOpened] = useState<FundingSchedule | null>(null);
  const found = list.data?.find((each) => each.id === id);
  if (opened === null && found && found.status !== 'ENDED') setOpened(found);
  if (opened) return children(opened, setOpened);
  if (!list.data)
    // The panel of the schedules below says what has failed.
    return list.isError ? null : <Skeleton shape="block" />;
  return (
    <Notice severity="info" className={styles.gone}>
      {found ? words.schedules.isEnded : words.schedules.notThere}{' '}
      <Button variant="quiet" onClick={onOrder}>
        {words.schedules.backToOrder}
      </Button>
    </Notice>
  );
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
/** Minor units of an address; null where it names none. */
const centsIn = (digits: string | undefined): number | null =>
  digits !== undefined && /^[1-9]\d{0,9}$/.test(digits) ? Number(digits) : null;
const idsOf = (list: string | undefined): string[] =>
  [...new Set((list ?? '').split(','))].filter((id) => uuid.test(id));
const actIn = (act: string | undefined): FundingAct => acts.find((known) => known === act) ?? nothing.act;
const acts = Object.keys(words.acts) as FundingAct[];

/** The order that an address fills in. */
const orderIn = ({ act, cards, amount }: Partial<Record<'act' | 'cards' | 'amount', string | undefined>>): Order => ({
  ...nothing,
  act: actIn(act),
  amount: centsIn(amount),
  cards: idsOf(cards).map((cardId) => ({ cardId, amount: null })),
});
