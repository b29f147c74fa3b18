import type { CardRequest } from '@florin/contract/money/requests';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { askedText, stateText } from '../../../flows/requests/asked-words.ts';
import { requestsQuery } from '../../../flows/requests/queries.ts';
import { When } from '../../../flows/time/When.tsx';
import { Mark } from '../../../kit/text/Mark.tsx';
import { decidedWords as words } from '../../../messages/en/money/decided.ts';
import { paths } from '../../../paths.ts';
import styles from './Decided.module.css';

const shownAtMost = 3;

/** What was decided last, below what waits. It loads after the list, and is left out where nothing was decided. */
export default function Decided() {
  const { data } = useInfiniteQuery(requestsQuery('business', { status: 'DECIDED', limit: String(shownAtMost) }));
  const decided = data?.pages[0]?.items ?? [];
  if (decided.length === 0) return null;
  return (
    <section className={styles.decided}>
      <div className={styles.head}>
        <h2>{words.title}</h2>
        <Link to={paths.cardRequests} search={{ state: '!PENDING' }}>
          {words.all}
        </Link>
      </div>
      <ul>
        {decided.slice(0, shownAtMost).map((request) => (
          <li key={request.id}>
            <Mark name={request.requestedBy.name} round />
            <div className={styles.what}>
              <Link
                to={paths.cardRequests}
                search={(now) => ({ ...now, open: request.id })}
                resetScroll={false}
                className={styles.open}
              >
                {askedText(request)}
              </Link>
              <p>
                {request.requestedBy.name} · {outcomeOf(request)}
              </p>
            </div>
            <When at={request.decision?.at ?? request.requestedAt} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** 'Approved with $250.00 by Ines Duarte', 'Expired unanswered'. */
function outcomeOf(request: CardRequest): string {
  const by = request.status === 'CANCELED' ? null : (request.decision?.by ?? null);
  return words.outcome(stateText(request), by);
}
