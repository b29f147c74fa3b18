import { isEligible } from '@florin/contract/eligibility';
import { whyNotPermitted } from '@florin/contract/permissions';
import { Link } from '@tanstack/react-router';
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
const Overview = lazy(async () => ({ default: (await import('./overview/Overview.tsx')).Overview }));

const OverviewDay = lazy(async () => ({ default: (await import('./overview/OverviewDay.tsx')).OverviewDay }));

/** As it is the cardholders': their cards, and whether a purchase would go through. */
const CardHome = lazy(async () => ({ default: (await import('./card-home/CardHome.tsx')).CardHome }));

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

/** The first page after the sign-in: what the account can spend and what is to be done; of an idle one its facts. */
export function DashboardPage({ recoveryRequests, agreementNotice, drawCard }: DashboardParts) {
  const person = usePerson();
  const restricted = useIsRestricted();
  const isOpen = isEligible('role.view', { ...factsOf(person), person: { restricted } });
  const isOverview = person.role === 'ADMIN' && isOpen && !restricted;
  const may = (permission: 'card-funding.run' | 'cards.issue') =>
    whyNotPermitted(permission, { role: person.role, flags: person.permissionFlags }) === null;
  const notFunding = useReason('card-funding.run');
  const notIssuing = useReason('cards.issue');
  const hasCard = person.role === 'CARDHOLDER' && person.cardLast4 !== null && isOpen;
  const { step, isLoading } = useNextStep();
  const issuing = step === null && !isLoading ? 'primary' : 'secondary';
  // What an account shared with other cards has posted and on hold is not the cardholder's.
  const hasFigures = !person.userData.usePexAccountBalanceForAuths;
  return (
    <div className={styles.page}>
      <PageHead
        title={
          hasCard ? (
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
          ) : hasCard ? undefined : (
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
        !hasCard && <BalanceFigures />
      )}
      {person.role === 'CARDHOLDER' && isOpen && agreementNotice}
      {hasCard && (
        <Suspense fallback={<div aria-busy="true" className={styles.outline} />}>
          <CardHome drawCard={drawCard} balance={!restricted && hasFigures && <BalanceFigures />} />
        </Suspense>
      )}
      {/* Where there is work, the account stands in the sidebar alone. */}
      {!isOverview && !hasCard && (
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
