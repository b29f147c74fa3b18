import { Link } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { Button, buttonClass } from '../kit/actions/Button.tsx';
import formStyles from '../kit/forms/form.module.css';
import { Spinner } from '../kit/text/Spinner.tsx';
import { autologinWords } from '../messages/en/access/autologin.ts';
import { paths } from '../paths.ts';
import { forgetLinkSecret } from '../session/browser/link-secret.ts';
import { seemsSignedIn } from '../session/browser-session.ts';
import { findPerson } from '../session/visitor.ts';
import { StepHead } from './StepHead.tsx';

interface AskToLeaveProps {
  /** What the link does to the session of the named person. */
  text: (name: string) => string;
  /** The step of the link. */
  children: ReactNode;
}

/**
 * Asks a signed-in person before a mailed link ends their session (security design P31). A person who stays goes to the
 * dashboard, and the link is still good.
 */
export function AskToLeave({ text, children }: AskToLeaveProps) {
  const [name, setName] = useState<string | null | undefined>(() => (seemsSignedIn() ? undefined : null));
  useEffect(() => {
    const find = async () => {
      // Without an answer there is nobody to ask; the link says what failed.
      const { person = null } = (await findPerson().catch(() => null)) ?? {};
      setName(person && `${person.firstName} ${person.lastName}`);
    };
    void find();
  }, []);
  if (name === null) return children;
  if (name === undefined)
    return (
      <div className={formStyles.form} aria-busy="true">
        <Spinner />
      </div>
    );
  return (
    <div className={formStyles.form}>
      <StepHead title={autologinWords.askHeading} intro={text(name)} />
      <Button variant="primary" size="lg" full onClick={() => setName(null)}>
        {autologinWords.goOn}
      </Button>
      <Link className={buttonClass({ size: 'lg', full: true })} to={paths.dashboard} replace onClick={forgetLinkSecret}>
        {autologinWords.stay(name)}
      </Link>
    </div>
  );
}
