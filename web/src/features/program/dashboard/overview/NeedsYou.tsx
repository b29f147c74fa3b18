import { smallRequest, type Forecast, type NeedsAttention } from '@florin/contract/program/dashboard';
import type { Money } from '@florin/contract/money';
import { approveRequest } from '@florin/contract/money/requests';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  ArrowLeftRight,
  CircleAlert,
  CreditCard,
  Handshake,
  Scale,
  TriangleAlert,
  Users,
  WalletCards,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { agoInSentence } from '../../../../flows/time/when.ts';
import { textOfCard, titleOfCard } from '../../../../flows/cards/card-title.ts';
import { stepPlaces, wayOf } from '../../../../flows/onboarding/step-places.ts';
import { askedText, countryNames } from '../../../../flows/requests/asked-words.ts';
import { useSingleKeys } from '../../../../flows/use-single-keys.ts';
import { classNames } from '../../../../kit/class-names.ts';
import { Button, buttonClass } from '../../../../kit/actions/Button.tsx';
import { Failure } from '../../../../kit/feedback/Failure.tsx';
import { Skeleton } from '../../../../kit/feedback/Skeleton.tsx';
import { FormMessage } from '../../../../kit/forms/FormMessage.tsx';
import { Panel } from '../../../../kit/layout/Panel.tsx';
import { Icon } from '../../../../kit/text/Icon.tsx';
import { LastDigits } from '../../../../kit/text/LastDigits.tsx';
import { moneyText } from '../../../../kit/text/money-parts.ts';
import { onboardingWords } from '../../../../messages/en/program/onboarding-checklist.ts';
import { overviewWords } from '../../../../messages/en/program/overview.ts';
import { paths } from '../../../../paths.ts';
import { errorMessage } from '../../../../session/failures/error-message.ts';
import { useSubmission } from '../../../../session/failures/use-submission.ts';
import { usePerson } from '../../../../session/person.ts';
import { forecastQuery } from '../../../../session/queries/forecast-query.ts';
import { balanceQuery } from '../../../../session/queries/queries.ts';
import { queryClient } from '../../../../session/queries/query-client.ts';
import { useBanners } from '../../../../shell/banners/use-banners.ts';
import { dayText, nearDay } from '../times.ts';
import { useNextStep, type NextStep } from '../next-step.ts';
import { needsQuery } from './queries.ts';
import { useNow } from '../../../../flows/time/use-now.ts';
import styles from './NeedsYou.module.css';

const words = overviewWords.needs;

type Request = NeedsAttention['requests']['items'][number];

/** So many requests have a row of their own; those after them are named in one. */
const rowsAtMost = 3;

/**
 * What has a verb: requests, declines, cards, balances. J and K go from row to row, A approves, Enter presses the
 * focused button.
 */
