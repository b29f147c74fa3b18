import { isEligible } from '@florin/contract/eligibility';
import type { UserInfo } from '@florin/contract/program/user-info';
import { whyNotPermitted } from '@florin/contract/permissions';
import { lazyRouteComponent as part, Link } from '@tanstack/react-router';
import { buttonClass } from '../../../kit/actions/Button.tsx';
import { paths } from '../../../paths.ts';
import { factsOf } from '../../../session/account/eligibility.ts';
import { lazy, Suspense, type ReactNode } from 'react';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import { PageHead } from '../../../kit/layout/Page.tsx';
import { pageTitles } from '../../../messages/en/shell/pages.ts';
import { dashboardWords } from '../../../messages/en/program/dashboard.ts';
import { ReasonedButton, useReason } from '../../../session/PermittedButton.tsx';
import { useIsRestricted, usePerson } from '../../../session/person.ts';
import type { DrawCard } from './card-home/CardHome.tsx';
import { BalanceFigures } from './BalanceFigures.tsx';
import { greetingOf } from './greeting.ts';
import { useNextStep } from './next-step.ts';
import styles from './DashboardPage.module.css';

/** It has lists and charts: only administrators load it, after the page. */
const loadOverview = () => import('./overview/Overview.tsx');
const Overview = part(loadOverview, 'Overview');

const OverviewDay = lazy(async () => ({ default: (await import('./overview/OverviewDay.tsx')).OverviewDay }));

/** As it is the cardholders': their cards, and whether a purchase would go through. */
const loadCardHome = () => import('./card-home/CardHome.tsx');
const CardHome = part(loadCardHome, 'CardHome');

/** Of an account without work to show, which few have. */
const AccountFacts = lazy(async () => ({ default: (await import('./AccountFacts.tsx')).AccountFacts }));
const LinkedAccounts = lazy(async () => ({ default: (await import('./LinkedAccounts.tsx')).LinkedAccounts }));

/** The parts of other features. */
interface DashboardParts {
  /** For administrators. */
  recoveryRequests: ReactNode;
  /** For cardholders. */
  agreementNotice: ReactNode;
  /** For cardholders with a card. */
  drawCard: DrawCard;
}

const isOpenTo = (person: UserInfo, restricted: boolean) =>
  isEligible('role.view', { ...factsOf(person), person: { restricted } });

/** Whether the dashboard of a person begins with their cards. */
export const hasCard = (person: UserInfo, restricted = false): boolean =>
  person.role === 'CARDHOLDER' && person.cardLast4 !== null && isOpenTo(person, restricted);

/** Loads the part of the dashboard that a person will see. @returns requests its data */
export async function prepareDashboard(person: UserInfo): Promise<() => void> {
  if (person.role === 'ADMIN') {
    await Overview.preload?.();
    const { askOverview } = await loadOverview();
    return () => askOverview(person, isOpenTo(person, false));
  }
  if (!hasCard(person)) return () => {};
  await CardHome.preload?.();
  return (await loadCardHome()).askCards;
}

/** The first page after the sign-in: what the account can spend and what is to be done; of an idle one its facts. */
export function DashboardPage({ recoveryRequests, agreementNotice, drawCard }: DashboardParts) {
  const person = usePerson();
  const restricted = useIsRestricted();
  const isOpen = isOpenTo(person, restricted);
  const isOverview = person.role === 'ADMIN' && isOpen && !restricted;
  const may = (permission: 'card-funding.run' | 'cards.issue') =>
    whyNotPermitted(permission, { role: person.role, flags: person.permissionFlags }) === null;
  const notFunding = useReason('card-funding.run');
  const notIssuing = useReason('cards.issue');
  const showsCards = hasCard(person, restricted);
  const { step, isLoading } = useNextStep();
  const issuing = step === null && !isLoading ? 'primary' : 'secondary';
  // What an account shared with other cards has posted and on hold is not the cardholder's.
  const hasFigures = !person.userData.usePexAccountBalanceForAuths;
  return (
    <div className={styles.page}>
      <PageHead
        title={
          showsCards ? (
            <>
              <span className="visually-hidden">{pageTitles.dashboard}: </span>
              {greetingOf(person.firstName, person.timeZone)}
            </>
          ) : (
            pageTitles.dashboard
          )
        }
        intro={
          isOverview ? (
            <>
              {person.businessName}
              <Suspense fallback={null}>
                <OverviewDay />
              </Suspense>
            </>
          ) : showsCards ? undefined : (
            person.businessName
          )
        }
        action={
          isOverview && (
            <div className={styles.acts}>
              {may('card-funding.run') &&
                (notFunding === null ? (
                  <Link to={paths.cardFunding} className={buttonClass()}>
                    {dashboardWords.fund}
                  </Link>
                ) : (
                  <ReasonedButton reason={notFunding}>{dashboardWords.fund}</ReasonedButton>
                ))}
              {may('cards.issue') &&
                (notIssuing === null ? (
                  <Link to={paths.cards} search={{ issue: 'virtual' }} className={buttonClass({ variant: issuing })}>
                    {dashboardWords.issue}
                  </Link>
                ) : (
                  <ReasonedButton reason={notIssuing} variant={issuing}>
                    {dashboardWords.issue}
                  </ReasonedButton>
                ))}
            </div>
          )
        }
      />
      {person.role === 'ADMIN' && isOpen && recoveryRequests}
      {restricted ? (
        <Notice severity="warning">{dashboardWords.restricted}</Notice>
      ) : person.role === 'ADMIN' ? (
        <Suspense fallback={<div aria-busy="true" className={styles.outline} />}>
          <Overview isOpen={isOpen} />
        </Suspense>
      ) : (
        !showsCards && <BalanceFigures />
      )}
      {person.role === 'CARDHOLDER' && isOpen && agreementNotice}
      {showsCards && (
        <Suspense fallback={<div aria-busy="true" className={styles.outline} />}>
          <CardHome drawCard={drawCard} balance={!restricted && hasFigures && <BalanceFigures />} />
        </Suspense>
      )}
      {/* Where there is work, the account stands in the sidebar alone. */}
      {!isOverview && !showsCards && (
        <div className={styles.panels}>
          <Suspense fallback={null}>
            <AccountFacts person={person} />
            {!restricted && <LinkedAccounts />}
          </Suspense>
        </div>
      )}
    </div>
  );
}
