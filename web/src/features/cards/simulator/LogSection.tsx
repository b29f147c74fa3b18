import { useQuery } from '@tanstack/react-query';
import { moneyText } from '../../../kit/text/money-parts.ts';
import { simulatorWords as words } from '../../../messages/en/cards/simulator.ts';
import { usePerson } from '../../../session/person.ts';
import { declineText } from './decline-text.ts';
import { logQuery } from './queries.ts';
import styles from './simulator.module.css';

/** What the network sent and what it was told, in sentences, newest first. */
export function LogSection() {
  const { data: log = [] } = useQuery(logQuery());
  const { role } = usePerson();
  if (log.length === 0) return <p className={styles.quiet}>{words.logEmpty}</p>;
  return (
    <ul className={styles.log}>
      {log.map(({ id, merchant, type, amount, answer, milliseconds }) => {
        const refusal = answer === null ? '' : declineText(answer, role);
        const said = answer === null ? words.onItsWay : refusal || (words.answers[answer] ?? words.answers['REFUSED']);
        return (
          <li key={id} data-answer={refusal === '' ? 'yes' : 'no'}>
            <span>{words.logLine(merchant, type, moneyText(amount))}</span>
            <small>
              {said}
              {milliseconds !== null && <span className={styles.time}>{words.milliseconds(milliseconds)}</span>}
            </small>
          </li>
        );
      })}
    </ul>
  );
}
