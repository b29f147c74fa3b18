import { parseDate } from '@internationalized/date';
import { useId } from 'react';
import { RangeCalendar } from 'react-aria-components/RangeCalendar';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { TextField } from '../forms/fields/TextField.tsx';
import { CalendarMonth } from './CalendarMonth.tsx';
import { inOrder, isDay, type DateSpan } from './date-span.ts';
import styles from './DateRange.module.css';
import { dateFieldWords as words } from '../../messages/en/kit/date-field.ts';

/** A span that has a name, such as 'This month'. The caller defines its days. */
export interface DatePreset {
  id: string;
  label: string;
}

interface DateRangeProps {
  /** The picked preset or days; null for none. */
  preset: string | null;
  span: DateSpan;
  presets: readonly DatePreset[];
  /** The current day by the product's clock, not the browser's, as an ISO date. */
  today: string;
  onPreset: (id: string) => void;
  onSpan: (span: DateSpan) => void;
  /** The choice is complete: a named span by pointer, or the second day of the calendar. */
  onDone?: () => void;
}

/**
 * Days from one to another: a named span, two typed dates, or a calendar. On a phone the two dates open the phone's own
 * picker, and there is no calendar.
 */
export function DateRange({ preset, span, presets, today, onPreset, onSpan, onDone }: DateRangeProps) {
  const name = useId();
  const { from, to } = span;
  const change = (next: Partial<DateSpan>) => onSpan(inOrder({ ...span, ...next }));
  const day = (text: string) => (isDay(text) ? text : null);
  return (
    <div className={styles.range}>
      {presets.length > 0 && (
        <fieldset className={styles.presets}>
          <legend className="visually-hidden">{words.presets}</legend>
          {presets.map(({ id, label }) => (
            <label key={id} className={styles.preset}>
              <input
                type="radio"
                name={name}
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- an editor that was opened takes the focus
                autoFocus={id === (preset ?? presets[0]?.id)}
                checked={id === preset}
                onChange={() => onPreset(id)}
                // The arrow keys move through the spans, and a press picks one.
                onClick={({ detail }) => detail > 0 && onDone?.()}
              />
              <span className={styles.presetName}>{label}</span>
            </label>
          ))}
        </fieldset>
      )}
      <div className={styles.days}>
        <div className={styles.ends}>
          <TextField
            type="date"
            label={words.from}
            value={from ?? ''}
            max={to ?? undefined}
            onChange={({ target }) => change({ from: day(target.value) })}
          />
          <TextField
            type="date"
            label={words.to}
            value={to ?? ''}
            min={from ?? undefined}
            onChange={({ target }) => change({ to: day(target.value) })}
          />
        </div>
        <I18nProvider locale={document.documentElement.lang || 'en-US'}>
          <RangeCalendar
            className={styles.calendar}
            aria-label={words.calendar}
            value={from !== null && to !== null ? { start: parseDate(from), end: parseDate(to) } : null}
            defaultFocusedValue={parseDate(to ?? from ?? today)}
            onChange={({ start, end }) => {
              onSpan({ from: start.toString(), to: end.toString() });
              onDone?.();
            }}
          >
            <CalendarMonth today={today} />
          </RangeCalendar>
        </I18nProvider>
      </div>
    </div>
  );
}
