import type { ErrorCode } from '@florin/contract/errors';
import type { ResetEntityType } from '@florin/contract/recovery';
import { Fingerprint, KeyRound, MessageSquareText, Smartphone, UserRoundCheck, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, type Dispatch } from 'react';
import { Button } from '../../../kit/actions/Button.tsx';
import { FormMessage } from '../../../kit/forms/FormMessage.tsx';
import formStyles from '../../../kit/forms/form.module.css';
import { WayPicker } from '../../../kit/forms/WayPicker.tsx';
import { recoveryWords } from '../../../messages/en/recovery.ts';
import type { ChoiceSaid, Flow, Method, ResetEvent, ResetView } from './reset.ts';
import { saidWords } from './said-words.ts';
import { StepHead } from './StepHead.tsx';
import { useSupport } from './use-support.ts';

const words = recoveryWords.reset;
const icons: Record<ResetEntityType, LucideIcon> = {
  Passkey: Fingerprint,
  PhoneNumber: MessageSquareText,
  Authenticator: Smartphone,
  BackupCode: KeyRound,
  AdminConfirmation: UserRoundCheck,
};

interface MethodFormProps {
  view: Extract<ResetView, { step: 'confirmation' | 'resend' }>;
  flow: Flow;
  pending: boolean;
  dispatch: Dispatch<ResetEvent>;
}

/** 'Confirmation', and 'Resend' after a code that was not sent: how the second thing is proven, never by e-mail. */
export function MethodForm({ view, flow: { methods }, pending, dispatch }: MethodFormProps) {
  const phone = useSupport()?.phoneGeneral ?? '';
  const message = useRef<HTMLDivElement>(null);
  const { said } = view;
  useEffect(() => {
    if (said !== null) message.current?.focus();
  }, [said]);
  const onlyAdmin = methods.every(({ entityType }) => entityType === 'AdminConfirmation');
  const chosen = methods[view.chosen];
  if (chosen === undefined) return <StepHead title={words.confirmation.heading}>{words.none(phone)}</StepHead>;
  const { submit, submitting } = buttonWords(chosen);
  const hasOther = methods.length > 1;
  return (
    <form
      noValidate
      className={formStyles.form}
      onSubmit={(event) => {
        event.preventDefault();
        dispatch({ type: 'methodConfirmed' });
      }}
    >
      <StepHead title={view.step === 'resend' ? words.resend.heading : words.confirmation.heading}>
        {view.step === 'confirmation' && (
          <p className={formStyles.intro}>{onlyAdmin ? words.onlyAdmin(phone) : words.confirmation.intro}</p>
        )}
      </StepHead>
      {view.step === 'resend' && <SendFailure view={view} hasOther={hasOther} ref={message} />}
      <WayPicker
        legend={words.confirmation.legend}
        ways={methods.map((method) => ({
          name: words.method[method.entityType],
          detail: detailOf(method),
          icon: icons[method.entityType],
        }))}
        chosen={view.chosen}
        onChoose={(index) => dispatch({ type: 'chose', index })}
      />
      <div className={formStyles.send}>
        {view.step === 'confirmation' && (
          <FormMessage ref={message} message={view.said && confirmationWords(view.said, chosen)} />
        )}
        <Button type="submit" variant="primary" size="lg" full pending={pending} pendingLabel={submitting}>
          {submit}
        </Button>
      </div>
      {view.step === 'resend' && phone !== '' && (
        <p className={formStyles.hint}>{hasOther ? words.resend.help(phone) : words.resend.helpWithOne(phone)}</p>
      )}
    </form>
  );
}

/** A question to the administrators that is over may have been replaced by somebody else's: that has to be said. */
function confirmationWords(said: ChoiceSaid, { entityType }: Method) {
  const isOver = said.kind === 'refusal' && said.error.Code === 'RESET_NOT_VERIFIED';
  return isOver && entityType === 'AdminConfirmation' ? { ...saidWords(said), text: words.askAgain } : saidWords(said);
}

/** Refusals of a code to send that say what to do about it. */
const tellsMore: ReadonlySet<ErrorCode> = new Set([
  'STOP_LIST_REQUESTED',
  'MFA_EMAIL_NOT_EXISTS',
  'RESEND_LIMIT_REACHED',
  'TOO_MANY_REQUESTS',
  'LOCKED',
]);

interface SendFailureProps {
  view: Extract<ResetView, { step: 'resend' }>;
  hasOther: boolean;
  ref: React.Ref<HTMLDivElement>;
}

/** Names where the code should have gone (specification, section 8), and why it did not where there is more to say. */
function SendFailure({ view, hasOther, ref }: SendFailureProps) {
  const { failed, said } = view;
  const { text, correlationId } = saidWords(said);
  const { failedAsking, chooseAnother, tryAgain } = words.resend;
  const reason = said.kind === 'network' || tellsMore.has(said.error.Code) ? text : null;
  const sentences = [
    failed.entityType === 'AdminConfirmation' ? failedAsking : words.resend.failed(failed.entityMasked),
    hasOther ? chooseAnother : null,
    reason ?? (hasOther ? null : tryAgain),
  ];
  const told = sentences.filter((sentence) => sentence !== null).join(' ');
  return <FormMessage ref={ref} message={{ severity: 'error', text: told, correlationId }} />;
}

function buttonWords({ entityType }: Method) {
  const { send, sending, next, ask, asking, passkeyWaiting } = words.confirmation;
  if (entityType === 'PhoneNumber') return { submit: send, submitting: sending };
  if (entityType === 'Passkey') return { submit: next, submitting: passkeyWaiting };
  return entityType === 'AdminConfirmation' ? { submit: ask, submitting: asking } : { submit: next, submitting: next };
}

const detailOf = ({ entityType, entityMasked }: Method) =>
  entityType === 'PhoneNumber' ? entityMasked : words.methodDetail[entityType];
