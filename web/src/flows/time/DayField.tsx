import { useState } from 'react';
import { DateField, type DateFieldProps } from '../../kit/pickers/DateField.tsx';
import { usePerson } from '../../session/person.ts';
import { dayIn } from './when.ts';

/** A field for a day. Its calendar marks the current day in the time zone of the business. */
export function DayField(field: Omit<DateFieldProps, 'today'>) {
  const { timeZone } = usePerson();
  const [today] = useState(() => dayIn(Date.now(), timeZone));
  return <DateField today={today} {...field} />;
}
