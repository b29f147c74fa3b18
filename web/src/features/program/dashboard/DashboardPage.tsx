import { lazy, Suspense } from 'react';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import { PageHead } from '../../../kit/layout/Page.tsx';
import { en } from '../../../messages/en.ts';
import { dashboardWords } from '../../../messages/en/dashboard.ts';
import { usePerson } from '../../../session/person.ts';
import { useIsRestricted } from '../../../session/use-is-restricted.ts';
import { AgreementNotice } from '../agreements/AgreementNotice.tsx';
import { RecoveryRequests } from '../../access/recovery-requests/RecoveryRequests.tsx';
import { AccountFacts } from './AccountFacts.tsx';
import { BalanceFigures } from './BalanceFigures.tsx';
import { LinkedAccounts } from './LinkedAccounts.tsx';
import styles from './DashboardPage.module.css';

/** Asks for proofs, so it brings the forms for them: only cardholders load it, after the page. */
const CardDetailsPanel = lazy(async () => ({
  default: (await import('../../cards/card-details/CardDetailsPanel.tsx')).CardDetailsPanel,
}));

/** The first page behind the sign-in: what the account can spend, what it is, and the accounts linked to it. */
export function DashboardPage() {
  const person = usePerson();
  const restricted = useIsRestricted();
  const isOpen = person.userData.accountStatus === 'OPEN' && !restricted;
  return (
    <div className={styles.page}>
      <PageHead title={en.pages.dashboard} intro={person.businessName} />
      {person.role === 'ADMIN' && isOpen && <RecoveryRequests />}
      {restricted ? <Notice severity="warning">{dashboardWords.restricted}</Notice> : <BalanceFigures />}
      {person.role === 'CARDHOLDER' && isOpen && <AgreementNotice />}
      {person.role === 'CARDHOLDER' && person.cardLast4 !== null && isOpen && (
        <Suspense fallback={null}>
          <CardDetailsPanel />
        </Suspense>
      )}
      <div className={styles.panels}>
        <AccountFacts person={person} />
        {!restricted && <LinkedAccounts />}
      </div>
    </div>
  );
}
