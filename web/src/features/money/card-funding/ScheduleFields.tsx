import { frequencyFields } from '@florin/contract/money/funding-schedules';
import { useState } from 'react';
import { zoneName } from '../../../flows/time/when.ts';
import { DayField } from '../../../flows/time/DayField.tsx';
import { AmountField } from '../../../kit/forms/fields/AmountField.tsx';
import { TextField } from '../../../kit/forms/fields/TextField.tsx';
import { SelectField } from '../../../kit/pickers/SelectField.tsx';
import { fundingWords } from '../../../messages/en/money/card-funding.ts';
import { nameOf, problemsOf, type Times } from './schedule-setup.ts';
import type { Order } from './queries.ts';
import styles from './card-funding.module.css';

const words = fundingWords.schedules.form;
const weekdays = fundingWords.schedules.weekdays.map((label, i) => ({ id: String(i + 1), label }));

interface ScheduleFieldsProps {
  times: Times;
  onTimes: (times: Times) => void;
  order: Order;
  /** Of the business; null until the first dry run has told it. */
  timeZone: string | null;
}

/** When a schedule runs: the fields of its frequency, the days it begins and ends, its name. */
export function ScheduleFields({ times, onTimes, order, timeZone }: ScheduleFieldsProps) {
  // A field that nobody has touched is not wrong yet.
  const [touched, setTouched] = useState<ReadonlySet<keyof Times>>(new Set());
  const { frequency } = times;
  if (frequency === 'NOW') return null;
  const needs: readonly string[] = frequencyFields[frequency];
  const problems = problemsOf(times, order);
  const field = (name: keyof Times) => ({
    value: times[name] ?? '',
    error: (touched.has(name) && problems[name]) || null,
    onChange: ({ target }: { target: { value: string } }) => {
      setTouched((all) => new Set([...all, name]));
      onTimes({ ...times, [name]: target.value });
    },
  });
  return (
    <div className={styles.fields}>
      {needs.includes('weekday') && <SelectField label={words.weekday} options={weekdays} {...field('weekday')} />}
      {needs.includes('dayOfMonth') && (
        <TextField
          label={words.dayOfMonth}
          hint={Number(times.dayOfMonth) > 28 ? words.dayHint : undefined}
          inputMode="numeric"
          autoComplete="off"
          {...field('dayOfMonth')}
        />
      )}
      {needs.includes('timeOfDay') && (
        <TextField
          type="time"
          label={words.time}
          hint={timeZone === null ? undefined : words.zone(zoneName(timeZone))}
          {...field('timeOfDay')}
        />
      )}
      {needs.includes('threshold') && <AmountField label={words.threshold} {...field('threshold')} />}
      <DayField label={words.starts} {...field('startsOn')} />
      <DayField label={words.ends} aside={words.optional} min={times.startsOn} {...field('endsOn')} />
      <TextField label={words.name} autoComplete="off" {...field('name')} value={nameOf(times)} />
    </div>
  );
}
