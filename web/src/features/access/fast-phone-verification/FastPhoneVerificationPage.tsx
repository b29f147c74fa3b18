import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Icon } from '../../../kit/text/Icon.tsx';
import { ColumnPage, PageHead } from '../../../kit/layout/Page.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { contactsWords } from '../../../messages/en/access/contacts.ts';
import { pageTitles } from '../../../messages/en/shell/pages.ts';
import { paths } from '../../../paths.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { useContacts } from '../../../flows/contacts/queries.ts';
import { StepUpProvider } from '../../../flows/step-up/StepUpProvider.tsx';
import styles from './FastPhoneVerificationPage.module.css';
import { PhoneSteps } from './PhoneSteps.tsx';

const words = contactsWords.verifyPhone;

/**
 * /fast-phone-verification: adds or confirms a phone by secure access code, with a link back (specification, section
 * 2).
 */
export function FastPhoneVerificationPage() {
  const contacts = useContacts();
  return (
    <StepUpProvider>
      <ColumnPage>
        <Link to={paths.dashboard} className={styles.back}>
          <Icon of={ArrowLeft} size={16} />
          {words.back}
        </Link>
        <PageHead title={pageTitles.fastPhoneVerification} intro={words.intro} />
        <Panel>
          {contacts.data ? (
            <PhoneSteps
              knownAt={contacts.dataUpdatedAt}
              unconfirmed={contacts.data.find(({ kind, verified }) => kind === 'PhoneNumber' && !verified) ?? null}
            />
          ) : contacts.isError ? (
            <Failure
              {...errorMessage(contacts.error, words.failed)}
              onRetry={() => void contacts.refetch()}
              retrying={contacts.isFetching}
            />
          ) : (
            <div aria-busy="true" className={styles.loading}>
              <p role="status" className="visually-hidden">
                {words.loading}
              </p>
              <Skeleton shape="long" />
              <Skeleton shape="block" />
            </div>
          )}
        </Panel>
      </ColumnPage>
    </StepUpProvider>
  );
}
