import type { CardRequestDetail } from '@florin/contract/money/requests';
import { moneyText } from '../../kit/text/money-parts.ts';
import { timelineWords as words } from '../../messages/en/money/request-timeline.ts';
import { usePerson } from '../../session/person.ts';
import { longWhen } from '../time/when.ts';
import styles from './requests.module.css';

/** What happened to a request, newest first. */
export function RequestTimeline({ timeline }: Pick<CardRequestDetail, 'timeline'>) {
  const { timeZone } = usePerson();
  return (
    <ol className={styles.timeline}>
      {timeline.toReversed().map(({ kind, by, at, amount, note }, index) => {
        const event = words.events[kind](by ?? words.someone);
        return (
          // Two notes may be of one moment. What is added comes first and moves no number.
          <li key={timeline.length - index}>
            <span>{amount === null ? event : words.eventAmount(kind, event, moneyText(amount))}</span>
            <time dateTime={at}>{longWhen(at, timeZone)}</time>
            {note !== null && <q>{note}</q>}
          </li>
        );
      })}
    </ol>
  );
}
