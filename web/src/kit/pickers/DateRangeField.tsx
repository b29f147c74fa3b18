import { CalendarDays } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button, Dialog, DialogTrigger } from 'react-aria-components/Modal';
import { classNames } from '../class-names.ts';
import { Field, type FieldWords } from '../forms/fields/Field.tsx';
import fieldStyles from '../forms/fields/Field.module.css';
import { Popup } from '../overlays/Popup.tsx';
import { Icon } from '../text/Icon.tsx';
import { spanText, type DateSpan } from './date-span.ts';
import styles from './SelectField.module.css';

/** The calendar is loaded when it is opened for the first time. */
export const LazyDateRange = lazy(() => import('./DateRange.tsx').then(({ DateRange }) => ({ default: DateRange })));

interface DateRangeFieldProps extends FieldWords {
  span: DateSpan;
  onSpan: (span: DateSpan) => void;
  /** The current day by the product's clock, not the browser's, as an ISO date. */
  today: string;
  /** Shown while no day is picked. */
  placeholder: string;
}

/** A field of a form for days from one to another. */
export function DateRangeField(props: DateRangeFieldProps) {
  const { label, aside, hint, error, span, onSpan, today, placeholder } = props;
  const text = spanText(span, today);
  return (
    <Field label={label} aside={aside} hint={hint} error={error}>
      {({ id, 'aria-describedby': describedBy, 'aria-invalid': invalid }, labelId) => (
        <DialogTrigger>
          <Button
            id={id}
            aria-labelledby={`${labelId} ${id}value`}
            aria-describedby={describedBy}
            className={classNames(fieldStyles.input, styles.button, invalid && styles.invalid)}
          >
            <span id={`${id}value`} className={styles.value} data-placeholder={text === '' || undefined}>
              {text || placeholder}
            </span>
            <Icon of={CalendarDays} size={16} className={styles.sign} />
          </Button>
          <Popup placement="bottom start">
            <Dialog aria-labelledby={labelId} style={{ outline: 'none' }}>
              <Suspense fallback={null}>
                <LazyDateRange
                  preset={null}
                  span={span}
                  presets={[]}
                  today={today}
                  onPreset={() => undefined}
                  onSpan={onSpan}
                />
              </Suspense>
            </Dialog>
          </Popup>
        </DialogTrigger>
      )}
    </Field>
  );
}
