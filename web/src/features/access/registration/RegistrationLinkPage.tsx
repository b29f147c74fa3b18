import { openRegistrationLink, sendRegistrationLink } from '@florin/contract/access/registration';
import type { EntityType } from '@florin/contract/fields';
import { registration as limits } from '@florin/contract/limits';
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { CaptchaRow, useCaptcha } from '../../../flows/captcha/CaptchaRow.tsx';
import { OpeningLink } from '../../../flows/OpeningLink.tsx';
import { OutboxHint } from '../../../flows/OutboxHint.tsx';
import { StepHead } from '../../../flows/StepHead.tsx';
import { buttonClass } from '../../../kit/actions/Button.tsx';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import formStyles from '../../../kit/forms/form.module.css';
import { InService } from '../../../flows/service/InService.tsx';
import { registrationWords } from '../../../messages/en/access/registration.ts';
import { paths } from '../../../paths.ts';
import { thisDevice } from '../../../session/browser/device.ts';
import { forgetLinkSecret, linkSecret } from '../../../session/browser/link-secret.ts';
import { useSubmission } from '../../../session/failures/use-submission.ts';
import { PublicFrame } from '../../../shell/frames/PublicFrame.tsx';
import { rememberRegistration } from './open-registration.ts';
import styles from './wizard.module.css';

const words = registrationWords.link;

/** /registration-link: sends the link that replaces a verification code, and opens it (decision 032). */
export function RegistrationLinkPage() {
  const [requestCode] = useState(() => linkSecret('registrationLink'));
  return (
    <PublicFrame>
      <InService>
        <div className={styles.alone}>{requestCode === null ? <Request /> : <Opening requestCode={requestCode} />}</div>
      </InService>
    </PublicFrame>
  );
}

/** Proves the card that this browser has begun with, and goes on to the details. */
function Opening({ requestCode }: { requestCode: string }) {
  const router = useRouter();
  const { message, say, submit } = useSubmission();
  const [needsCard, setNeedsCard] = useState(false);
  const open = async () => {
    const answer = await submit(openRegistrationLink, { body: { requestCode, ...thisDevice() } });
    if (answer === null) return;
    if (!answer.ok) {
      const isUnknownHere = answer.code === 'REGISTRATION_EXPIRED';
      setNeedsCard(isUnknownHere || answer.code === 'REGISTRATION_LINK_INVALID');
      if (isUnknownHere) say({ severity: 'info', text: words.numberFirst, correlationId: null });
      return;
    }
    forgetLinkSecret();
    rememberRegistration(Date.now() + limits.lifetimeSeconds * 1000, { atLogin: false });
    await router.navigate({ to: paths.registration, replace: true });
  };
  return (
    <OpeningLink words={words} onOpen={open} message={message}>
      {needsCard && (
        <Link className={buttonClass({ variant: 'primary' })} to={paths.registration}>
          {words.toCard}
        </Link>
      )}
    </OpeningLink>
  );
}

const captchaDifficulty = 2;

function Request() {
  const { pending, message, submit } = useSubmission();
  const [attempts, setAttempts] = useState(0);
  const [sent, setSent] = useState<{ channel: EntityType; sentSecondsAgo: number } | null>(null);
  const state = { view: { message: null }, captchaDifficulty, attempts } as const;
  const captcha = useCaptcha(state);
  const send = async () => {
    if (!captcha.isReady()) return;
    const answer = await submit(sendRegistrationLink, { body: { recaptchaToken: captcha.token } });
    setAttempts(attempts + 1);
    if (answer?.ok) setSent(answer.body);
  };
  const back = (
    <Link className={formStyles.link} to={paths.registration}>
      {words.back}
    </Link>
  );
  if (sent !== null)
    return (
      <div className={formStyles.form}>
        <StepHead
          title={words.sentHeading[sent.channel]}
          intro={
            sent.sentSecondsAgo === 0
              ? words.sent[sent.channel]
              : words.sentBefore[sent.channel](words.ago(Math.ceil(sent.sentSecondsAgo / 60)))
          }
        />
        {back}
        <OutboxHint />
      </div>
    );
  return (
    <FormShell
      layout="page"
      head={<StepHead title={words.heading} intro={words.intro} />}
      error={message}
      pending={pending}
      submit={{ label: words.submit, pending: words.submitting }}
      onSubmit={() => void send()}
      beforeButton={
        <CaptchaRow action="registration" words={registrationWords.captcha} state={state} captcha={captcha} />
      }
      after={<p className={formStyles.after}>{back}</p>}
    >
      {null}
    </FormShell>
  );
}
