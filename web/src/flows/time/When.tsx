import { inZone } from '../../messages/en/kit/times.ts';
import { usePerson } from '../../session/person.ts';
import { longWhen, shortDate, shortWhen, zoneName } from './when.ts';

const forms = { short: shortWhen, long: longWhen, date: shortDate };

interface WhenProps {
  /** ISO 8601 */
  at: string;
  /** 'Today, 8:41 PM' or the date; the date with its time; the date alone. */
  form?: keyof typeof forms;
}

/** A moment in the time zone of the person's business; the pointer shows it in full, with the name of the zone. */
export function When({ at, form = 'short' }: WhenProps) {
  const { timeZone } = usePerson();
  return (
    <time dateTime={at} title={inZone(longWhen(at, timeZone), zoneName(timeZone))}>
      {forms[form](at, timeZone)}
    </time>
  );
}
