import type { CardRequestDetail } from '@florin/contract/money/requests';
import { Check } from 'lucide-react';
import { useId } from 'react';
import { longWhen } from '../../../flows/time/when.ts';
import { Icon } from '../../../kit/text/Icon.tsx';
import { moneyText } from '../../../kit/text/money-parts.ts';
import { raisedWords as words } from '../../../messages/en/money/raised.ts';
import { requestWords } from '../../../messages/en/money/requests.ts';
import { usePerson } from '../../../session/person.ts';
import styles from './requests.module.css';

/** Each limit that an approval raised: what it became, and until when. */
export function Raised({ of: { limits, until } }: { of: NonNullable<CardRequestDetail['raised']> }) {
  const { timeZone } = usePerson();
  const id = useId();
  return (
    <section>
      <h3 id={id}>{words.title}</h3>
      <ul className={styles.effects} aria-labelledby={id}>
        {limits.map(({ limit, period, group }) => (
          <li key={`${period} ${group ?? ''}`}>
            <Icon of={Check} size={16} />
            <span>{words.limit(moneyText(limit), requestWords.periods[period], group, longWhen(until, timeZone))}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
