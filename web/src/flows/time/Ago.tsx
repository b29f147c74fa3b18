import { inZone } from '../../messages/en/kit/times.ts';
import { usePerson } from '../../session/person.ts';
import { useNow } from './use-now.ts';
import { agoInSentence, longWhen, zoneName } from './when.ts';

/** '25 min ago' within a day, then the date; the pointer shows the moment in full. @param at ISO 8601 */
export function Ago({ at }: { at: string }) {
  const { timeZone } = usePerson();
  const now = useNow();
  return (
    <time dateTime={at} title={inZone(longWhen(at, timeZone), zoneName(timeZone))}>
      {agoInSentence(at, timeZone, now)}
    </time>
  );
}
