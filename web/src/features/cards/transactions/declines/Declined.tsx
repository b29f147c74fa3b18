import { declineAdvice, declineReason } from '@florin/contract/cards/decline-sentences';
import { hoursReason } from '@florin/contract/cards/policies/hour-sentences';
import type { AmountPeriod } from '@florin/contract/cards/policies/spend-rules';
import type { DeclineCode } from '@florin/contract/cards/decline-codes';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../../kit/actions/Button.tsx';
import { useResetText } from '../../../../flows/time/resets.ts';
import { isPast, longWhen, shortZoneName } from '../../../../flows/time/when.ts';
import { moneyText } from '../../../../kit/text/money-parts.ts';
import { Money } from '../../../../kit/text/Money.tsx';
import { declineActWords as words } from '../../../../messages/en/cards/decline-acts.ts';
import { transactionWords } from '../../../../messages/en/cards/transactions.ts';
import { sheetWords } from '../../../../messages/en/cards/transaction-sheet.ts';
import { paths } from '../../../../paths.ts';
import { usePerson } from '../../../../session/person.ts';
import { DeclineActs } from './DeclineActs.tsx';
import type { Scope, Transaction } from '../queries.ts';
import { useTriedNow } from './still-declined.ts';
import styles from '../transactions.module.css';

const sheet = sheetWords;

interface DeclinedProps {
  scope: Scope;
  of: Transaction;
  code: DeclineCode;
}

/** Why a purchase was declined, the sum behind it, and the one act that fixes it. */
export function Declined({ scope, of, code }: DeclinedProps) {
  const request = of.decline?.request ?? null;
  // What was missing has been given: there is nothing left to ask for.
  const { left, still, goesThrough, madeAt } = useTriedNow(scope, of);
  const isOpenAgain = goesThrough && madeAt === null;
  return (
    <div className={styles.declined}>
      {isOpenAgain ? (
        <h3 className={styles.headline} data-good>
          <b>{words.headline.again[scope]}</b>{' '}
          {left !== null && words.headline.left(moneyText(left.amount), periodText(left.period, false))}
        </h3>
      ) : (
        <Reason scope={scope} of={of} code={code} isAdvised={!goesThrough && still === null} />
      )}
      {/* The sum of another thing that is in the way by now is said with it. */}
      {!goesThrough && still === null && <Shortfall of={of} />}
      {request !== null && <Requested scope={scope} request={request} of={of} />}
      {(madeAt === null || scope === 'business') && <DeclineActs scope={scope} of={of} code={code} />}
    </div>
  );
}

/** 'today', 'that month'; nothing for what has no period. */
function periodText(period: AmountPeriod | null, isOver: boolean): string {
  const texts: Partial<Record<AmountPeriod, string>> = words.headline[isOver ? 'since' : 'now'];
  return period === null ? '' : (texts[period] ?? '');
}

/** What stood in the way, with its figures where the reader may know them. */
function Reason({ scope, of, code, isAdvised }: DeclinedProps & { isAdvised: boolean }) {
  const resetOf = useResetText(usePerson().timeZone);
  const hours = of.decline?.hours ?? null;
  // A request cannot raise what other cards use up, too.
  const shared = scope === 'own' ? (of.decline?.shared ?? null) : null;
  const figures = figuresOf(scope, of, code);
  const reason = shared
    ? sheet.sharedReason[shared.of]
    : (figures ?? (hours === null ? declineReason(code) : hoursReason(hours, shortZoneName(hours.timeZone))));
  const resets = shared?.resetsAt != null && !isPast(shared.resetsAt) ? ` ${sheet.anew(resetOf(shared.resetsAt))}` : '';
  const advice = shared
    ? `${sheet.sharedAdvice}${resets}`
    : isAdvised && (figures === null || scope === 'business')
      ? declineAdvice(code, scope === 'business' ? 'ADMIN' : 'CARDHOLDER')
      : null;
  return (
    <div>
      <h3 className={styles.headline}>
        <b>{words.headline.declined}</b> {reason}
      </h3>{' '}
      {advice !== null && <p className={styles.reason}>{advice}</p>}
    </div>
  );
}

