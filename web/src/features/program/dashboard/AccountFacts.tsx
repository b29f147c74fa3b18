import { whyNot } from '@florin/contract/eligibility';
import type { UserInfo } from '@florin/contract/user-info';
import type { ReactNode } from 'react';
import { StatusTag } from '../../../kit/feedback/StatusTag.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { dashboardWords } from '../../../messages/en/dashboard.ts';
import { shellWords } from '../../../messages/en/shell.ts';
import { factsOf } from '../../../session/account/eligibility.ts';
import styles from './AccountFacts.module.css';

const words = dashboardWords;

/** The facts of the account, from user info alone. */
export function AccountFacts({ person }: { person: UserInfo }) {
  const { userData } = person;
  const banks: Readonly<Record<string, string>> = shellWords.footer.banks;
  const status = statusOf(person);
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
        <Fact label={words.facts.bank}>{banks[userData.bankId] ?? userData.bankId}</Fact>
        <Fact label={words.facts.network}>{userData.bankPayment}</Fact>
        <Fact label={words.facts.status}>
          <StatusTag tone={status.tone}>{status.text}</StatusTag>
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

/** The label of an account's state, the gravest first. */
function statusOf(account: Parameters<typeof factsOf>[0]): {
  tone: 'ok' | 'neutral' | 'bad' | 'info';
  text: string;
} {
  const { open, closed, suspended, pendingReview } = dashboardWords.statuses;
  const obstacle = whyNot('card.spend', factsOf(account));
  if (obstacle === 'MEMBERSHIP_CLOSED' || obstacle === 'BUSINESS_CLOSED') return { tone: 'neutral', text: closed };
  if (obstacle === 'BUSINESS_SUSPENDED') return { tone: 'bad', text: suspended };
  return obstacle === null ? { tone: 'ok', text: open } : { tone: 'info', text: pendingReview };
}
