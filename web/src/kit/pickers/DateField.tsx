import { lazy, Suspense, useRef } from 'react';
import { Field, type FieldWords } from '../forms/fields/Field.tsx';
import fieldStyles from '../forms/fields/Field.module.css';
import { usePicker, type ValueProps } from './picker-field.ts';

/** Beside the page: what takes a day apart, and its calendar, are as large as half a page. */
const DateParts = lazy(() => import('./DateParts.tsx').then((module) => ({ default: module.DateParts })));

export interface DateFieldProps extends FieldWords, ValueProps {
  /** Also the time of the day. The value is '2026-11-19T14:30' then, and '2026-11-19' otherwise; '' for none. */
  withTime?: boolean;
  /** The first day that the calendar offers, as an ISO date. */
  min?: string | number;
  /** The current day by the product's clock, not the browser's, as an ISO date. */
  today: string;
}

/** A day that is typed part by part, or picked in a calendar. Like an input, it takes what `field()` of a form returns. */
export function DateField({ label, aside, hint, error, withTime = false, min, today, ...picker }: DateFieldProps) {
  const group = useRef<HTMLDivElement>(null);
  const focus = () => group.current?.querySelector<HTMLElement>('[role="spinbutton"]')?.focus();
  const { value, pick, leave } = usePicker(picker, useRef({ focus }));
  return (
    <Field label={label} aside={aside} hint={hint} error={error}>
      {(control, labelId) => (
        <Suspense fallback={<input disabled className={fieldStyles.input} aria-labelledby={labelId} />}>
          <DateParts
            control={control}
            labelId={labelId}
            group={group}
            onFocus={focus}
            withTime={withTime}
            min={min}
            today={today}
            value={value}
            onPick={pick}
            onLeave={leave}
          />
        </Suspense>
      )}
    </Field>
  );
}
