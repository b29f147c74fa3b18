import { useState } from 'react';
import { trimText } from './exact-text.ts';

type Errors<F extends string> = Partial<Record<F, string | null>>;

/**
 * Checks fields that keep their own values, so that text typed before hydration is kept. A field is checked when it is
 * left after typing, from then on at every change, and always when the form is sent. For the few forms that have to
 * work before react-hook-form is loaded (`useContractForm`).
 */
export function useFieldChecks<F extends string>(
  names: readonly F[],
  check: (name: F, value: string) => string | null,
) {
  const [errors, setErrors] = useState<Errors<F>>({});
  const checkOne = (name: F, value: string) => setErrors((all) => ({ ...all, [name]: check(name, value) }));
  return {
    setErrors,
    /** A field shows an error. */
    isRefused: names.some((name) => errors[name] != null),
    field: (name: F) => ({
      name,
      error: errors[name] ?? null,
      onBlur: ({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) => {
        trimText(target);
        if (target.value !== '') checkOne(name, target.value);
      },
      onChange: ({ target }: { target: { value: string } }) => {
        if (errors[name] !== undefined) checkOne(name, target.value);
      },
    }),
    /** The values of the form; null if one is invalid. */
    read: (form: HTMLFormElement): Record<F, string> | null => {
      const values = recordOf(names, (name) => (form.elements.namedItem(name) as HTMLInputElement | null)?.value ?? '');
      const found = recordOf(names, (name) => check(name, values[name]));
      setErrors(found);
      return names.some((name) => found[name] !== null) ? null : values;
    },
  };
}

const recordOf = <F extends string, V>(names: readonly F[], valueOf: (name: F) => V) =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<F, V>;