export function NeedsYou() {
  const needs = useQuery(needsQuery());
  const forecast = useQuery(forecastQuery());
  const { timeZone, businessOpen } = usePerson();
  const now = useNow();
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list);
  const rows = needs.data ? rowsOf(needs.data, timeZone, now) : [];
  const { requests, keep } = useKeptRequests(needs.data?.requests.items.slice(0, rowsAtMost) ?? []);
  const { data: balance } = useQuery(balanceQuery());
  // Where nothing can be spent, a banner says why, and more money would not help.
  const low = businessOpen && balance?.spendingOnHold === false && forecast.data ? lowOf(forecast.data) : null;
  const { banners } = useBanners();
  const { step, isLoading } = useNextStep();
  const asksAbove = banners.some(({ severity }) => severity !== 'info');
  // Each request counts, also those that share a row.
  const others = rows.filter(({ id }) => id !== 'more' && !id.startsWith('request '));
  const count = (needs.data?.requests.pending ?? 0) + others.length + (low ? 1 : 0) + (step ? 1 : 0);
  return (
    <Panel
      title={
        <>
          {words.title} {needs.data && count > 0 && <span className={styles.count}>{count}</span>}
        </>
      }
      padded={needs.isError && !needs.data}
      className={styles.panel}
      actions={
        needs.data !== undefined && needs.data.requests.pending > 0 ? (
          <Link to={paths.cardRequests} className={styles.all}>
            {words.all}
          </Link>
        ) : null
      }
    >
      {needs.isPending || isLoading ? (
        <Loading />
      ) : needs.data ? (
        count === 0 && requests.length === 0 ? (
          <p className={styles.none}>{asksAbove ? words.noneElse : words.none}</p>
        ) : (
          <ul ref={list} className={styles.rows}>
            {step && <Row {...stepRow(step)} />}
            {requests.map((request) => (
              <RequestRow key={request.id} request={request} now={now} onPressed={() => keep(request)} />
            ))}
            {rows
              .filter(({ id }) => !id.startsWith('request '))
              .map((row) => (
                <Row key={row.id} {...row} />
              ))}
            {low && (
              <Row
                id="low"
                icon={TriangleAlert}
                title={low.title}
                text={low.text}
                act={
                  <a href="#forecast" className={buttonClass()} data-act>
                    {words.seeForecast}
                  </a>
                }
              />
            )}
          </ul>
        )
      ) : (
        <Failure
          {...errorMessage(needs.error, words.failed)}
          onRetry={() => void needs.refetch()}
          retrying={needs.isFetching}
        />
      )}
    </Panel>
  );
}

/**
 * The requests, with those that Approve was pressed on in their places: a row that left would bring the button of the
 * next one under the pointer.
 */
function useKeptRequests(items: readonly Request[]) {
  const [kept, setKept] = useState<readonly { request: Request; at: number }[]>([]);
  const requests = items.filter(({ id }) => kept.every(({ request }) => request.id !== id));
  for (const { request, at } of kept) requests.splice(at, 0, request);
  const keep = (request: Request) => {
    const at = requests.findIndex(({ id }) => id === request.id);
    setKept((before) =>
      [...before.filter((one) => one.request.id !== request.id), { request, at }].toSorted((a, b) => a.at - b.at),
    );
  };
  return { requests, keep };
}

/** The next step that sets the business up, or what it needs first. */
function stepRow({ step, needs }: NextStep): RowProps {
  const { title, ...own } = onboardingWords.steps[step];
  const { text, way } = needs === undefined ? own : onboardingWords.needs[needs];
  const act = (
    <Link {...wayOf(step, needs)} className={buttonClass({ variant: 'primary' })} data-act>
      {way}
    </Link>
  );
  return { id: 'onboarding', icon: stepPlaces[step].icon, title, text, act };
}

interface RowProps {
  id: string;
  icon: LucideIcon;
  title: ReactNode;
  text: ReactNode;
  act: ReactNode;
}

