import { useState } from 'react';
import { useKept, type KeptForm } from './use-kept-form.ts';

export interface KeptFields<T> {
  values: T;
  change: (parts: Partial<T>) => void;
  kept: KeptForm;
}

/**
 * `useKept` for a form that holds its fields itself.
 * @param opened the fields as it opens, with what they stand on, such as the version that is changed
 */
export function useKeptFields<T extends object>(key: string, opened: T): KeptFields<T> {
  const [form, setForm] = useState({ base: opened, values: opened });
  const names = Object.keys(form.base) as (keyof T)[];
  const kept = useKept<T>(key, {
    read: () => form,
    isClean: names.every((name) => form.values[name] === form.base[name]),
    restore: setForm,
  });
  const change = (parts: Partial<T>) => setForm(({ base, values }) => ({ base, values: { ...values, ...parts } }));
  return { values: form.values, change, kept };
}
