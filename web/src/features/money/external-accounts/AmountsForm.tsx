import type { ReactNode } from 'react';
import type { Message } from '../../../kit/forms/FormMessage.tsx';
import { AmountField } from '../../../kit/forms/fields/AmountField.tsx';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import { useContractForm } from '../../../kit/forms/use-contract-form.ts';
import { externalAccountsWords } from '../../../messages/en/money/external-accounts.ts';
import { AmountsForm as Amounts, centsOf } from './amounts-schema.ts';
import styles from './external-accounts.module.css';

const words = externalAccountsWords.amounts;
const sentences = { missing: words.required, format: words.format };

interface AmountsFormProps {
  pending: boolean;
  message: Message | null;
  /** Resolves once the answer is there. */
  onTry: (amounts: [number, number]) => Promise<void>;
  /** Beside the button. */
  children?: ReactNode;
}

/** The two amounts, in any order. After a wrong try the focus is at its sentence. */
export function AmountsForm({ pending, message, onTry, children }: AmountsFormProps) {
  const form = useContractForm(Amounts, {
    defaultValues: { first: '', second: '' },
    words: { first: sentences, second: sentences },
  });
  const send = form.handleSubmit(({ first, second }) => onTry([first, second]));
  // On leaving a field, its text shows how the amount was read: a wrong one costs a try.
  const amount = (name: 'first' | 'second') => {
    const field = form.field(name);
    const onBlur: typeof field.onBlur = async (event) => {
      const cents = centsOf(form.getValues(name).trim());
      if (cents !== null) form.setValue(name, words.understood(cents));
      await field.onBlur(event);
    };
    return { ...field, onBlur };
  };
  return (
    <FormShell
      error={message}
      pending={pending}
      submit={{ label: words.submit, pending: words.submitting }}
      onSubmit={() => send()}
      actions={children}
    >
      <fieldset className={styles.amounts}>
        <legend className="visually-hidden">{words.legend}</legend>
        <AmountField label={words.first} {...amount('first')} />
        <AmountField label={words.second} {...amount('second')} />
        <p className={styles.hint}>{words.hint}</p>
      </fieldset>
    </FormShell>
  );
}
