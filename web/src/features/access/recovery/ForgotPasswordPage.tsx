import { looksLikeCardNumber } from '@florin/contract/cards/card-number';
import { TypedUsername } from '@florin/contract/fields';
import { Link } from '@tanstack/react-router';
import * as v from 'valibot';
import { OutboxHint } from '../../../flows/OutboxHint.tsx';
import { StepHead } from '../../../flows/StepHead.tsx';
import { Button } from '../../../kit/actions/Button.tsx';
import { exactText } from '../../../kit/forms/exact-text.ts';
import { TextField } from '../../../kit/forms/fields/TextField.tsx';
import formStyles from '../../../kit/forms/form.module.css';
import { useContractForm } from '../../../kit/forms/use-contract-form.ts';
import { recoveryWords } from '../../../messages/en/access/recovery.ts';
import { paths } from '../../../paths.ts';
import { SignedInElsewhere } from '../../../shell/guards/SignedInElsewhere.tsx';
import { forgotPasswordCalls } from './calls.ts';
import { BackLink, Column, useReturn } from './Column.tsx';
import { ForgotForm, useForgot } from './ForgotForm.tsx';

const words = recoveryWords.password;
const Form = v.object({
  userName: v.pipe(
    TypedUsername,
    v.check((typed) => !looksLikeCardNumber(typed), 'cardNumber'),
  ),
});

/** /forgot-password: the username, then 'Check your email' (specification, sections 2, 4 and 5). */
export function ForgotPasswordPage() {
  const back = useReturn();
  const forgot = useForgot(forgotPasswordCalls);
  const { view, value } = forgot.state;
  return (
    <Column head={back.from === 'login' && <SignedInElsewhere />} foot={<BackLink {...back} />}>
      {view.step === 'sent' ? (
        <CheckYourEmail username={value} onAgain={() => forgot.dispatch({ type: 'wentBack' })} />
      ) : (
        <UsernameForm forgot={forgot} isAdding={back.from === 'add-account'} />
      )}
    </Column>
  );
}

function UsernameForm({ forgot, isAdding }: { forgot: ReturnType<typeof useForgot>; isAdding: boolean }) {
  const form = useContractForm(Form, {
    defaultValues: { userName: forgot.state.value },
    words: { userName: { missing: words.usernameRequired, cardNumber: words.cardNumber } },
  });
  return (
    <ForgotForm
      forgot={forgot}
      form={form}
      name="userName"
      refusals={{ USERNAME_IS_CARD_NUMBER: 'cardNumber' }}
      action="forgot-password"
      words={words}
      takesFocus={isAdding}
      valueOf={({ userName }) => userName}
    >
      <TextField
        label={words.username}
        hint={words.usernameHint}
        aside={
          <Link
            className={formStyles.aside}
            to={paths.forgotUsername}
            {...(isAdding && { search: { from: 'add-account' } })}
          >
            {words.forgotUsername}
          </Link>
        }
        autoComplete="username"
        {...exactText}
        {...form.field('userName')}
      />
    </ForgotForm>
  );
}

/** The same for an unknown username: its sentence is true either way (security design P22). */
function CheckYourEmail({ username, onAgain }: { username: string; onAgain: () => void }) {
  return (
    <div className={formStyles.form}>
      <StepHead title={words.sentHeading} intro={words.sent(username)}>
        <p className={formStyles.intro}>{words.sentNext}</p>
      </StepHead>
      <Button size="lg" full onClick={onAgain}>
        {words.again}
      </Button>
      <OutboxHint />
    </div>
  );
}
