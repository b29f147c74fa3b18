import type { Money as MoneyValue } from '@florin/contract/money';
import type { Forecast } from '@florin/contract/program/dashboard';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { productTime } from '../../../../clock.ts';
import { clockText, dayIn, longWhen } from '../../../../flows/time/when.ts';
import { Failure } from '../../../../kit/feedback/Failure.tsx';
import { Skeleton } from '../../../../kit/feedback/Skeleton.tsx';
import { Panel } from '../../../../kit/layout/Panel.tsx';
import { Icon } from '../../../../kit/text/Icon.tsx';
import { Money } from '../../../../kit/text/Money.tsx';
import { moneyText } from '../../../../kit/text/money-parts.ts';
import { dashboardWords } from '../../../../messages/en/program/dashboard.ts';
import { overviewWords } from '../../../../messages/en/program/overview.ts';
import { paths } from '../../../../paths.ts';
import { errorMessage } from '../../../../session/failures/error-message.ts';
import { usePerson } from '../../../../session/person.ts';
import { outstandingFeesQuery } from '../../../../session/queries/business-queries.ts';
import { forecastQuery } from '../../../../session/queries/forecast-query.ts';
import { balanceQuery } from '../../../../session/queries/queries.ts';
import { figuresOf, type Balance } from '../figures.ts';
import { nearDay } from '../times.ts';
import { type FigureName } from './queries.ts';
import styles from './BalanceStrip.module.css';

const words = overviewWords.strip;

interface Term {
  id: string;
  /** Before the term. */
  sign: 'equals' | 'minus' | 'plus' | null;
  label: string;
  value: MoneyValue;
  hint: ReactNode;
  /** The entries that it is made of. */
  opens: FigureName | null;
}

const signs = { equals: '=', minus: '−', plus: '+' } as const;

interface BalanceStripProps {
  /** Whether the person may see entries. */
  opensEntries: boolean;
  showsPurchases: boolean;
}

/**
 * What can be spent, as a sum of its parts: each part opens its entries. What is on its way, and fees that are owed,
 * stand behind a line, because they are not in the sum.
 */
export function BalanceStrip({ opensEntries, showsPurchases }: BalanceStripProps) {
  const balance = useQuery(balanceQuery());
  const { timeZone, userData } = usePerson();
  const forecast = useQuery({ ...forecastQuery(), enabled: opensEntries });
  const fees = useQuery({ ...outstandingFeesQuery(), enabled: opensEntries });
  if (balance.isPending) return <Loading />;
  if (balance.isError && !balance.data)
    return (
      <Panel>
        <Failure
          {...errorMessage(balance.error, dashboardWords.balanceFailed)}
          onRetry={() => void balance.refetch()}
          retrying={balance.isFetching}
        />
      </Panel>
    );
  const [main] = figuresOf(balance.data);
  const known = forecast.data;
  const today = known?.from ?? '';
  const holds = known && {
    count: known.holds.count,
    next: known.holds.nextRelease && nearDay(dayIn(known.holds.nextRelease, known.timeZone), today),
  };
  const onHold = holds && words.holds(holds.count, holds.next, !userData.usePexAccountBalanceForAuths);
  const terms = termsOf(balance.data, known?.outgoing.amount ?? 0, onHold);
  const { incoming, creditLimit } = balance.data;
  const owed = fees.data?.warehouseAmount;
  const incomingHint =
    incoming.amount === 0
      ? words.noIncoming
      : known
        ? words.incomingHint(known.nextDeposit && nearDay(known.nextDeposit, today))
        : null;
  return (
    <section aria-label={dashboardWords.figures} className={styles.strip}>
      <dl className={styles.sum}>
        <div className={styles.main}>
          <dt>{main.label}</dt>
          <dd className={styles.amount}>
            <Money value={main.value} />
          </dd>
          <dd className={styles.hint}>{words.updated(main.hint, timeText(balance.data.asOf, timeZone))}</dd>
        </div>
        {terms.map((term) => (
          <Figure key={term.id} {...term} isOpenable={opensEntries} />
        ))}
      </dl>
      <dl className={styles.outside}>
        {known && <OnCards of={known} showsPurchases={showsPurchases} />}
        <Figure
          label={words.incoming}
          value={incoming}
          hint={incomingHint}
          opens="incoming"
          sign={null}
          isOpenable={opensEntries && incoming.amount !== 0}
        />
        {owed !== undefined && owed.amount > 0 && (
          <Figure
            label={words.fees}
            value={owed}
            hint={words.feesHint(creditLimit === null && !userData.usePexAccountBalanceForAuths)}
            opens="fees-owed"
            sign={null}
            isOpenable
          />
        )}
      </dl>
    </section>
  );
}

/** The time alone on the current day; the page says which zone it is in. */
const timeText = (at: string, zone: string): string =>
  dayIn(at, zone) === dayIn(productTime(), zone) ? clockText(at, zone) : longWhen(at, zone);

