import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useListAddress } from '../../../flows/lists/use-list-address.ts';
import { StepUpProvider } from '../../../flows/step-up/StepUpProvider.tsx';
import { PageHead, WidePage } from '../../../kit/layout/Page.tsx';
import { Tabs } from '../../../kit/lists/Tabs.tsx';
import { operatorWords as words } from '../../../messages/en/program/operator.ts';
import { pageTitles } from '../../../messages/en/shell/pages.ts';
import { useEpoch } from '../../../session/browser-session.ts';
import { AuditPanel } from './AuditPanel.tsx';
import { DifferencesPanel } from './DifferencesPanel.tsx';
import { JobsPanel } from './JobsPanel.tsx';
import {
  differencesQuery,
  holdsQuery,
  jobsQuery,
  suspenseQuery,
  webhookChoices,
  webhooksQuery,
  type HoldDue,
} from './queries.ts';
import { SuspensePanel } from './SuspensePanel.tsx';
import { WebhooksPanel } from './WebhooksPanel.tsx';
import { easternTime } from '@florin/contract/dates/eastern-time';
import type { Column } from '../../../kit/lists/table/columns.ts';
import { Money } from '../../../kit/text/Money.tsx';
import { Waiting } from './Waiting.tsx';
import styles from './operator.module.css';

type List = keyof typeof words.list;
const isList = (text: string | undefined): text is List => text !== undefined && Object.hasOwn(words.list, text);

/** /operator, for operators of the installation: what waits for a decision, a list each, and the proof of the audit trail. */
export function OperatorPage() {
  // A fresh proof renews the session, and the queries' keys with it.
  useEpoch();
  const { search, change } = useListAddress();
  const list = isList(search['list']) ? search['list'] : 'suspense';
  const which = webhookChoices.find((choice) => choice === search['which']) ?? 'open';
  const always = { refetchOnMount: 'always' } as const;
  const suspense = useQuery({ ...suspenseQuery(), ...always });
  const open = useQuery({ ...webhooksQuery('open'), ...always });
  const webhooks = useQuery({ ...webhooksQuery(which), ...always });
  const settlement = useQuery({ ...differencesQuery(), ...always });
  const holds = useQuery({ ...holdsQuery(), ...always });
  const jobs = useQuery({ ...jobsQuery(), ...always });
  const waiting: Partial<Record<List, number>> = {
    suspense: suspense.data?.length ?? 0,
    webhooks: open.data ? open.data.webhooks.length + open.data.unsent.length : 0,
    settlement: settlement.data?.length ?? 0,
    holds: holds.data?.length ?? 0,
    jobs: jobs.data?.length ?? 0,
  };
  const panels: Record<List, ReactNode> = {
    suspense: <SuspensePanel items={suspense} />,
    webhooks: <WebhooksPanel found={webhooks} which={which} onWhich={(next) => change({ which: next })} />,
    settlement: <DifferencesPanel differences={settlement} />,
    holds: <HoldsPanel holds={holds} />,
    jobs: <JobsPanel jobs={jobs} />,
    audit: <AuditPanel />,
  };
  return (
    <StepUpProvider>
      <WidePage>
        <PageHead title={pageTitles.operator} intro={words.intro} />
        <Tabs
          label={words.lists}
          items={Object.entries(words.list).map(([id, label]) => {
            const count = waiting[id as List];
            return { id, label, ...(count && { count }) };
          })}
          selectedId={list}
          onSelect={(id) => change({ list: id === 'suspense' ? null : id, which: null })}
        >
          {panels[list]}
        </Tabs>
      </WidePage>
    </StepUpProvider>
  );
}

const holdWords = words.holds;

const holdColumns: readonly Column<HoldDue>[] = [
  { id: 'reference', title: holdWords.columns.reference, cell: ({ reference }) => reference },
  { id: 'until', title: holdWords.columns.until, labelled: true, cell: ({ until }) => easternTime(until) },
  {
    id: 'held',
    title: holdWords.columns.held,
    align: 'end',
    card: 'figure',
    cell: ({ held }) => <Money value={held} />,
  },
];

/** Holds whose time is over and that no job has released. */
const HoldsPanel = ({ holds }: { holds: UseQueryResult<HoldDue[]> }) => (
  <Waiting
    title={words.list.holds}
    found={holds}
    rows={holds.data}
    columns={holdColumns}
    rowId={({ id }) => id}
    rowName={({ reference }) => reference}
    messages={holdWords}
    text={<p className={styles.intro}>{holdWords.text}</p>}
  />
);
