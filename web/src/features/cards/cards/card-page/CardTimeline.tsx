import type { CardRequest } from '@florin/contract/money/requests';
import type { DeclineCode } from '@florin/contract/cards/decline-codes';
import { declineReason } from '@florin/contract/cards/decline-sentences';
import type { TransactionLine } from '@florin/contract/cards/transactions';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { askedText, stateText } from '../../../../flows/requests/asked-words.ts';
import { When } from '../../../../flows/time/When.tsx';
import { Button } from '../../../../kit/actions/Button.tsx';
import { Segments } from '../../../../kit/actions/Segments.tsx';
import { Failure } from '../../../../kit/feedback/Failure.tsx';
import { Panel } from '../../../../kit/layout/Panel.tsx';
import { moneyText } from '../../../../kit/text/money-parts.ts';
import { cardPageWords } from '../../../../messages/en/cards/card-page.ts';
import { cardsWords } from '../../../../messages/en/cards/cards.ts';
import { transactionWords } from '../../../../messages/en/cards/transactions.ts';
import { paths } from '../../../../paths.ts';
import { errorMessage } from '../../../../session/failures/error-message.ts';
import { usePerson } from '../../../../session/person.ts';
import { declineQuery, purchasesQuery, useRequests } from './card-history.ts';
import type { CardDetail, CardScope } from '../queries.ts';
import styles from '../cards.module.css';

const words = cardPageWords;
type TimelinePart = keyof typeof words.timelineOf;

interface Entry {
  id: string;
  at: string;
  kind: 'purchases' | 'changes';
  text: ReactNode;
  more: ReactNode;
  isBad: boolean;
}

interface CardTimelineProps {
  scope: CardScope;
  card: CardDetail;
}

/** What happened to the card and with it, newest first: its changes, funding, requests and newest purchases. */
export function CardTimeline({ scope, card }: CardTimelineProps) {
  const { permissionFlags, allowAdminViewCardUsage } = usePerson();
  const showsPurchases =
    scope === 'own' || (allowAdminViewCardUsage && permissionFlags.includes('VIEW_CARD_TRANSACTIONS'));
  const purchases = useQuery({ ...purchasesQuery(scope, card.id), enabled: showsPurchases });
  const requests = useRequests(scope, card.id);
  const [shown, setShown] = useState<TimelinePart>('all');
  const [isLong, setLong] = useState(false);
  // Where there are more purchases than were fetched, older entries would stand in a wrong order; they follow anyway.
  const entries = [
    ...changesOf(card),
    ...fundingsOf(scope, card),
    ...requests.flatMap((request) => requestEntries(scope, request)),
    ...(purchases.data ?? []).map((purchase) => purchaseOf(scope, purchase)),
  ]
    .filter(({ kind }) => shown === 'all' || kind === shown)
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return (
    <Panel
      title={words.timeline}
      actions={
        showsPurchases && (
          <Segments label={words.timeline} options={words.timelineOf} value={shown} onChange={setShown} />
        )
      }
    >
      {purchases.isError && shown !== 'changes' && (
        <Failure
          {...errorMessage(purchases.error, cardsWords.purchasesFailed)}
          onRetry={() => void purchases.refetch()}
          retrying={purchases.isFetching}
        />
      )}
      {entries.length === 0 ? (
        !purchases.isError && (
          <p className={styles.small} aria-busy={purchases.isLoading || undefined}>
            {purchases.isLoading ? words.loading : shown === 'purchases' ? words.noPurchases : words.nothingYet}
          </p>
        )
      ) : (
        <ol className={styles.timeline}>
          {entries.slice(0, isLong ? undefined : entriesAtFirst).map(({ id, at, text, more, isBad }) => (
            <li key={id} data-bad={isBad || undefined}>
              <span>
                {text}
                {more !== null && <span className={styles.more}>{more}</span>}
              </span>
              <When at={at} />
            </li>
          ))}
        </ol>
      )}
      <div className={styles.further}>
        {!isLong && entries.length > entriesAtFirst && (
          <Button onClick={() => setLong(true)}>{words.further(entries.length - entriesAtFirst)}</Button>
        )}
        {showsPurchases && shown !== 'changes' && (
          <a href={`${scope === 'own' ? paths.cardTransactions : paths.transactions}?card=${card.id}`}>
            {words.allPurchases}
          </a>
        )}
      </div>
    </Panel>
  );
}

