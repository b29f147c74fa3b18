import { useMemo, useRef } from 'react';
import { ComboBox, Input } from 'react-aria-components/ComboBox';
import { Field } from '../forms/fields/Field.tsx';
import fieldStyles from '../forms/fields/Field.module.css';
import { Popup } from '../overlays/Popup.tsx';
import { OptionList, type Option } from './OptionList.tsx';
import { usePicker, type PickerFieldProps } from './picker-field.ts';

interface SuggestFieldProps extends Omit<PickerFieldProps, 'options'> {
  /** Texts to choose from; any other one can be typed. */
  suggestions: readonly string[];
  placeholder?: string;
}

/** A text, with suggestions of what it may become. */
export function SuggestField({ label, aside, hint, error, suggestions, placeholder, ...picker }: SuggestFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const { value, pick, leave } = usePicker(picker, input);
  const items = useMemo(() => {
    const typed = value.trim().toLowerCase();
    return suggestions
      .filter((each) => each !== value && each.toLowerCase().includes(typed))
      .map((each): Option => ({ id: each, label: each }));
  }, [suggestions, value]);
  return (
    <Field label={label} aside={aside} hint={hint} error={error}>
      {(control, labelId) => (
        <ComboBox<Option>
          id={control.id}
          aria-labelledby={labelId}
          aria-describedby={control['aria-describedby']}
          isInvalid={control['aria-invalid']}
          allowsCustomValue
          items={items}
          value={null}
          inputValue={value}
          onInputChange={pick}
          onChange={(chosen) => chosen !== null && pick(String(chosen))}
          onBlur={leave}
        >
          <div className={fieldStyles.box}>
            <Input
              ref={input}
              className={fieldStyles.input}
              autoComplete="off"
              placeholder={placeholder}
              onKeyDown={(event) => {
                // Esc closes only the list, not the dialog around the field.
                const isOpen = event.currentTarget.getAttribute('aria-expanded') === 'true';
                if (event.key === 'Escape' && isOpen) event.preventDefault();
                // Enter takes a text, and does not send the form.
                if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault();
              }}
            />
          </div>
          <Popup>
            <OptionList />
          </Popup>
        </ComboBox>
      )}
    </Field>
  );
}
