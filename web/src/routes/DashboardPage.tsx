import { lazy, Suspense } from 'react';
import { AgreementNotice } from '../features/program/agreements/AgreementNotice.tsx';
import { DashboardPage as Dashboard } from '../features/program/dashboard/DashboardPage.tsx';
import { drawOwnCard } from './own-card.tsx';

/** Only administrators have them, and seldom. */
const RecoveryRequests = lazy(async () => ({
  default: (await import('../features/access/recovery-requests/RecoveryRequests.tsx')).RecoveryRequests,
}));

/** /dashboard, put together from the features that have a panel on it. */
export const DashboardPage = () => (
  <Dashboard
    recoveryRequests={
      <Suspense fallback={null}>
        <RecoveryRequests />
      </Suspense>
    }
    agreementNotice={<AgreementNotice />}
    drawCard={drawOwnCard}
  />
);
