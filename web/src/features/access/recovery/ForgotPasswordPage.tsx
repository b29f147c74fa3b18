import { looksLikeCardNumber } from '@florin/contract/card-number';
import { TypedUsername } from '@florin/contract/fields';
import { Link } from '@tanstack/react-router';
import { useReducer } from 'react';
import * as v from 'valibot';
import { Button } from '../../../kit/actions/Button.tsx';
import { TextField } from '../../../kit/forms/TextField.tsx';
import formStyles from '../../../kit/forms/form.module.css';
import { useContractForm } from '../../../kit/forms/use-contract-form.ts';
import { useRequests } from '../../../kit/forms/use-requests.ts';
import { recoveryWords } from '../../../messages/en/recovery.ts';
import { paths } from '../../../paths.ts';
import { Column, OutboxHint } from './Column.tsx';
import { forgot, initialForgot, type ForgotState } from './forgot.ts';
import { ForgotForm } from './ForgotForm.tsx';
import { askForLink } from './requests.ts';
import styles from './recovery.module.css';
import { StepHead } from './StepHead.tsx';
import { useFieldRefusal } from './use-field-refusal.ts';
import { useReturn } from './use-return.ts';

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
  const [state, dispatch] = useReducer(forgot, initialForgot);
  useRequests(state.request, askForLink, (request, answer) => dispatch({ type: 'answered', request, answer }));
  return (
    <Column
      foot={
        <Link className={`${formStyles.link} ${styles.back}`} to={back.to}>
          {recoveryWords.back[back.from]}
        </Link>
      }
    >
      {state.view === 'sent' ? (
        <CheckYourEmail username={state.value} onAgain={() => dispatch({ type: 'wentBack' })} />
      ) : (
        <UsernameForm
          state={state}
          isAdding={back.from === 'add-account'}
          onSend={(value, recaptchaToken) => dispatch({ type: 'submitted', value, recaptchaToken })}
        />
      )}
    </Column>
  );
}

interface UsernameFormProps {
  state: ForgotState;
  isAdding: boolean;
  onSend: (username: string, recaptchaToken: string) => void;
}

function UsernameForm({ state, isAdding, onSend }: UsernameFormProps) {
  const form = useContractForm(Form, {
    defaultValues: { userName: state.value },
    words: { userName: { missing: words.usernameRequired, cardNumber: words.cardNumber } },
  });
  const saidAtField = useFieldRefusal(form, state.said, 'userName', { USERNAME_IS_CARD_NUMBER: 'cardNumber' });
  return (
    <ForgotForm
      form={form}
      state={state}
      action="forgot-password"
      words={words}
      saidAtField={saidAtField}
      head={
        <StepHead title={words.heading} takesFocus={isAdding || state.attempts > 0}>
          <p className={formStyles.intro}>{words.intro}</p>
        </StepHead>
      }
      field={
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
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...form.field('userName')}
        />
      }
      onSend={({ userName }, token) => onSend(userName, token)}
    />
  );
}

/** The same for a username nobody has: what it says holds either way (security design P22). */
function CheckYourEmail({ username, onAgain }: { username: string; onAgain: () => void }) {
  return (
    <div className={formStyles.form}>
      <StepHead title={words.sentHeading}>
        <p className={formStyles.intro}>{words.sent(username)}</p>
        <p className={formStyles.intro}>{words.sentNext}</p>
      </StepHead>
      <Button size="lg" full onClick={onAgain}>
        {words.again}
      </Button>
      <OutboxHint />
    </div>
  );
}
