import type { UserInfo } from '@florin/contract/program/user-info';
import { lazy, Suspense } from 'react';
import { AgreementNotice } from '../features/program/agreements/AgreementNotice.tsx';
import { DashboardPage as Dashboard, hasCard, prepareDashboard } from '../features/program/dashboard/DashboardPage.tsx';
import { whileShown } from '../session/person.ts';
import { drawOwnCard, loadOwnCard } from './own-card.tsx';

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

/** Loads the parts of a person's dashboard. @returns requests their data */
export async function prepare(person: UserInfo): Promise<() => void> {
  const [ask] = await Promise.all([prepareDashboard(person), hasCard(person) && loadOwnCard()]);
  return whileShown(person, ask);
}
