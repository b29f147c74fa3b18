import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { When } from '../../../../flows/time/When.tsx';
import { Failure } from '../../../../kit/feedback/Failure.tsx';
import { StatusText } from '../../../../kit/feedback/StatusText.tsx';
import { Panel } from '../../../../kit/layout/Panel.tsx';
import { moneyText } from '../../../../kit/text/money-parts.ts';
import { cardHomeWords } from '../../../../messages/en/program/card-home.ts';
import { paths } from '../../../../paths.ts';
import { errorMessage } from '../../../../session/failures/error-message.ts';
import { requestsQuery } from './queries.ts';
import styles from './CardHome.module.css';

const words = cardHomeWords.requests;

/** The newest requests; nothing while there are none. */
export function MyRequests() {
  const requests = useQuery(requestsQuery());
  if (requests.data ? requests.data.length === 0 : !requests.isError) return null;
  return (
    <Panel
      title={words.title}
      padded={requests.data === undefined}
      actions={
        <Link to={paths.fundingRequests} className={styles.link}>
          {words.all}
        </Link>
      }
    >
      {requests.data ? (
        <ul>
          {requests.data.map(({ id, kind, amount, requestedAt, purpose, status }) => (
            <li key={id} className={styles.row} data-link>
              <div className={styles.rowWords}>
                <Link to={paths.fundingRequests} search={{ open: id }} className={styles.name}>
                  {kind === 'LIMIT' && amount === null
                    ? words.asked.EXCEPTION()
                    : words.asked[kind](amount === null ? '' : moneyText(amount))}
                </Link>
                <p className={styles.mute}>
                  {purpose} · <When at={requestedAt} />
                </p>
              </div>
              <StatusText fill={status === 'PENDING' ? 'ring' : 'full'} tone={status === 'APPROVED' ? 'ok' : 'neutral'}>
                {words.statuses[status]}
              </StatusText>
            </li>
          ))}
        </ul>
      ) : (
        <Failure
          {...errorMessage(requests.error, words.failed)}
          onRetry={() => void requests.refetch()}
          retrying={requests.isFetching}
        />
      )}
    </Panel>
  );
}
