import { lazy, Suspense } from 'react';
import { AgreementNotice } from '../features/program/agreements/AgreementNotice.tsx';
import { CardOutline } from '../features/cards/card-details/CardOutline.tsx';
import type { MainCard } from '../features/program/dashboard/card-home/CardHome.tsx';
import { DashboardPage as Dashboard } from '../features/program/dashboard/DashboardPage.tsx';

/** Only administrators have them, and seldom. */
const RecoveryRequests = lazy(async () => ({
  default: (await import('../features/access/recovery-requests/RecoveryRequests.tsx')).RecoveryRequests,
}));

/** Its forms for proofs are large: only cardholders load it, after the page. */
const CardDetailsPanel = lazy(async () => ({
  default: (await import('../features/cards/card-details/CardDetailsPanel.tsx')).CardDetailsPanel,
}));

const mainCard: MainCard = (name, acts) => (
  <Suspense fallback={<CardOutline />}>
    <CardDetailsPanel name={name} acts={acts} />
  </Suspense>
);

/** /dashboard, put together from the features that have a panel on it. */
export const DashboardPage = () => (
  <Dashboard
    recoveryRequests={
      <Suspense fallback={null}>
        <RecoveryRequests />
      </Suspense>
    }
    agreementNotice={<AgreementNotice />}
    cardDetails={mainCard}
  />
);