/** All rows but those of requests that are shown one by one; these are counted by their id. */
function rowsOf(
  { requests, declines, activation, lowBalances, changes, suspense }: NeedsAttention,
  zone: string,
  now: number,
) {
  const shown = requests.items.slice(0, rowsAtMost);
  const further = requests.items.slice(rowsAtMost);
  const rows: RowProps[] = shown.map(({ id }) => ({
    id: `request ${id}`,
    icon: Handshake,
    title: null,
    text: null,
    act: null,
  }));
  const rest = requests.pending - shown.length;
  if (rest > 0)
    rows.push({
      id: 'more',
      icon: ArrowLeftRight,
      title: words.moreRequests(rest),
      text:
        further.length === 0
          ? words.moreText
          : words.named(
              further.map((request) => words.namedRequest(request.requestedBy.name, askedText(request))),
              rest - further.length,
            ),
      act: (
        <Link to={paths.cardRequests} className={buttonClass()} data-act>
          {words.review}
        </Link>
      ),
    });
  if (changes > 0)
    rows.push({
      id: 'changes',
      icon: Users,
      title: words.changes(changes),
      text: words.changesText,
      act: (
        <Link to={paths.teamChanges} className={buttonClass()} data-act>
          {words.review}
        </Link>
      ),
    });
  if (declines && declines.count > 0)
    rows.push({
      id: 'declines',
      icon: CircleAlert,
      title: words.declines(declines.count),
      text:
        declines.latest && words.declinesText(declines.latest.merchant, agoInSentence(declines.latest.at, zone, now)),
      act: (
        <Link
          to={paths.transactions}
          search={{ status: 'DECLINED', date: `${declines.from}..` }}
          className={buttonClass()}
          data-act
        >
          {words.seeDeclines}
        </Link>
      ),
    });
  if (activation.count > 0)
    rows.push({
      id: 'activation',
      icon: CreditCard,
      title: words.activation(activation.count),
      text: activation.cards.map(({ id, last4 }) => (
        <span key={id}>
          <LastDigits digits={last4} />{' '}
        </span>
      )),
      act: (
        <Link to={paths.cards} search={{ state: 'PENDING_ACTIVATION' }} className={buttonClass()} data-act>
          {words.seeCards}
        </Link>
      ),
    });
  if (lowBalances.count > 0)
    rows.push({
      id: 'low cards',
      icon: WalletCards,
      title: words.lowCards(lowBalances.count),
      text: lowBalances.cards.map(({ id, last4, holder, available }, i) => (
        <span key={id}>
          {i > 0 && ', '}
          {holder} <LastDigits digits={last4} /> {moneyText(available)}
        </span>
      )),
      act: (
        <Link
          to={paths.cardFunding}
          search={{ act: 'TOP_UP', cards: lowBalances.ids.join(',') }}
          className={buttonClass()}
          data-act
        >
          {words.topUp}
        </Link>
      ),
    });
  if (suspense.count > 0)
    rows.push({
      id: 'suspense',
      icon: Scale,
      title: words.suspense(suspense.count),
      text: words.suspenseText(moneyText(suspense.amount)),
      act: (
        <Link to={paths.contactUs} className={buttonClass()} data-act>
          {words.contact}
        </Link>
      ),
    });
  return rows;
}

/** The balance falls below the alert within the forecast. */
function lowOf({ lowest, alert, available, from }: Forecast) {
  if (alert === null || lowest.available.amount >= alert.amount) return null;
  const level = moneyText(alert);
  const span = lowest.from === lowest.to ? dayText(lowest.from) : `${dayText(lowest.from)} – ${dayText(lowest.to)}`;
  return {
    title: available.amount < alert.amount ? words.lowNow(level) : words.low(level, nearDay(lowest.from, from)),
    text: words.lowText(moneyText(lowest.available), span),
  };
}

function Row({ icon, title, text, act }: RowProps) {
  return (
    <li className={styles.row}>
      <span className={styles.icon} aria-hidden="true">
        <Icon of={icon} size={16} />
      </span>
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        <p className={styles.text}>{text}</p>
      </div>
      <div className={styles.acts}>{act}</div>
    </li>
  );
}

