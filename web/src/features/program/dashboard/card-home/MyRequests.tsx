import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { askedText, stateText } from '../../../../flows/requests/asked-words.ts';
import { When } from '../../../../flows/time/When.tsx';
import { Failure } from '../../../../kit/feedback/Failure.tsx';
import { StatusText } from '../../../../kit/feedback/StatusText.tsx';
import { Panel } from '../../../../kit/layout/Panel.tsx';
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
          {requests.data.map((request) => (
            <li key={request.id} className={styles.row} data-link>
              <div className={styles.rowWords}>
                <Link to={paths.fundingRequests} search={{ open: request.id }} className={styles.name}>
                  {askedText(request)}
                </Link>
                <p className={styles.mute}>
                  {request.purpose !== null && `${request.purpose} · `}
                  <When at={request.requestedAt} />
                </p>
              </div>
              <StatusText
                fill={request.status === 'PENDING' ? 'ring' : 'full'}
                tone={request.status === 'APPROVED' ? 'ok' : 'neutral'}
              >
                {stateText(request, words.statuses)}
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
