import { parseDate, parseDateTime, type CalendarDate, type CalendarDateTime } from '@internationalized/date';
import { CalendarDays } from 'lucide-react';
import { useContext, useEffect, useEffectEvent, useState, type RefObject } from 'react';
import {
  Button as OpenButton,
  Calendar,
  DateInput,
  DatePicker,
  DateSegment,
  Dialog,
  Group,
  I18nProvider,
  OverlayTriggerStateContext,
} from 'react-aria-components';
import { dateFieldWords as words } from '../../messages/en/kit/date-field.ts';
import { Button } from '../actions/Button.tsx';
import { classNames } from '../class-names.ts';
import type { ControlProps } from '../forms/fields/Field.tsx';
import fieldStyles from '../forms/fields/Field.module.css';
import { Popup } from '../overlays/Popup.tsx';
import { Icon } from '../text/Icon.tsx';
import { CalendarMonth } from './CalendarMonth.tsx';
import type { DateFieldProps } from './DateField.tsx';
import { isDay } from './date-span.ts';
import styles from './DateParts.module.css';

interface DatePartsProps extends Pick<DateFieldProps, 'min' | 'today'> {
  control: ControlProps;
  labelId: string;
  group: RefObject<HTMLDivElement | null>;
  /** Moves the focus to the first part. */
  onFocus: () => void;
  withTime: boolean;
  value: string;
  onPick: (value: string) => void;
  onLeave: () => void;
}

type Day = CalendarDate | CalendarDateTime;

const minute = /^(?<day>\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d$/;

function dateOf(value: string, withTime: boolean): Day | null {
  if (!withTime) return isDay(value) ? parseDate(value) : null;
  return isDay(minute.exec(value)?.groups?.['day'] ?? '') ? parseDateTime(value) : null;
}

/** A year below the first is not typed to its end; below the second it is one of this century. */
const years = { whole: 1000, short: 100 } as const;

/** The parts of a date field, each typed or turned by the arrow keys, and the button of its calendar. */
export function DateParts({
  control,
  labelId,
  group,
  onFocus,
  withTime,
  min,
  today,
  value,
  onPick,
  onLeave,
}: DatePartsProps) {
  const focus = useEffectEvent(onFocus);
  // A `<label>` focuses no parts.
  useEffect(() => {
    const label = document.getElementById(labelId);
    const press = () => focus();
    label?.addEventListener('click', press);
    return () => label?.removeEventListener('click', press);
  }, [labelId]);
  // The first digits of a year are no year yet: what was there before counts until it is whole.
  const [typing, setTyping] = useState<Day | null>(null);
  const change = (date: Day | null) => {
    if (date !== null && date.year < years.whole) return setTyping(date);
    setTyping(null);
    return onPick(date === null ? '' : date.toString().slice(0, withTime ? 16 : 10));
  };
  const end = () => {
    if (typing !== null && typing.year < years.short) change(typing.set({ year: typing.year + 2000 }));
    setTyping(null);
    onLeave();
  };
  const shown = typing ?? dateOf(value, withTime);
  const isInvalid = control['aria-invalid'] ?? false;
  return (
    <I18nProvider locale={document.documentElement.lang || 'en-US'}>
      <DatePicker<Day>
        id={control.id}
        aria-labelledby={labelId}
        aria-describedby={control['aria-describedby']}
        isInvalid={isInvalid}
        granularity={withTime ? 'minute' : 'day'}
        shouldForceLeadingZeros
        placeholderValue={withTime ? parseDateTime(`${today}T12:00`) : parseDate(today)}
        minValue={isDay(String(min)) ? parseDate(String(min)) : undefined}
        value={shown}
        onChange={change}
        onBlur={end}
      >
        <Group ref={group} className={classNames(fieldStyles.input, styles.group, isInvalid && styles.invalid)}>
          <DateInput className={styles.parts}>
            {(segment) => <DateSegment segment={segment} className={styles.part ?? ''} />}
          </DateInput>
          <OpenButton className={styles.open} aria-label={words.open}>
            <Icon of={CalendarDays} size={16} />
          </OpenButton>
        </Group>
        <Popup placement="bottom end">
          <Dialog aria-label={words.calendar} className={styles.dialog}>
            <Calendar>
              <CalendarMonth today={today} single />
            </Calendar>
            {shown !== null && <ClearButton onClear={() => change(null)} />}
          </Dialog>
        </Popup>
      </DatePicker>
    </I18nProvider>
  );
}

/** Takes the day away again, and closes the calendar. */
function ClearButton({ onClear }: { onClear: () => void }) {
  const popup = useContext(OverlayTriggerStateContext);
  return (
    <Button
      variant="quiet"
      onClick={() => {
        onClear();
        popup?.close();
      }}
    >
      {words.clear}
    </Button>
  );
}
