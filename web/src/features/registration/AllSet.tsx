import { BookOpen, CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { branding } from '@florin/contract/site';
import { call } from '../../api.ts';
import { Button, buttonClass } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { registrationWords } from '../../messages/en/registration.ts';
import { paths } from '../../paths.ts';
import { useSite } from '../../site.ts';
import { documentUrl } from '../../shell/documents.ts';
import type { Registered } from './flow.ts';
import { mayRegisterAnother } from './registration.ts';
import { StepHead } from './StepHead.tsx';
import type { StepProps } from './StepProps.ts';
import styles from './AllSet.module.css';

const words = registrationWords.done;

/** Last page: done, and the ways on (specification, section 2). */
export function AllSet({ state, dispatch, registered }: StepProps & { registered: Registered }) {
  const { program } = useSite();
  const phone = useSupportPhone(registered.phoneNumber);
  const isInvite = state.entry === 'invite';
  const isSignedIn = state.joins;
  const text = isSignedIn
    ? isInvite
      ? words.textJoinedInvite
      : words.textJoined
    : isInvite
      ? words.textInvite
      : words.text;
  return (
    <div className={styles.done}>
      <span className={styles.mark}>
        <Icon of={CircleCheck} size={24} />
      </span>
      <StepHead title={words.heading} takesFocus>
        {text(registered.firstName)}
      </StepHead>
      <a
        className={styles.guide}
        href={documentUrl(program.supportUrl, 'cardholder-quick-start-guide')}
        target="_blank"
        rel="noreferrer"
      >
        <Icon of={BookOpen} size={20} />
        <span>
          <span className={styles.guideName}>{words.guide}</span>
          <span className={styles.guideText}>{words.guideIntro}</span>
        </span>
      </a>
      <div className={styles.ways}>
        {isSignedIn ? (
          <a className={buttonClass({ variant: 'primary', size: 'lg', full: true })} href={paths.dashboard}>
            {words.dashboard}
          </a>
        ) : (
          <a className={buttonClass({ variant: 'primary', size: 'lg', full: true })} href={paths.login}>
            {words.cardholderLogin}
          </a>
        )}
        {mayRegisterAnother(state) && isSignedIn && (
          // A new document, here and above: the person has one more account than this page knows of.
          <a className={buttonClass({ size: 'lg', full: true })} href={paths.registration}>
            {words.another}
          </a>
        )}
        {mayRegisterAnother(state) && !isSignedIn && (
          <Button size="lg" full onClick={() => dispatch({ type: 'restarted' })}>
            {words.another}
          </Button>
        )}
      </div>
      <div className={styles.support}>
        {phone !== null && <p>{words.support(phone)}</p>}
        {registered.email !== null && <p>{words.administrator(registered.email)}</p>}
      </div>
    </div>
  );
}

/** The phone of the answer, else the one of the program's cardholder support. */
function useSupportPhone(known: string | null): string | null {
  const [phone, setPhone] = useState(known);
  const { program } = useSite();
  useEffect(() => {
    if (known !== null) return undefined;
    const leaving = new AbortController();
    const query = program.slug === null ? {} : { customSlug: program.slug };
    call(branding, { query }, { signal: leaving.signal }).then(
      (answer) => answer.ok && setPhone(answer.body.phoneCardholderSupport),
      // The page says what matters without it.
      () => null,
    );
    return () => leaving.abort();
  }, [known, program.slug]);
  return phone;
}
