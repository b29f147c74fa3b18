import { Shipping } from '@florin/contract/cards/shipping';
import { useEffect, useRef } from 'react';
import * as v from 'valibot';
import { TextField } from '../../../kit/forms/fields/TextField.tsx';
import { SelectField } from '../../../kit/pickers/SelectField.tsx';
import { decidingWords } from '../../../messages/en/money/deciding.ts';
import { requestWords } from '../../../messages/en/money/requests.ts';
import styles from './requests.module.css';

const words = decidingWords.shipping;
const fields = ['recipient', 'line1', 'line2', 'city', 'state', 'zip'] as const;
type Field = (typeof fields)[number];
/** An address as it is typed. */
export type TypedShipping = Record<Field | 'method', string>;

export const emptyShipping = (recipient: string): TypedShipping => ({
  method: 'STANDARD',
  recipient,
  line1: '',
  line2: '',
  city: '',
  state: '',
  zip: '',
});

/** What is typed as the call takes it, or the sentence for each field that is missing or wrong. */
export function checkShipping(
  typed: TypedShipping,
): { shipping: Shipping; problems: null } | { shipping: null; problems: Partial<Record<Field, string>> } {
  const checked = v.safeParse(Shipping, {
    ...typed,
    line2: typed.line2.trim() || null,
    state: typed.state.toUpperCase(),
  });
  if (checked.success) return { shipping: checked.output, problems: null };
  const { nested = {} } = v.flatten<typeof Shipping>(checked.issues);
  return {
    shipping: null,
    problems: Object.fromEntries(
      fields.flatMap((field) =>
        nested[field] === undefined
          ? []
          : [[field, typed[field].trim() === '' ? words.required[field] : words.format[field]]],
      ),
    ),
  };
}

interface ShippingFieldsProps {
  typed: TypedShipping;
  onTyped: (typed: TypedShipping) => void;
  /** Shown once the person has tried to approve. */
  problems: Partial<Record<Field, string>>;
  /** How often; each time the first wrong field takes the focus. */
  tries: number;
}

/** Where a physical card is sent. */
export function ShippingFields({ typed, onTyped, problems, tries }: ShippingFieldsProps) {
  const place = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (tries > 0) place.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [tries]);
  return (
    <fieldset ref={place} className={styles.shipping}>
      <legend>{words.title}</legend>
      {fields.map((field) => (
        <TextField
          key={field}
          label={words.labels[field]}
          aside={field === 'line2' ? requestWords.optional : undefined}
          autoComplete="off"
          value={typed[field]}
          error={problems[field] ?? null}
          onChange={({ target }) => onTyped({ ...typed, [field]: target.value })}
        />
      ))}
      <SelectField
        label={words.method}
        options={Object.entries(words.methods).map(([id, label]) => ({ id, label }))}
        value={typed.method}
        onChange={({ target }) => onTyped({ ...typed, method: target.value })}
      />
    </fieldset>
  );
}
