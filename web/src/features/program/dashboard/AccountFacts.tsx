import { whyNot } from '@florin/contract/eligibility';
import { issuerOf } from '@florin/contract/cards/issuer';
import type { UserInfo } from '@florin/contract/program/user-info';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { StatusTag } from '../../../kit/feedback/StatusTag.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { dashboardWords } from '../../../messages/en/program/dashboard.ts';
import { shellWords } from '../../../messages/en/shell/shell.ts';
import { factsOf } from '../../../session/account/eligibility.ts';
import { useIsRestricted } from '../../../session/person.ts';
import { balanceQuery } from '../../../session/queries/queries.ts';
import styles from './AccountFacts.module.css';

const words = dashboardWords;

/** The facts of the account, from user info alone. */
export function AccountFacts({ person }: { person: UserInfo }) {
  const { userData } = person;
  const { bank, network } = issuerOf(userData);
  return (
    <Panel title={words.account}>
      <dl className={styles.facts}>
        <Fact label={words.facts.accountHolder}>{`${userData.firstName} ${userData.lastName}`}</Fact>
        <Fact label={words.facts.business}>{person.businessName}</Fact>
        <Fact label={words.facts.role}>{words.roles[person.role]}</Fact>
        {person.cardLast4 !== null && (
          <Fact label={words.facts.card}>
            <span className={styles.digits} aria-hidden="true">
              {shellWords.account.cardEnding(person.cardLast4)}
            </span>
            <span className="visually-hidden">{shellWords.account.cardEndingSpoken(person.cardLast4)}</span>
          </Fact>
        )}
        <Fact label={words.facts.username}>{person.userName}</Fact>
        <Fact label={words.facts.fundingSource}>{words.fundingSources[person.fundingSource ?? 'none']}</Fact>
        <Fact label={words.facts.bank}>{bank}</Fact>
        <Fact label={words.facts.network}>{network}</Fact>
        <Fact label={words.facts.status}>
          <Status person={person} />
        </Fact>
      </dl>
    </Panel>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Whether the account can be used, the gravest obstacle first: the same answer as its banners and its balance give. */
function Status({ person }: { person: UserInfo }) {
  const { statuses } = words;
  const restricted = useIsRestricted();
  const balance = useQuery({ ...balanceQuery(), enabled: !restricted });
  const obstacle = whyNot('card.spend', factsOf(person));
  if (obstacle === 'MEMBERSHIP_CLOSED' || obstacle === 'BUSINESS_CLOSED')
    return <StatusTag tone="neutral">{statuses.closed}</StatusTag>;
  if (obstacle === 'BUSINESS_SUSPENDED') return <StatusTag tone="bad">{statuses.suspended}</StatusTag>;
  if (obstacle !== null) return <StatusTag tone="info">{statuses.pendingReview}</StatusTag>;
  if (balance.isLoading) return <Skeleton shape="short" />;
  return balance.data?.spendingOnHold ? (
    <StatusTag tone="warn">{statuses.onHold}</StatusTag>
  ) : (
    <StatusTag tone="ok">{statuses.open}</StatusTag>
  );
}
