import { shareDemoBankAccounts, signInToDemoBank } from '@florin/contract/money/external-accounts';
import type { Success } from '@florin/contract/endpoint';
import { useState } from 'react';
import * as v from 'valibot';
import { Button } from '../../../../kit/actions/Button.tsx';
import { StatusTag } from '../../../../kit/feedback/StatusTag.tsx';
import { Checkbox } from '../../../../kit/forms/fields/Checkbox.tsx';
import type { Message } from '../../../../kit/forms/FormMessage.tsx';
import { FormShell } from '../../../../kit/forms/FormShell.tsx';
import { PasswordField } from '../../../../kit/forms/fields/PasswordField.tsx';
import { TextField } from '../../../../kit/forms/fields/TextField.tsx';
import { useContractForm } from '../../../../kit/forms/use-contract-form.ts';
import { externalAccountsWords } from '../../../../messages/en/money/external-accounts.ts';
import { useSubmission } from '../../../../session/failures/use-submission.ts';
import styles from '../external-accounts.module.css';
import { failureText } from './failure-text.ts';

const words = externalAccountsWords.demoBank;
type Visit = Success<typeof signInToDemoBank>['body'];

interface DemoBankProps {
  linkToken: string;
  /** The last digits of the account to reconnect, which is chosen already. */
  wanted: string | null;
  onShared: (publicToken: string) => void;
  onLeft: (reason: 'cancelled' | 'expired') => void;
}

/** The embedded bank, visibly made up: its sign-in, and the choice of the accounts to share. */
export function DemoBank(props: DemoBankProps) {
  const [visit, setVisit] = useState<Visit | null>(null);
  return (
    <section className={styles.bank} aria-label={words.name}>
      <p className={styles.bankName}>
        {words.name} <StatusTag tone="warn">{words.demo}</StatusTag>
      </p>
      {visit === null ? (
        <SignIn {...props} onSignedIn={setVisit} />
      ) : (
        <Choice {...props} visit={visit} onBack={() => setVisit(null)} />
      )}
    </section>
  );
}

const error = (text: string): Message => ({ severity: 'error', text, correlationId: null });

/** The form's own part of the call: the link is known. */
const { username, password } = signInToDemoBank.body.entries;
const Typed = v.object({ username, password });

function SignIn({ linkToken, onSignedIn, onLeft }: DemoBankProps & { onSignedIn: (visit: Visit) => void }) {
  const { pending, message, say, submit } = useSubmission();
  const form = useContractForm(Typed, {
    defaultValues: { username: '', password: '' },
    words: { username: { missing: words.usernameRequired }, password: { missing: words.passwordRequired } },
    mode: 'onSubmit',
  });
  const send = form.handleSubmit(async (typed) => {
    const answer = await submit(signInToDemoBank, { body: { linkToken, ...typed } });
    if (answer === null) return;
    if (answer.ok) return onSignedIn(answer.body);
    if (answer.code !== 'BANK_LINK_FAILED') return;
    if (answer.body.Reason === 'expired') onLeft('expired');
    else say(error(failureText(answer.body.Reason, null)));
  });
  return (
    <FormShell
      error={message}
      pending={pending}
      submit={{ label: words.submit, pending: words.submitting }}
      onSubmit={() => send()}
      actions={<Button onClick={() => onLeft('cancelled')}>{words.cancel}</Button>}
    >
      <p className={styles.text}>{words.text('demo', 'demo-bank')}</p>
      <TextField
        label={words.username}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('username')}
      />
      <PasswordField label={words.password} autoComplete="new-password" {...form.field('password')} />
    </FormShell>
  );
}

function Choice({ visit, wanted, onShared, onLeft, onBack }: DemoBankProps & { visit: Visit; onBack: () => void }) {
  const { pending, message, say, submit } = useSubmission();
  const [chosen, setChosen] = useState<readonly string[]>(
    visit.accounts.filter(({ mask }) => mask === wanted).map(({ id }) => id),
  );
  const canShare = visit.accounts.some(({ isEligible }) => isEligible);
  const toggle = (id: string, isOn: boolean) =>
    setChosen(isOn ? [...chosen, id] : chosen.filter((other) => other !== id));
  const share = async () => {
    if (chosen.length === 0) return say(error(words.chooseOne));
    const answer = await submit(shareDemoBankAccounts, { body: { visit: visit.visit, accountIds: [...chosen] } });
    if (answer === null) return;
    if (answer.ok) return onShared(answer.body.publicToken);
    if (answer.code !== 'BANK_LINK_FAILED') return;
    if (answer.body.Reason === 'expired') onLeft('expired');
    else say(error(failureText(answer.body.Reason, null)));
  };
  return (
    <FormShell
      error={canShare ? message : error(words.none)}
      pending={pending}
      submit={canShare ? { label: words.share, pending: words.sharing } : null}
      onSubmit={share}
      errorFocus={canShare ? undefined : 'nothing'}
      actions={
        <>
          <Button onClick={() => onLeft('cancelled')}>{words.cancel}</Button>
          {!canShare && <Button onClick={onBack}>{words.back}</Button>}
        </>
      }
    >
      <fieldset className={styles.accounts}>
        <legend>{words.choose}</legend>
        {visit.accounts.map(({ id, name, mask, isEligible }, index) => (
          <Checkbox
            key={id}
            label={`${name} ${externalAccountsWords.ending(mask)}`}
            {...(!isEligible && { hint: words.notEligible })}
            disabled={!isEligible}
            checked={chosen.includes(id)}
            // The form has replaced the one with the focus.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus={index === 0}
            onChange={(event) => toggle(id, event.currentTarget.checked)}
          />
        ))}
      </fieldset>
    </FormShell>
  );
}