/** The parts of what is available; `outgoing` is a part of what is on hold. */
function termsOf({ creditLimit, ledger, onHold }: Balance, outgoing: number, holds: ReactNode): Term[] {
  const { currency } = onHold;
  const held = { amount: Math.max(0, onHold.amount - outgoing), currency };
  const owes = creditLimit !== null && ledger.amount <= 0;
  const posted: Term = {
    id: 'posted',
    sign: creditLimit === null ? 'equals' : owes ? 'minus' : 'plus',
    label: owes ? words.owed : words.posted,
    value: owes ? { amount: -ledger.amount, currency } : ledger,
    hint: <span className={styles.wide}>{words.postedHint}</span>,
    opens: 'posted',
  };
  return [
    ...(creditLimit === null
      ? []
      : [
          {
            id: 'limit',
            sign: 'equals' as const,
            label: words.limit,
            value: creditLimit,
            hint: dashboardWords.hints.creditLimit,
            opens: null,
          },
        ]),
    posted,
    { id: 'on-hold', sign: 'minus', label: words.onHold, value: held, hint: holds, opens: 'on-hold' },
    ...(outgoing === 0
      ? []
      : [
          {
            id: 'withdrawals',
            sign: 'minus' as const,
            label: words.withdrawals,
            value: { amount: outgoing, currency },
            hint: words.withdrawalHint,
            opens: 'on-hold' as const,
          },
        ]),
  ];
}

/** Money that has left the account for its cards, and what is on hold there; nothing where no card has a balance. */
function OnCards({ of: { onCards, cardHolds }, showsPurchases }: { of: Forecast; showsPurchases: boolean }) {
  const hasHolds = cardHolds !== null && cardHolds.count > 0;
  if (onCards.count === 0 && !hasHolds) return null;
  return (
    <div className={styles.figure}>
      <dt>
        <Link to={paths.cards} title={words.openCards} className={styles.opens}>
          {words.onCards}
          <Icon of={ChevronRight} size={14} />
        </Link>
      </dt>
      <dd className={styles.value}>
        <Money value={onCards.amount} />
      </dd>
      <dd className={styles.hint}>
        {hasHolds ? <CardHolds {...cardHolds} isOpenable={showsPurchases} /> : words.cards(onCards.count)}
      </dd>
    </div>
  );
}

/** Purchases on hold that the account does not hold, because their cards have balances of their own. */
function CardHolds({ amount, count, isOpenable }: NonNullable<Forecast['cardHolds']> & { isOpenable: boolean }) {
  const text = words.cardHolds(moneyText(amount), count);
  return (
    <span className={styles.besides}>
      {isOpenable ? (
        <Link to={paths.transactions} search={{ status: 'PENDING' }} className={styles.opens}>
          {text}
        </Link>
      ) : (
        text
      )}
    </span>
  );
}

type FigureProps = Omit<Term, 'id'> & { isOpenable: boolean };

function Figure({ label, value, hint, opens, sign, isOpenable }: FigureProps) {
  return (
    <div className={styles.figure}>
      {sign !== null && (
        <>
          <dt className="visually-hidden">{words[sign]}</dt>
          <dd aria-hidden="true" className={styles.sign}>
            {signs[sign]}
          </dd>
        </>
      )}
      <dt>
        {opens !== null && isOpenable ? (
          <Link
            to={paths.dashboard}
            search={(before) => ({ ...before, figure: opens })}
            resetScroll={false}
            title={words.open(label)}
            className={styles.opens}
          >
            {label}
            <Icon of={ChevronRight} size={14} />
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd className={styles.value}>
        {sign === 'minus' && value.amount !== 0 && (
          <span className={styles.phoneSign} aria-hidden="true">
            {signs.minus}{' '}
          </span>
        )}
        <Money value={value} />
      </dd>
      <dd className={styles.hint}>{hint ?? <Skeleton shape="medium" />}</dd>
    </div>
  );
}

const Loading = () => (
  <section aria-label={dashboardWords.figures} aria-busy="true" className={styles.strip}>
    <div className={styles.sum}>
      <Placeholder isMain>
        <Skeleton shape="short" />
      </Placeholder>
      <Placeholder>
        <Skeleton shape="short" />
      </Placeholder>
      <Placeholder>
        <Skeleton shape="short" />
      </Placeholder>
    </div>
    <div className={styles.outside}>
      <Placeholder>
        <Skeleton shape="short" />
      </Placeholder>
    </div>
  </section>
);

const Placeholder = ({ isMain = false, children }: { isMain?: boolean; children: ReactNode }) => (
  <div className={isMain ? styles.main : styles.figure}>
    <p>
      <Skeleton />
    </p>
    <p className={isMain ? styles.amount : styles.value}>{children}</p>
    <p className={styles.hint}>
      <Skeleton shape="medium" />
    </p>
  </div>
);
