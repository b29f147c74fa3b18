import { addExternalAccount, type ExternalAccount } from '@florin/contract/money/external-accounts';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import { Button } from '../../../kit/actions/Button.tsx';
import { SelectField } from '../../../kit/pickers/SelectField.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { TextField } from '../../../kit/forms/fields/TextField.tsx';
import { useContractForm } from '../../../kit/forms/use-contract-form.ts';
import { externalAccountsWords } from '../../../messages/en/money/external-accounts.ts';
import { queryClient } from '../../../session/queries/query-client.ts';
import { useProvenSubmission } from '../../../flows/step-up/StepUpProvider.tsx';
import styles from './external-accounts.module.css';

const words = externalAccountsWords.addDialog;
const sentences = (lost: ExternalAccount | null) => ({
  bankName: { missing: words.bankNameRequired },
  routingNumber: {
    missing: words.routingNumberRequired,
    format: words.routingNumberFormat,
    ...(lost && { unknown: words.notThisAccount(lost.accountLast4) }),
  },
  accountNumber: {
    missing: words.accountNumberRequired,
    format: words.accountNumberFormat,
    ...(lost && { unknown: words.notThisAccount(lost.accountLast4) }),
  },
});
const types = (['CHECKING', 'SAVINGS'] as const).map((id) => ({ id, label: externalAccountsWords.types[id] }));
const plain = { autoComplete: 'off', spellCheck: false } as const;

interface AddAccountFormProps {
  /** The account whose connection was lost: its known data is filled in. */
  lost: ExternalAccount | null;
  /** It is the only way; otherwise the bank's sign-in is the main one. */
  isOnlyWay: boolean;
  onDone: () => void;
}

/** A bank account to send two micro-deposits to. It requires a fresh proof, because money will be sent there. */
export function AddAccountForm({ lost, isOnlyWay, onDone }: AddAccountFormProps) {
  const { pending, message, submit } = useProvenSubmission();
  const form = useContractForm(addExternalAccount.body, {
    defaultValues: {
      bankName: lost?.bankName ?? '',
      accountType: lost?.accountType ?? 'CHECKING',
      routingNumber: '',
      accountNumber: '',
      ...(lost && { reconnects: lost.id }),
    },
    words: sentences(lost),
  });
  const send = form.handleSubmit(async (body) => {
    // Typing errors are reported before the step-up; the server knows the whole number.
    if (lost && !body.accountNumber.endsWith(lost.accountLast4))
      return form.refuse([{ Field: 'accountNumber', Problem: 'unknown' }]);
    const answer = await submit(addExternalAccount, { body });
    if (answer === null) return;
    if (answer.ok) {
      showSnackbar({ severity: 'success', text: words.added });
      onDone();
      await queryClient.invalidateQueries();
    } else if (answer.code === 'VALIDATION') form.refuse(answer.body.Fields);
  });
  return (
    <FormShell
      error={message}
      pending={pending}
      submit={{ label: words.submit, pending: words.submitting, variant: isOnlyWay ? 'primary' : 'secondary' }}
      onSubmit={() => send()}
      actions={<Button onClick={onDone}>{words.cancel}</Button>}
    >
      <p className={styles.text}>{lost ? words.reconnectIntro(lost.accountLast4) : words.intro}</p>
      <TextField label={words.bankName} {...plain} {...form.field('bankName')} />
      <SelectField label={words.accountType} options={types} {...form.field('accountType')} />
      <TextField
        label={words.routingNumber}
        hint={words.routingNumberHint}
        inputMode="numeric"
        {...plain}
        {...form.field('routingNumber')}
      />
      <TextField label={words.accountNumber} inputMode="numeric" {...plain} {...form.field('accountNumber')} />
    </FormShell>
  );
}
