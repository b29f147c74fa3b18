import { declineAdvice, declineReason } from '@florin/contract/cards/decline-sentences';
import { hoursReason } from '@florin/contract/cards/policies/hour-sentences';
import type { DeclineCode } from '@florin/contract/cards/decline-codes';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../../kit/actions/Button.tsx';
import { isPast, longWhen, shortZoneName } from '../../../../flows/time/when.ts';
import { moneyText } from '../../../../kit/text/money-parts.ts';
import { Money } from '../../../../kit/text/Money.tsx';
import { transactionWords } from '../../../../messages/en/cards/transactions.ts';
import { paths } from '../../../../paths.ts';
import { usePerson } from '../../../../session/person.ts';
import { DeclineActs } from './DeclineActs.tsx';
import type { Scope, Transaction } from '../queries.ts';
import { useTriedNow } from './still-declined.ts';
import styles from '../transactions.module.css';

const words = transactionWords.sheet;

interface DeclinedProps {
  scope: Scope;
  of: Transaction;
  code: DeclineCode;
}

/** Why a purchase was declined, the sum behind it, and the one act that fixes it. */
export function Declined({ scope, of, code }: DeclinedProps) {
  const { timeZone } = usePerson();
  const request = of.decline?.request ?? null;
  // What was missing has been given: there is nothing left to ask for.
  const { goesThrough, madeAt } = useTriedNow(scope, of);
  const hours = of.decline?.hours ?? null;
  // A request cannot raise what other cards use up, too.
  const shared = scope === 'own' ? (of.decline?.shared ?? null) : null;
  return (
    <div className={styles.declined}>
      <p className={styles.reason}>
        {shared === null ? (
          <>
            <b>{hours === null ? declineReason(code) : hoursReason(hours, shortZoneName(hours.timeZone))}</b>{' '}
            {!goesThrough && declineAdvice(code, scope === 'business' ? 'ADMIN' : 'CARDHOLDER')}
          </>
        ) : (
          <>
            <b>{words.sharedReason[shared.of]}</b> {words.sharedAdvice}
            {shared.resetsAt !== null &&
              !isPast(shared.resetsAt) &&
              ` ${words.anew(longWhen(shared.resetsAt, timeZone))}`}
          </>
        )}
      </p>
      <Shortfall of={of} />
      {request !== null && <Requested scope={scope} request={request} of={of} />}
      {(madeAt === null || scope === 'business') && <DeclineActs scope={scope} of={of} code={code} />}
    </div>
  );
}

/** The sum that did not work out: the limit, what was spent of it, and what was left for the purchase. */
function Shortfall({ of: { decline, requested } }: Pick<DeclinedProps, 'of'>) {
  const { timeZone } = usePerson();
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
              <dt>{words.limitOf[limit.period]}</dt>
              <dd>
                <Money value={limit.limit} />
              </dd>
            </div>
            <div>
              <dt>{words.spentBefore}</dt>
              <dd>
                − <Money value={{ ...left, amount: Math.max(0, spent) }} />
              </dd>
            </div>
          </>
        )}
        <div className={styles.total}>
          <dt>{limit?.period === 'purchase' ? words.limitOf.purchase : words.left}</dt>
          <dd>
            <Money value={left} />
          </dd>
        </div>
        <div>
          <dt>{words.thisPurchase}</dt>
          <dd>
            <Money value={requested} />
          </dd>
        </div>
      </dl>
      {resetsAt !== null && (
        <p className={styles.mute}>{isPast(resetsAt) ? words.anewSince : words.anew(longWhen(resetsAt, timeZone))}</p>
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
        ? words.requestWaits
        : words.requestWaitsForYou(of.cardholder?.name ?? transactionWords.noHolder)
      : status === 'APPROVED' && (madeAt !== null || !isOver)
        ? words.requestApproved(
            by,
            until === null ? null : longWhen(until, timeZone),
            madeAt !== null
              ? words.made(longWhen(madeAt, timeZone))
              : still
                ? isOfMoney(still.code)
                  ? words.stillShort(moneyText(still.available))
                  : words.stillDeclined
                : goesThrough
                  ? isOwn
                    ? words.tryAgain
                    : words.holderTriesAgain
                  : '',
          )
        : status === 'REJECTED'
          ? words.requestRejected(by)
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
          {isOwn || status !== 'PENDING' ? words.openRequest : words.decideRequest}
        </Link>
      )}
    </div>
  );
}
