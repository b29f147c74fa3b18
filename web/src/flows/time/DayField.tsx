import { DateField, type DateFieldProps } from '../../kit/pickers/DateField.tsx';
import { usePerson } from '../../session/person.ts';
import { useToday } from './use-now.ts';

interface DayFieldProps extends Omit<DateFieldProps, 'today'> {
  /** The time zone of its days; that of the business unless another is given. */
  zone?: string;
  /** Offers the current day and later ones only. */
  fromToday?: boolean;
  /** The value that a field `fromToday` begins with: its day is offered even if it is past. */
  first?: string;
}

/** A field for a day. Its calendar marks the current day. */
export function DayField({ zone, fromToday = false, first = '', ...field }: DayFieldProps) {
  const { timeZone } = usePerson();
  const today = useToday(zone ?? timeZone);
  const begun = first.slice(0, 10);
  const min = begun !== '' && begun < today ? begun : today;
  return <DateField today={today} {...(fromToday && { min })} {...field} />;
}
