import { ChevronDown } from 'lucide-react';
import { useRef } from 'react';
import { Button, Select, SelectValue } from 'react-aria-components/Select';
import { classNames } from '../class-names.ts';
import { Field } from '../forms/fields/Field.tsx';
import fieldStyles from '../forms/fields/Field.module.css';
import { Popup } from '../overlays/Popup.tsx';
import { Icon } from '../text/Icon.tsx';
import { OptionList } from './OptionList.tsx';
import { usePicker, type PickerFieldProps } from './picker-field.ts';
import styles from './SelectField.module.css';

interface SelectFieldProps extends PickerFieldProps {
  /** Shown while nothing is picked. */
  placeholder?: string;
  disabled?: boolean;
}

/** One of a few options, which can be found by typing a letter. Pages that visitors load first use `NativeSelect`. */
export function SelectField({ label, aside, hint, error, placeholder, disabled = false, ...picker }: SelectFieldProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { value, pick, leave } = usePicker(picker, button);
  return (
    <Field label={label} aside={aside} hint={hint} error={error}>
      {({ id, 'aria-describedby': describedBy, 'aria-invalid': invalid }, labelId) => (
        <Select
          aria-labelledby={labelId}
          aria-describedby={describedBy}
          isInvalid={invalid}
          isDisabled={disabled}
          placeholder={placeholder ?? ''}
          value={value === '' ? null : value}
          onChange={(key) => pick(String(key ?? ''))}
          onOpenChange={(open) => !open && leave()}
        >
          <Button
            ref={button}
            id={id}
            className={classNames(fieldStyles.input, styles.button, invalid && styles.invalid)}
          >
            <SelectValue className={styles.value}>
              {({ isPlaceholder, defaultChildren }) =>
                isPlaceholder ? defaultChildren : picker.options.find((option) => option.id === value)?.label
              }
            </SelectValue>
            <Icon of={ChevronDown} size={16} className={styles.sign} />
          </Button>
          <Popup>
            <OptionList options={picker.options} />
          </Popup>
        </Select>
      )}
    </Field>
  );
}
