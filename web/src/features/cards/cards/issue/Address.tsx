import { TextField } from '../../../../kit/forms/fields/TextField.tsx';
import type { useContractForm } from '../../../../kit/forms/use-contract-form.ts';
import { SelectField } from '../../../../kit/pickers/SelectField.tsx';
import { shippingWords as words } from '../../../../messages/en/cards/shipping.ts';
import styles from './issue.module.css';
import { shippingMethods, type ShippingValues } from './shipping-schema.ts';

type Field = ReturnType<ReturnType<typeof useContractForm<ShippingValues, ShippingValues>>['field']>;

interface AddressProps {
  /** The properties of a field, as `useContractForm` has them. */
  field: (name: keyof ShippingValues) => Omit<Field, 'name'> & { name: string };
}

/** Where a physical card is sent, and how. */
export const Address = ({ field }: AddressProps) => (
  <fieldset className={styles.fields}>
    <legend>{words.title}</legend>
    <div className={styles.sent}>
      <TextField label={words.recipient} autoComplete="off" {...field('recipient')} />
      <SelectField
        label={words.method}
        options={shippingMethods.map((id) => ({ id, label: words.methods[id] }))}
        {...field('method')}
      />
    </div>
    <div className={styles.pair}>
      <TextField label={words.line1} autoComplete="off" {...field('line1')} />
      <TextField
        label={words.line2}
        aside={<span className={styles.quiet}>{words.optional}</span>}
        autoComplete="off"
        {...field('line2')}
      />
    </div>
    <TextField label={words.city} autoComplete="off" {...field('city')} />
    <div className={styles.pair}>
      <TextField label={words.state} autoComplete="off" {...field('state')} />
      <TextField label={words.zip} inputMode="numeric" autoComplete="off" {...field('zip')} />
    </div>
  </fieldset>
);
