import { useImperativeHandle, useLayoutEffect, useRef, useState, type Ref, type RefObject } from 'react';
import type { FieldWords } from '../forms/fields/Field.tsx';
import type { Option } from './OptionList.tsx';

/** The part of an input that a form library reads and sets. */
export interface PickerHandle {
  value: string;
  /** Inputs have one, too. For a field without it, the form library notifies its watchers on each render. */
  type: 'text';
  focus: () => void;
}

interface PickerEvent {
  type: 'change' | 'blur';
  target: { name: string | undefined; value: string };
}

/** A field that picks one option. Like an input, it takes the properties that `useContractForm().field()` returns. */
export interface PickerFieldProps extends FieldWords, ValueProps {
  options: readonly Option[];
}

export interface ValueProps {
  name?: string;
  /** What is picked, such as the id of an option; '' for none. Without it the field keeps its own. */
  value?: string;
  onChange?: (event: PickerEvent) => unknown;
  onBlur?: (event: PickerEvent) => unknown;
  ref?: Ref<PickerHandle>;
}

/** The value of a picker, with events like those of an input. */
export function usePicker(
  { name, value: given, onChange, onBlur, ref }: ValueProps,
  control: RefObject<Pick<HTMLElement, 'focus'> | null>,
) {
  const [own, setOwn] = useState('');
  const value = given ?? own;
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  }, [value]);
  useImperativeHandle(
    ref,
    () => ({
      get value() {
        return latest.current;
      },
      set value(next) {
        latest.current = next;
        setOwn(next);
      },
      type: 'text' as const,
      focus: () => control.current?.focus(),
    }),
    [control],
  );
  return {
    value,
    pick: (next: string) => {
      latest.current = next;
      setOwn(next);
      onChange?.({ type: 'change', target: { name, value: next } });
    },
    leave: () => onBlur?.({ type: 'blur', target: { name, value: latest.current } }),
  };
}
