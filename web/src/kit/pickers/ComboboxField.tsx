import { ChevronDown } from 'lucide-react';
import { useContext, useMemo, useRef, useState, type ComponentProps, type KeyboardEvent, type MouseEvent } from 'react';
import { Button, ComboBox, ComboBoxStateContext, Input } from 'react-aria-components/ComboBox';
import { classNames } from '../class-names.ts';
import { Field } from '../forms/fields/Field.tsx';
import fieldStyles from '../forms/fields/Field.module.css';
import { Popup } from '../overlays/Popup.tsx';
import { Icon } from '../text/Icon.tsx';
import { OptionList, type Option } from './OptionList.tsx';
import { usePicker, type PickerFieldProps } from './picker-field.ts';
import { kitListWords } from '../../messages/en/kit/kit-lists.ts';

const words = kitListWords.pickers;

interface ComboboxFieldProps extends PickerFieldProps {
  placeholder?: string;
  /** What to do where nothing matches. */
  empty?: string;
  /** For a caller that searches by itself: all of its options are shown, including the picked one. */
  onTyped?: (text: string) => void;
  /** The text of the field, for a caller that keeps it: it stays where nothing is picked, and `onTyped` changes it. */
  typed?: string;
}

/** One of many options, found by typing a part of its name. */
export function ComboboxField({
  label,
  aside,
  hint,
  error,
  placeholder,
  empty = words.empty,
  onTyped,
  typed,
  ...picker
}: ComboboxFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const { value, pick, leave } = usePicker(picker, input);
  const items = useShown(picker.options, value);
  return (
    <Field label={label} aside={aside} hint={hint} error={error}>
      {(control, labelId) => (
        <ComboBox<Option>
          id={control.id}
          aria-labelledby={labelId}
          aria-describedby={control['aria-describedby']}
          isInvalid={control['aria-invalid']}
          allowsEmptyCollection
          {...(typed !== undefined && { inputValue: typed, allowsCustomValue: true })}
          {...(onTyped ? { items: picker.options, onInputChange: onTyped } : items)}
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
                // Esc closes only the list, not the dialog around the field.
                const isOpen = event.currentTarget.getAttribute('aria-expanded') === 'true';
                if (event.key === 'Escape' && isOpen) event.preventDefault();
              }}
            />
            <Button className={fieldStyles.end} aria-label={words.showAll}>
              <Icon of={ChevronDown} size={16} />
            </Button>
          </div>
          <Popup>
            <OptionList empty={empty} />
          </Popup>
        </ComboBox>
      )}
    </Field>
  );
}

/**
 * A press on the field opens the list and selects the text, so that typing replaces what is picked. Tab does not open
 * the list, because it would cover the next fields. Enter picks the first option whose name begins with or else contains
 * what is typed, unless the arrow keys point to one.
 */
function OpeningInput(props: ComponentProps<typeof Input>) {
  const state = useContext(ComboBoxStateContext);
  const pickTyped = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !state?.isOpen || state.selectionManager.focusedKey !== null) return;
    // A list that is still being searched shows the options of an earlier text.
    const typed = folded(state.inputValue.trim());
    const names = [...state.collection].map((option) => ({
      option,
      name: folded(option.textValue),
      all: searchedIn({ label: option.textValue, ...(option.value as Option | null) }),
    }));
    const found = (names.find(({ name }) => name.startsWith(typed)) ?? names.find(({ all }) => all.includes(typed)))
      ?.option;
    if (typed === '' || found === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (found.key === state.selectedKey) state.revert();
    else state.setSelectedKey(found.key);
  };
  const open = ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
    // Not on focus: Tab selects by itself, and the widget library sends focus events while a person types.
    // A further press sets the caret.
    if (!state?.isOpen) currentTarget.select();
    state?.open(null, 'manual');
  };
  return <Input {...props} onKeyDownCapture={pickTyped} onClick={open} />;
}

/**
 * A list of thousands takes seconds to render. A list longer than the first number shows as many options as the second.
 */
const bounded = { above: 300, to: 100 } as const;

const searchedIn = ({ label, alsoFoundBy = '' }: Pick<Option, 'label' | 'alsoFoundBy'>) =>
  folded(`${label} ${alsoFoundBy}`);
const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The options; of a long list the first that match what is typed, and the picked one. */
function useShown(options: readonly Option[], value: string) {
  const [typed, setTyped] = useState('');
  const isMany = options.length > bounded.above;
  const labels = useMemo(() => (isMany ? options.map(searchedIn) : []), [isMany, options]);
  const items = useMemo(() => {
    if (!isMany) return [];
    // The name of the picked option is not a search, so the list starts from its beginning.
    const picked = options.find(({ id }) => id === value);
    const text = picked?.label === typed ? '' : folded(typed.trim());
    const shown: Option[] = [];
    for (const [index, option] of options.entries())
      if (option.id === value || (shown.length < bounded.to && labels[index]!.includes(text))) shown.push(option);
    return shown;
  }, [isMany, options, labels, typed, value]);
  if (!isMany) return { defaultItems: options };
  return { items, onInputChange: setTyped };
}
