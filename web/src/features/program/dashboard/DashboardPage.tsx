import { isEligible } from '@florin/contract/eligibility';
import { factsOf } from '../../../session/account/eligibility.ts';
import type { ReactNode } from 'react';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import { PageHead } from '../../../kit/layout/Page.tsx';
import { en } from '../../../messages/en.ts';
import { dashboardWords } from '../../../messages/en/dashboard.ts';
import { useIsRestricted, usePerson } from '../../../session/person.ts';
import { AccountFacts } from './AccountFacts.tsx';
import { BalanceFigures } from './BalanceFigures.tsx';
import { LinkedAccounts } from './LinkedAccounts.tsx';
import styles from './DashboardPage.module.css';

/** The parts of other features. */
interface DashboardParts {
  /** For administrators. */
  recoveryRequests: ReactNode;
  /** For cardholders. */
  agreementNotice: ReactNode;
  /** For cardholders with a card. */
  cardDetails: ReactNode;
}

/** The first page after the sign-in: what the account can spend, its facts, and the linked accounts. */
export function DashboardPage({ recoveryRequests, agreementNotice, cardDetails }: DashboardParts) {
  const person = usePerson();
  const restricted = useIsRestricted();
  const isOpen = isEligible('role.view', { ...factsOf(person), person: { restricted } });
  return (
    <div className={styles.page}>
      <PageHead title={en.pages.dashboard} intro={person.businessName} />
      {person.role === 'ADMIN' && isOpen && recoveryRequests}
      {restricted ? <Notice severity="warning">{dashboardWords.restricted}</Notice> : <BalanceFigures />}
      {person.role === 'CARDHOLDER' && isOpen && agreementNotice}
      {person.role === 'CARDHOLDER' && person.cardLast4 !== null && isOpen && cardDetails}
      <div className={styles.panels}>
        <AccountFacts person={person} />
        {!restricted && <LinkedAccounts />}
      </div>
    </div>
  );
}
