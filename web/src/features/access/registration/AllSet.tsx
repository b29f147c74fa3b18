import { BookOpen, CircleCheck } from 'lucide-react';
import type { UserInfo } from '@florin/contract/program/user-info';
import { Button, buttonClass } from '../../../kit/actions/Button.tsx';
import { CardObject } from '../../../kit/card/CardObject.tsx';
import { cardDetailsWords } from '../../../messages/en/cards/card-details.ts';
import { Icon } from '../../../kit/text/Icon.tsx';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import { registrationWords } from '../../../messages/en/access/registration.ts';
import { paths } from '../../../paths.ts';
import { logOut } from '../../../session/leave.ts';
import { useSite } from '../../../site.ts';
import { documentUrl } from '../../../shell/documents.ts';
import type { Registered } from './data.ts';
import { forgetKeptInEntry } from './kept-in-entry.ts';
import { mayRegisterAnother } from './registration.ts';
import { StepHead } from '../../../flows/StepHead.tsx';
import type { StepProps } from './RegistrationWizard.tsx';
import styles from './AllSet.module.css';
import { useSupportPhone } from '../../../flows/service/use-support-phone.ts';

const words = registrationWords.done;

interface AllSetProps extends StepProps {
  registered: Registered;
  /** The person signed in in this browser. */
  person: UserInfo | null;
}

const addressAfter = ({ joined, entersAt }: Registered) =>
  entersAt === 'phone' ? paths.fastPhoneVerification : joined || entersAt !== null ? paths.dashboard : paths.login;

/** Last page: done, and where to go (specification, section 2). */
export function AllSet({ state, dispatch, registered, person }: AllSetProps) {
  const { program } = useSite();
  const phone = useSupportPhone(registered.phoneNumber);
  const isInvite = state.entry === 'invite';
  const { joined, entersAt, hasCard, card } = registered;
  const isSignedIn = joined || entersAt !== null;
  const text = joined
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
      <StepHead title={words.heading} windowTitle={words.heading} intro={text(registered.firstName)} />
      {card !== null && (
        <CardObject
          issuer={program.name}
          network={card.network}
          number={
            <>
              <span aria-hidden="true">{cardDetailsWords.hidden(card.last4)}</span>
              <span className="visually-hidden">{cardDetailsWords.hiddenSpoken(card.last4)}</span>
            </>
          }
          nameOnCard={card.nameOnCard}
        />
      )}
      {entersAt !== null && <p>{words.loggedIn}</p>}
      {!isSignedIn && person === null && <p>{words.logInNow}</p>}
      {hasCard && (
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
      )}
      <div className={styles.ways}>
        {!joined && entersAt === null && person !== null ? (
          // The login page would redirect to the signed-in person's dashboard.
          <>
            <Notice severity="info">
              {words.someoneElse(`${person.firstName} ${person.lastName}`, person.userName)}
            </Notice>
            <Button variant="primary" size="lg" full onClick={() => void logOut('user')}>
              {words.logOutAndIn}
            </Button>
          </>
        ) : (
          <a className={buttonClass({ variant: 'primary', size: 'lg', full: true })} href={addressAfter(registered)}>
            {joined ? words.dashboard : hasCard ? words.cardholderLogin : words.login}
          </a>
        )}
        {mayRegisterAnother(state) && isSignedIn && (
          // A new document, here and above: the person has one more account, or a session, that this page does not know.
          <a className={buttonClass({ size: 'lg', full: true })} href={paths.registration} onClick={forgetKeptInEntry}>
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
        {registered.email !== null && (
          <p>{(hasCard ? words.administrator : words.administratorNoCard)(registered.email)}</p>
        )}
      </div>
    </div>
  );
}