const entriesAtFirst = 12;

const changesOf = ({ timeline }: CardDetail): Entry[] =>
  timeline.map(({ id, at, act, actor, reason, former }) => {
    const what = former === null ? words.acts[act] : words.ofFormer(former, act);
    return {
      id,
      at,
      kind: 'changes',
      text: actor === null ? what : words.by(what, actor),
      more: reason === null ? null : `“${reason}”`,
      isBad: false,
    };
  });

/** A run shows administrators which other cards were funded; holders read who did it. */
const fundingsOf = (scope: CardScope, { fundings }: CardDetail): Entry[] =>
  fundings.map(({ runId, at, change, actor, schedule }) => {
    const amount = moneyText({ ...change, amount: Math.abs(change.amount) });
    const by =
      schedule !== null
        ? words.funded.bySchedule(schedule.name)
        : actor !== null
          ? words.funded.byPerson(actor)
          : words.funded.automatic;
    return {
      id: `${runId}/${at}`,
      at,
      kind: 'changes',
      text: change.amount < 0 ? words.funded.taken(amount) : words.funded.given(amount),
      more:
        scope === 'own' ? (
          by
        ) : (
          <>
            {by} · <a href={`${paths.cardFunding}?run=${runId}`}>{words.funded.run}</a>
          </>
        ),
      isBad: false,
    };
  });

/** A request, and its end. */
function requestEntries(scope: CardScope, request: CardRequest): Entry[] {
  const { id, requestedAt, requestedBy, purpose, declined, decision } = request;
  const asked = askedText(request);
  const who = scope === 'own' ? words.requests.you : requestedBy.name;
  const created: Entry = {
    id: `${id}/asked`,
    at: requestedAt,
    kind: 'changes',
    text: words.requests.asked(who, asked),
    more: purpose === null ? declined && words.requests.declinedAt(declined.merchant) : `“${purpose}”`,
    isBad: false,
  };
  if (decision === null) return [created];
  const { at, by, note } = decision;
  const ended = stateText(request);
  const text = by === null ? words.requests.ended(ended, asked) : words.requests.endedBy(ended, asked, by);
  return [{ ...created, id: `${id}/ended`, at, text, more: note && `“${note}”` }, created];
}

function purchaseOf(scope: CardScope, purchase: TransactionLine): Entry {
  const { id, at, status, amount, hold, settled, merchant, declineCode } = purchase;
  // Of what the merchant will give back, nothing is on hold, and its amount is already taken off.
  const isComing = status === 'PENDING' && hold === null;
  const sum = moneyText(isComing ? settled : { ...amount, amount: Math.abs(amount.amount) });
  const { bought } = words;
  const text =
    !isComing && (status === 'DECLINED' || status === 'PENDING' || status === 'SETTLED' || status === 'RETURNED')
      ? bought[status](sum, merchant.name)
      : bought.other(sum, merchant.name, isComing ? transactionWords.refundComing : transactionWords.statuses[status]);
  const place = [merchant.city, merchant.state].filter((part) => part !== null && part !== '').join(', ');
  const isBad = status === 'DECLINED';
  const more = isBad && declineCode !== null ? <WhyDeclined scope={scope} id={id} code={declineCode} /> : place || null;
  return { id, at, kind: 'purchases', text, more, isBad };
}

/** Why a purchase was declined, with the limit that was in the way and what was left of it. */
function WhyDeclined({ scope, id, code }: { scope: CardScope; id: string; code: DeclineCode }) {
  const hasFigures = /^(limit|insufficient)_/.test(code);
  const { data } = useQuery({ ...declineQuery(scope, id), enabled: hasFigures });
  const limit = data?.limit ?? null;
  const why =
    limit === null
      ? declineReason(code).replace(/\.$/, '')
      : words.declined.over(moneyText(limit.limit), cardsWords.periods[limit.period]);
  return data?.left && limit?.period !== 'purchase' ? words.declined.left(why, moneyText(data.left)) : why;
}
