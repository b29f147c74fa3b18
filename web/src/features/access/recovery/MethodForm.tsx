import type { ErrorCode } from '@florin/contract/errors';
import type { ResetEntityType } from '@florin/contract/access/recovery';
import { Fingerprint, KeyRound, MessageSquareText, Smartphone, UserRoundCheck, type LucideIcon } from 'lucide-react';
import { refusalCode } from '../../../flows/flow.ts';
import { StepHead } from '../../../flows/StepHead.tsx';
import type { Message } from '../../../kit/forms/FormMessage.tsx';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import formStyles from '../../../kit/forms/form.module.css';
import { WayPicker } from '../../../kit/forms/fields/WayPicker.tsx';
import { waitText } from '../../../kit/text/wait-text.ts';
import { deliveryWords } from '../../../messages/en/access/delivery.ts';
import { recoveryWords } from '../../../messages/en/access/recovery.ts';
import type { StepProps } from './ResetPasswordPage.tsx';
import type { ConfirmationView, Method, ResendView } from './reset.ts';
import { useSupport } from './use-support.ts';

const words = recoveryWords.reset;
const icons: Record<ResetEntityType, LucideIcon> = {
  Passkey: Fingerprint,
  PhoneNumber: MessageSquareText,
  Authenticator: Smartphone,
  BackupCode: KeyRound,
  AdminConfirmation: UserRoundCheck,
};

interface MethodFormProps extends StepProps {
  view: ConfirmationView | ResendView;
}

/** 'Confirmation', and 'Resend' after a code could not be sent: the choice of the second proof, never email. */
export function MethodForm({ view, message, isBusy, dispatch }: MethodFormProps) {
  const phone = useSupport()?.phoneGeneral ?? '';
  const { methods } = view.link;
  const chosen = methods[view.chosen];
  if (chosen === undefined) return <StepHead title={words.confirmation.heading} intro={words.none(phone)} />;
  const isResend = view.step === 'resend';
  const onlyAdmin = methods.every(({ entityType }) => entityType === 'AdminConfirmation');
  const { heading, intro, legend } = words.confirmation;
  const hasOther = methods.length > 1;
  return (
    <FormShell
      layout="page"
      head={
        <StepHead
          title={isResend ? words.resend.heading : heading}
          intro={isResend ? undefined : onlyAdmin ? words.onlyAdmin(phone) : intro}
        />
      }
      error={message && (isResend ? notSent(view, message) : confirmationMessage(view, message))}
      pending={isBusy}
      submit={buttonWords(chosen)}
      onSubmit={() => dispatch({ type: 'methodConfirmed' })}
      after={
        isResend &&
        phone !== '' && (
          <p className={formStyles.hint}>{hasOther ? words.resend.help(phone) : words.resend.helpWithOne(phone)}</p>
        )
      }
    >
      <WayPicker
        legend={legend}
        ways={methods.map((method) => ({
          name: words.method[method.entityType],
          detail: detailOf(method),
          icon: icons[method.entityType],
        }))}
        chosen={view.chosen}
        onChoose={(index) => dispatch({ type: 'chose', index })}
      />
    </FormShell>
  );
}

/** Another browser may have sent a request since: an ended request has to say so. */
function confirmationMessage({ message: reason, link, chosen }: ConfirmationView, message: Message): Message {
  const isOver = refusalCode(reason) === 'RESET_NOT_VERIFIED';
  return isOver && link.methods[chosen]?.entityType === 'AdminConfirmation'
    ? { ...message, text: words.requestAgain }
    : message;
}

/** Refusals of a code that say what to do next. */
const explaining: ReadonlySet<ErrorCode | null> = new Set([
  'STOP_LIST_REQUESTED',
  'MFA_EMAIL_NOT_EXISTS',
  'RESEND_LIMIT_REACHED',
  'TOO_MANY_REQUESTS',
  'LOCKED',
] as const);

/** Names the target of the code (specification, section 8), and the reason if there is more to say. */
function notSent({ failed, message: reason, link }: ResendView, { text, correlationId }: Message): Message {
  const { failedAsking, chooseAnother, tryAgain } = words.resend;
  const hasOther = link.methods.length > 1;
  const isExplained = reason.kind === 'network' || explaining.has(refusalCode(reason));
  const wait = reason.kind === 'refusal' ? reason.retryAfterSeconds : null;
  const sentences = [
    failed.entityType === 'AdminConfirmation' ? failedAsking : words.resend.failed(failed.entityMasked),
    ...(hasOther ? [chooseAnother] : []),
    ...(isExplained ? [text] : hasOther ? [] : [tryAgain]),
    // This page has no countdown.
    ...(wait && failed.entityType === 'PhoneNumber' ? [deliveryWords.availableIn(waitText(wait))] : []),
  ];
  return { severity: 'error', text: sentences.join(' '), correlationId };
}

function buttonWords({ entityType }: Method): { label: string; pending: string } {
  const { send, sending, next, ask, asking, passkeyWaiting } = words.confirmation;
  if (entityType === 'PhoneNumber') return { label: send, pending: sending };
  if (entityType === 'AdminConfirmation') return { label: ask, pending: asking };
  return { label: next, pending: entityType === 'Passkey' ? passkeyWaiting : next };
}

const detailOf = ({ entityType, entityMasked }: Method) =>
  entityType === 'PhoneNumber' ? entityMasked : words.methodDetail[entityType];
