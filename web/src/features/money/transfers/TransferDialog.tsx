import { bankTransfer } from '@florin/contract/limits';
import { createTransfer, type TransferDirection } from '@florin/contract/money/transfers';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import * as v from 'valibot';
import { useContentKey } from '../../../flows/requests/use-content-key.ts';
import { useProvenSubmission } from '../../../flows/step-up/StepUpProvider.tsx';
import { calendarDay, longWhen } from '../../../flows/time/when.ts';
import { Button, buttonClass } from '../../../kit/actions/Button.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { AmountField } from '../../../kit/forms/fields/AmountField.tsx';
import { centsOf } from '../../../kit/forms/cents-of.ts';
import { FormActions } from '../../../kit/forms/FormActions.tsx';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import { TextField } from '../../../kit/forms/fields/TextField.tsx';
import { useContractForm } from '../../../kit/forms/use-contract-form.ts';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { SelectField } from '../../../kit/pickers/SelectField.tsx';
import { moneyText, usd } from '../../../kit/text/money-parts.ts';
import { externalAccountsWords } from '../../../messages/en/money/external-accounts.ts';
import { transferWords } from '../../../messages/en/money/transfers.ts';
import { paths } from '../../../paths.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { usePerson } from '../../../session/person.ts';
import { externalAccountsQuery } from '../../../session/queries/business-queries.ts';
import { Refused } from '../../../session/queries/query-client.ts';
import { KeptNotice } from '../../../session/kept-forms/KeptNotice.tsx';
import { useKeptForm } from '../../../session/kept-forms/use-kept-form.ts';
import { refreshTransfers, transferKey, transferPlanQuery, type TransferOrder } from './queries.ts';
import styles from './transfers.module.css';

const words = transferWords.form;

interface DialogProps {
  direction: TransferDirection;
  onClose: () => void;
}

/** A deposit from a bank account or a withdrawal to one, with what it does and when before the press. */
export default function TransferDialog({ direction, onClose }: DialogProps) {
  const accounts = useQuery(externalAccountsQuery());
  const usable = (accounts.data ?? []).filter(
    ({ status, openBankingConnection }) => status === 'ACTIVE' && openBankingConnection?.isActive !== false,
  );
  return (
    <Dialog open title={words.title[direction]} onClose={onClose} holds>
      {accounts.isError && !accounts.data ? (
        <Failure
          {...errorMessage(accounts.error, externalAccountsWords.loadFailed)}
          onRetry={() => void accounts.refetch()}
          retrying={accounts.isFetching}
        />
      ) : !accounts.data ? (
        <Skeleton shape="block" />
      ) : usable.length === 0 ? (
        <>
          <p>{words.noAccounts}</p>
          <FormActions>
            <Button onClick={onClose}>{words.cancel}</Button>
            <Link to={paths.externalAccounts} className={buttonClass({ variant: 'primary' })}>
              {words.toAccounts}
            </Link>
          </FormActions>
        </>
      ) : (
        <Fields
          direction={direction}
          onClose={onClose}
          accounts={usable.map(({ id, bankName, accountLast4 }) => ({
            id,
            label: transferWords.bank(bankName, accountLast4),
          }))}
        />
      )}
    </Dialog>
  );
}

const FormSchema = v.object({
  externalAccountId: v.pipe(v.string(), v.minLength(1, 'missing')),
  amount: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'missing'),
    v.check((typed) => !Number.isNaN(centsOf(typed)), 'format'),
    v.check((typed) => (centsOf(typed) ?? 0) >= bankTransfer.minCents, 'tooShort'),
  ),
  note: v.pipe(v.string(), v.trim(), v.maxLength(bankTransfer.noteMaxLength, 'tooLong')),
});

const fieldWords = {
  externalAccountId: { missing: words.accountRequired },
  amount: { missing: words.amountRequired, format: words.amountFormat, tooShort: words.amountLow },
  note: { tooLong: words.noteLong },
};

