import { passTime } from '@florin/contract/cards/simulator';
import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { Button } from '../../../kit/actions/Button.tsx';
import { Icon } from '../../../kit/text/Icon.tsx';
import { useNow } from '../../../flows/time/use-now.ts';
import { clockText, dayHeading, shortDate, shortZoneName } from '../../../flows/time/when.ts';
import { simulatorWords as words } from '../../../messages/en/cards/simulator.ts';
import { usePerson } from '../../../session/person.ts';
import { queryClient } from '../../../session/queries/query-client.ts';
import { stateQuery } from './queries.ts';
import { usePlay } from './use-play.ts';
import styles from './simulator.module.css';

const hour = 3600;

/** The product's clock, and how to let time pass. */
export function ClockBar() {
  const { data: state } = useQuery(stateQuery());
  const { play, isPlaying } = usePlay(words.timeFailed);
  const { timeZone } = usePerson();
  const now = new Date(useNow());
  if (!state) return <span className={styles.clock} />;
  const pass = (seconds: number | null) => async () => {
    const answer = await play(passTime, { body: { seconds } });
    // Hours and days change every figure on the page.
    if (answer !== null) await queryClient.invalidateQueries();
  };
  return (
    <div className={styles.clock}>
      <Icon of={Clock} size={16} label={words.clock} />
      <time className={styles.now} dateTime={now.toISOString()}>
        {words.now(`${dayHeading(now, timeZone)}, ${clockText(now, timeZone)}`, shortZoneName(timeZone))}
      </time>
      <Button pending={isPlaying} onClick={() => void pass(hour)()}>
        {words.addHour}
      </Button>
      <Button pending={isPlaying} onClick={() => void pass(24 * hour)()}>
        {words.addDay}
      </Button>
      <Button
        pending={isPlaying}
        unavailable={state.nextRelease === null}
        title={state.nextRelease === null ? words.noRelease : undefined}
        onClick={() => void pass(null)()}
      >
        {state.nextRelease === null ? words.noRelease : words.nextRelease(shortDate(state.nextRelease, timeZone, now))}
      </Button>
    </div>
  );
}
