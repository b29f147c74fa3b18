import { declineReason } from '@florin/contract/cards/decline-sentences';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { titleOfCard } from '../../../../flows/cards/card-title.ts';
import { statusText } from '../../../../flows/transactions/TransactionStatusText.tsx';
import { When } from '../../../../flows/time/When.tsx';
import { Failure } from '../../../../kit/feedback/Failure.tsx';
import { Skeleton } from '../../../../kit/feedback/Skeleton.tsx';
import { Panel } from '../../../../kit/layout/Panel.tsx';
import { LastDigits } from '../../../../kit/text/LastDigits.tsx';
import { Mark } from '../../../../kit/text/Mark.tsx';
import { Money } from '../../../../kit/text/Money.tsx';
import { cardHomeWords } from '../../../../messages/en/program/card-home.ts';
import { paths } from '../../../../paths.ts';
import { errorMessage } from '../../../../session/failures/error-message.ts';
import { usePerson } from '../../../../session/person.ts';
import { recentQuery } from './queries.ts';
import styles from './CardHome.module.css';

const words = cardHomeWords.recent;

/**
 * What was bought last; a decline leads to its reason.
 * @param areOfMany with several cards: the card of all purchases stands in the head, or each purchase names its own
 */
export function RecentPurchases({ areOfMany }: { areOfMany: boolean }) {
  const recent = useQuery(recentQuery());
  const { timeZone } = usePerson();
  const [first] = recent.data ?? [];
  const isOneCard = recent.data?.every(({ card }) => card.id === first?.card.id) === true;
  return (
    <Panel
      title={words.title}
      padded={recent.data === undefined || recent.data.length === 0}
      actions={
        <span className={styles.ofCard}>
          {areOfMany && isOneCard && first && (
            <span className={styles.mute}>
              {titleOfCard(first.card)} <LastDigits digits={first.card.last4} />
            </span>
          )}
          <Link to={paths.purchases} className={styles.link}>
            {words.all}
          </Link>
        </span>
      }
    >
      {recent.isPending ? (
        <div aria-busy="true" className={styles.loading}>
          <Skeleton shape="block" />
        </div>
      ) : recent.data ? (
        recent.data.length === 0 ? (
          <p className={styles.mute}>{words.none}</p>
        ) : (
          <ul>
            {recent.data.map((line) => {
              const { id, status, merchant, amount, at, card, declineCode } = line;
              const isDeclined = status === 'DECLINED';
              const positive = { ...amount, amount: Math.abs(amount.amount) };
              return (
                <li key={id} className={styles.row} data-link>
                  <Mark name={merchant.name} />
                  <div className={styles.rowWords}>
                    <Link
                      to={isDeclined ? paths.cardDeclines : paths.purchases}
                      search={{ open: id }}
                      className={styles.name}
                    >
                      {merchant.name}
                    </Link>
                    <p className={styles.mute}>
                      <span className={isDeclined ? styles.declined : undefined}>
                        {isDeclined && declineCode !== null
                          ? words.declined(declineReason(declineCode))
                          : statusText(line, timeZone)}
                      </span>
                      {areOfMany && !isOneCard && (
                        <>
                          {' · '}
                          {titleOfCard(card)} <LastDigits digits={card.last4} />
                        </>
                      )}
                    </p>
                  </div>
                  <div className={styles.end}>
                    {isDeclined ? (
                      <s>
                        <Money value={positive} />
                      </s>
                    ) : (
                      <b>
                        {amount.amount < 0 && '+'}
                        <Money value={positive} />
                      </b>
                    )}
                    <p className={styles.mute}>
                      <When at={at} />
                    </p>
                  </div>
                </li>
              );
            })}
          </ul>
        )
      ) : (
        <Failure
          {...errorMessage(recent.error, words.failed)}
          onRetry={() => void recent.refetch()}
          retrying={recent.isFetching}
        />
      )}
    </Panel>
  );
}