/** The reason as the sum that did not work out; null where it was not about an amount. */
function figuresOf(scope: Scope, { decline, requested, cardholder }: Transaction, code: DeclineCode): string | null {
  if (!decline?.left) return null;
  const { left, limit } = decline;
  const sum = moneyText(requested);
  if (limit === null) return isOfMoney(code) ? words.headline.funds(sum, moneyText(left)) : null;
  if (limit.period === 'purchase') return words.headline.overMax(sum, moneyText(limit.limit));
  const who = scope === 'own' ? words.headline.you : (cardholder?.name ?? words.headline.holder);
  const when = periodText(limit.period, limit.resetsAt === null || isPast(limit.resetsAt));
  return left.amount === 0
    ? words.headline.nothing(sum, who, when)
    : words.headline.over(sum, moneyText(left), who, when);
}

/** The sum that did not work out: the limit, what was spent of it, what was left, and what was missing. */
function Shortfall({ of: { decline, requested } }: Pick<DeclinedProps, 'of'>) {
  const resetOf = useResetText(usePerson().timeZone);
  if (!decline?.left) return null;
  const { left, limit } = decline;
  const spent = limit === null ? 0 : limit.limit.amount - left.amount;
  const resetsAt = limit?.resetsAt ?? null;
  return (
    <>
      <dl className={styles.sum}>
        {limit !== null && limit.period !== 'purchase' && (
          <>
            <div>
              <dt>{sheet.limitOf[limit.period]}</dt>
              <dd>
                <Money value={limit.limit} />
              </dd>
            </div>
            <div>
              <dt>{sheet.spentBefore}</dt>
              <dd>
                − <Money value={{ ...left, amount: Math.max(0, spent) }} />
              </dd>
            </div>
          </>
        )}
        <div className={styles.subtotal}>
          <dt>{limit?.period === 'purchase' ? sheet.limitOf.purchase : sheet.left}</dt>
          <dd>
            <Money value={left} />
          </dd>
        </div>
        <div>
          <dt>{sheet.thisPurchase}</dt>
          <dd>
            − <Money value={requested} />
          </dd>
        </div>
        <div className={styles.total}>
          <dt>{words.lacking}</dt>
          <dd>
            <Money value={{ ...left, amount: Math.max(0, requested.amount - left.amount) }} />
          </dd>
        </div>
      </dl>
      {resetsAt !== null && (
        <p className={styles.mute}>{isPast(resetsAt) ? sheet.anewSince : sheet.anew(resetOf(resetsAt))}</p>
      )}
    </>
  );
}

const isOfMoney = (code: DeclineCode | null) => code === 'insufficient_funds';

type Request = NonNullable<NonNullable<Transaction['decline']>['request']>;

/** What has become of the request because of it: nobody asks twice while one waits. */
function Requested({ scope, request, of }: Omit<DeclinedProps, 'code'> & { request: Request }) {
  const { features, timeZone } = usePerson();
  const { id, status, decidedBy, until } = request;
  const isOwn = scope === 'own';
  const { still, goesThrough, madeAt } = useTriedNow(scope, of);
  const isOver = until !== null && isPast(until);
  const by = decidedBy ?? '';
  const text =
    status === 'PENDING'
      ? isOwn
        ? sheet.requestWaits
        : sheet.requestWaitsForYou(of.cardholder?.name ?? transactionWords.noHolder)
      : status === 'APPROVED' && (madeAt !== null || !isOver)
        ? sheet.requestApproved(
            by,
            until === null ? null : longWhen(until, timeZone),
            madeAt !== null
              ? sheet.made(longWhen(madeAt, timeZone))
              : still
                ? still.reason
                : goesThrough
                  ? words.runAgain[scope][request.kind === 'LIMIT' && until !== null ? 'raise' : 'other']
                  : '',
          )
        : status === 'REJECTED'
          ? sheet.requestRejected(by)
          : null;
  if (text === null) return null;
  const mayFollow = isOwn ? features.includes('request-funding') : true;
  return (
    <div className={styles.request} data-good={goesThrough || undefined}>
      <p className={styles.asked}>{text}</p>
      {mayFollow && (
        <Link
          to={isOwn ? paths.fundingRequests : paths.cardRequests}
          search={{ open: id }}
          className={buttonClass({ variant: status === 'PENDING' ? 'primary' : 'secondary' })}
        >
          {isOwn || status !== 'PENDING' ? sheet.openRequest : sheet.decideRequest}
        </Link>
      )}
    </div>
  );
}
