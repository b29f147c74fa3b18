import { useId, useRef } from 'react';
import segmentStyles from '../actions/Segments.module.css';
import { classNames } from '../class-names.ts';
import { Field } from '../forms/fields/Field.tsx';
import { usePicker, type PickerFieldProps } from './picker-field.ts';

/** One of a few options, all in sight: one press instead of the two of a select. */
export function SegmentField({ label, aside, hint, error, options, ...picker }: PickerFieldProps) {
  const name = useId();
  const group = useRef<HTMLDivElement>(null);
  const { value, pick, leave } = usePicker(picker, {
    get current() {
      return group.current?.querySelector<HTMLElement>('input:checked') ?? null;
    },
  });
  return (
    <Field label={label} aside={aside} hint={hint} error={error}>
      {(control, labelId) => (
        <div
          ref={group}
          role="radiogroup"
          aria-labelledby={labelId}
          className={classNames(segmentStyles.segments, segmentStyles.wrapping)}
          {...control}
        >
          {options.map((option) => (
            <label key={option.id}>
              <input
                type="radio"
                name={name}
                checked={option.id === value}
                onChange={() => pick(option.id)}
                onBlur={leave}
              />
              {option.label}
            </label>
          ))}
        </div>
      )}
    </Field>
  );
}