/** A request; a small one is approved in place, with the amount on the button. */
function RequestRow({ request, now, onPressed }: { request: Request; now: number; onPressed: () => void }) {
  const { pending, message, submit } = useSubmission();
  const [done, setDone] = useState(false);
  const key = useRef(crypto.randomUUID());
  const { timeZone } = usePerson();
  const { amount, card, purpose, declined, kind } = request;
  const isSmall =
    request.mayDecide && amount !== null && amount.amount <= smallRequest && (kind === 'FUNDING' || kind === 'LIMIT');
  const approve = async () => {
    // An answer that is lost, or that somebody else has decided it, is still said in its row.
    onPressed();
    const answer = await submit(approveRequest, {
      params: { id: request.id },
      body: { idempotencyKey: key.current },
    });
    if (answer?.ok !== true) return;
    setDone(true);
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => /request|balance/.test(String(queryKey[1])) });
  };
  const title = titleOf(request);
  const of = kind === 'LIMIT' ? null : card;
  return (
    <li className={styles.row}>
      <span className={styles.icon} aria-hidden="true">
        <Icon of={Handshake} size={16} />
      </span>
      <div className={styles.words}>
        <p className={styles.title}>
          {title}{' '}
          {of && (
            <>
              {titleOfCard(of)} <LastDigits digits={of.last4} />
            </>
          )}
        </p>
        <p className={classNames(styles.text, styles.reason)}>
          {done && amount ? (
            words.approved(moneyText(amount))
          ) : (
            <>
              {declined &&
                words.declinedAt(
                  declined.merchant,
                  agoInSentence(declined.at, timeZone, now),
                  declined.left && missingOf(declined.amount, declined.left),
                )}
              {purpose}
            </>
          )}
        </p>
        <FormMessage message={message} />
      </div>
      <div className={styles.acts}>
        {!done && isSmall && (
          <Button pending={pending} pendingLabel={words.approving} onClick={() => void approve()} data-act data-approve>
            {words.approve(moneyText(amount))}
          </Button>
        )}
        <Link
          to={paths.cardRequests}
          search={{ open: request.id }}
          className={buttonClass({ variant: isSmall ? 'quiet' : 'secondary' })}
          aria-label={words.reviewOf(of ? `${title} ${textOfCard(of)}` : title)}
          {...(!isSmall && { 'data-act': true })}
        >
          {words.review}
        </Link>
      </div>
    </li>
  );
}

/** What a declined purchase lacked, with its amount. */
const missingOf = (amount: Money, left: Money) =>
  words.missing(moneyText(amount), moneyText({ ...left, amount: Math.max(0, amount.amount - left.amount) }));

function titleOf({ kind, requestedBy: { name }, amount, period, countries, cardName, until }: Request): string {
  const sum = amount === null ? '' : moneyText(amount);
  if (kind === 'FUNDING') return words.asks.FUNDING(name, sum);
  if (kind === 'CARD') return words.asks.CARD(name, cardName ?? '');
  if (kind === 'LIMIT')
    return amount === null
      ? words.asks.COUNTRIES(name, countryNames(countries))
      : words.asks.LIMIT(name, sum, words.periods[period ?? 'LIFETIME']);
  return until === null ? words.asks.UNBLOCK(name) : words.asks.EXCEPTION(name);
}

/** J and K focus the first button of the next and the previous row, A presses Approve of the focused row. */
function useRowKeys(list: React.RefObject<HTMLUListElement | null>): void {
  const places = () => {
    const acts = [...(list.current?.querySelectorAll<HTMLElement>('li') ?? [])].map((row) =>
      row.querySelector<HTMLElement>('[data-act]'),
    );
    return { acts, at: acts.findIndex((act) => act?.closest('li')?.contains(document.activeElement)) };
  };
  const move = (step: number) => {
    const { acts, at } = places();
    acts[at < 0 ? 0 : at + step]?.focus();
    return acts.length > 0;
  };
  const approve = ({ repeat }: KeyboardEvent) => {
    const { acts, at } = places();
    const act = acts[at];
    if (!act?.hasAttribute('data-approve')) return false;
    if (!repeat) act.click();
    return true;
  };
  useSingleKeys({ j: () => move(1), k: () => move(-1), a: approve }, list);
}

const Loading = () => (
  <ul aria-busy="true" className={styles.rows}>
    {[1, 2, 3].map((row) => (
      <li key={row} className={styles.row}>
        <span className={styles.icon} />
        <div className={styles.words}>
          <p className={styles.title}>
            <Skeleton shape="long" />
          </p>
          <p className={styles.text}>
            <Skeleton shape="long" />
          </p>
        </div>
      </li>
    ))}
  </ul>
);