function Fields({
  direction,
  onClose,
  accounts,
}: DialogProps & { accounts: readonly { id: string; label: string }[] }) {
  const form = useContractForm(FormSchema, {
    defaultValues: { externalAccountId: accounts.length === 1 ? accounts[0]!.id : '', amount: '', note: '' },
    words: fieldWords,
  });
  const kept = useKeptForm(transferKey(direction), form);
  const { timeZone } = usePerson();
  // With one bank account, the amount is all there is to say; the dialog would begin at the account.
  const begin = useEffectEvent(() => accounts.length === 1 && form.setFocus('amount'));
  useEffect(() => void begin(), []);
  const { pending, message, say, submit } = useProvenSubmission();
  const keyFor = useContentKey(transferKey(direction));
  const [typed, account] = form.watch(['amount', 'externalAccountId']);
  const cents = centsOf(typed);
  const isAmount = cents !== null && cents >= bankTransfer.minCents && cents <= bankTransfer.maxCents;
  const order = isAmount && account !== '' ? { direction, externalAccountId: account, amount: cents } : null;
  const send = form.handleSubmit(async ({ externalAccountId, amount, note }) => {
    const content = { direction, externalAccountId, amount: centsOf(amount)!, note: note || null };
    const answer = await submit(createTransfer, { body: { ...content, idempotencyKey: keyFor(content) } }, form.refuse);
    if (answer?.ok) {
      showSnackbar({ severity: 'success', text: words.made(longWhen(answer.body.sendsAt, timeZone)) });
      onClose();
      await refreshTransfers();
    } else if (answer?.code === 'STEP_NOT_POSSIBLE')
      say({ severity: 'error', text: words.notPossible, correlationId: null });
  });
  return (
    <FormShell
      head={<KeptNotice kept={kept} />}
      error={message}
      pending={pending}
      submit={{
        label: isAmount ? words.submit[direction](moneyText(usd(cents))) : transferWords[labels[direction]],
        pending: words.submitting,
      }}
      onSubmit={() => send()}
      actions={<Button onClick={onClose}>{words.cancel}</Button>}
      beforeButton={<Plan order={order} />}
    >
      <SelectField
        label={words.account[direction]}
        placeholder={words.choose}
        options={accounts}
        {...form.field('externalAccountId')}
      />
      <AmountField label={words.amount} {...form.field('amount')} />
      <TextField
        label={words.note}
        aside={<span className={styles.quiet}>{words.optional}</span>}
        autoComplete="off"
        {...form.field('note')}
      />
    </FormShell>
  );
}

const labels = { IN: 'deposit', OUT: 'withdraw' } as const;

/** When the money arrives, and what the balance is then. */
function Plan({ order }: { order: TransferOrder | null }) {
  const { timeZone } = usePerson();
  const plan = useQuery({ ...transferPlanQuery(order), placeholderData: keepPreviousData });
  if (order === null) return <p className={styles.quiet}>{words.enter}</p>;
  if (plan.isError)
    return plan.error instanceof Refused && plan.error.code === 'STEP_NOT_POSSIBLE' ? (
      <Notice severity="warning">{words.notPossible}</Notice>
    ) : (
      <Failure
        {...errorMessage(plan.error, words.failed)}
        onRetry={() => void plan.refetch()}
        retrying={plan.isFetching}
      />
    );
  if (!plan.data) return <Skeleton shape="block" />;
  const { sendsAt, settlesOn, availableOn, account, isCovered } = plan.data;
  const before = moneyText(account.before);
  return (
    <section className={styles.plan} aria-label={words.previewed} aria-busy={plan.isPlaceholderData}>
      <p>
        {words.sends(longWhen(sendsAt, timeZone))} {words.settles(calendarDay(settlesOn))}
      </p>
      {availableOn !== null && <p>{words.available(calendarDay(availableOn))}</p>}
      {isCovered ? (
        <p>
          {order.direction === 'IN'
            ? words.later(before, moneyText(account.after))
            : words.atOnce(before, moneyText(account.after))}
        </p>
      ) : (
        <Notice severity="warning">{words.short(moneyText(usd(-account.after.amount)))}</Notice>
      )}
    </section>
  );
}
