import { ChevronDown } from 'lucide-react';
import { useContext, useRef, type ComponentProps } from 'react';
import { Button, ComboBox, ComboBoxStateContext, Input } from 'react-aria-components/ComboBox';
import { classNames } from '../class-names.ts';
import { Field } from '../forms/Field.tsx';
import fieldStyles from '../forms/Field.module.css';
import { Popup } from '../overlays/Popup.tsx';
import { Icon } from '../text/Icon.tsx';
import { OptionList, type Option } from './OptionList.tsx';
import { usePicker, type PickerFieldProps } from './picker-field.ts';
import { kitListWords } from '../../messages/en/kit-lists.ts';

const words = kitListWords.pickers;

interface ComboboxFieldProps extends PickerFieldProps {
  placeholder?: string;
  /** Where the caller looks for what is typed: all of its options are shown, the picked one among them. */
  onTyped?: (text: string) => void;
}

/** One of many options, found by typing a part of its name. */
export function ComboboxField({ label, aside, hint, error, placeholder, onTyped, ...picker }: ComboboxFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const { value, pick, leave } = usePicker(picker, input);
  return (
    <Field label={label} aside={aside} hint={hint} error={error}>
      {(control, labelId) => (
        <ComboBox<Option>
          id={control.id}
          aria-labelledby={labelId}
          aria-describedby={control['aria-describedby']}
          isInvalid={control['aria-invalid']}
          allowsEmptyCollection
          {...(onTyped ? { items: picker.options, onInputChange: onTyped } : { defaultItems: picker.options })}
          value={value === '' ? null : value}
          onChange={(key) => pick(String(key ?? ''))}
          onBlur={leave}
        >
          <div className={fieldStyles.box}>
            <OpeningInput
              ref={input}
              placeholder={placeholder}
              className={classNames(fieldStyles.input, fieldStyles.withEnd)}
              autoComplete="off"
              onKeyDown={(event) => {
                // Esc closes the list alone, not the dialog around the field.
                const isOpen = event.currentTarget.getAttribute('aria-expanded') === 'true';
                if (event.key === 'Escape' && isOpen) event.preventDefault();
              }}
            />
            <Button className={fieldStyles.end} aria-label={words.showAll}>
              <Icon of={ChevronDown} size={16} />
            </Button>
          </div>
          <Popup>
            <OptionList empty={words.empty} />
          </Popup>
        </ComboBox>
      )}
    </Field>
  );
}

/** A press on the field opens the list; Tab alone does not, since the list would cover what comes next. */
function OpeningInput(props: ComponentProps<typeof Input>) {
  const state = useContext(ComboBoxStateContext);
  return <Input {...props} onClick={() => state?.open(null, 'manual')} />;
}
