import type { Success } from '@florin/contract/endpoint';
import { proveAudit } from '@florin/contract/program/operator';
import { useState } from 'react';
import { ConfirmAct } from '../../../flows/step-up/ConfirmAct.tsx';
import { Button } from '../../../kit/actions/Button.tsx';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import type { Column } from '../../../kit/lists/table/columns.ts';
import { Table } from '../../../kit/lists/table/Table.tsx';
import { operatorWords } from '../../../messages/en/program/operator.ts';
import styles from './operator.module.css';

const words = operatorWords.audit;
type Proof = Success<typeof proveAudit>['body'];
type Problem = Proof['problems'][number];

/** The proof of the audit trail, on request: what it found, and what that proves. */
export function AuditPanel() {
  const [isAsking, setAsking] = useState(false);
  const [proof, setProof] = useState<Proof | null>(null);
  return (
    <>
      <Panel title={words.title} actions={<Button onClick={() => setAsking(true)}>{words.verify}</Button>}>
        <div className={styles.proof}>
          <p className={styles.mute}>{words.text}</p>
          {proof && <Result of={proof} />}
        </div>
      </Panel>
      {proof !== null && proof.problems.length > 0 && (
        <Panel title={words.problems} padded={false}>
          <Table
            inPanel
            label={words.problems}
            rows={proof.problems}
            columns={columns}
            rowId={({ chain }) => chain ?? 'rest'}
            rowName={({ problem }) => problem}
            density="roomy"
            keys={false}
          />
        </Panel>
      )}
      {isAsking && (
        <ConfirmAct
          words={{ ...words.ask, cancel: operatorWords.cancel }}
          variant="primary"
          act={async (send) => {
            const answer = await send(proveAudit, {});
            if (answer?.ok) setProof(answer.body);
            return answer;
          }}
          done={words.ask.done}
          refresh={() => {}}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function Result({ of: { events, chains, problems, proven, notProven } }: { of: Proof }) {
  const isSound = problems.length === 0;
  const parts = [
    [words.proven, proven],
    [words.notProven, notProven],
  ] as const;
  return (
    <>
      <Notice severity={isSound ? 'success' : 'error'}>
        {isSound ? words.sound(events, chains) : words.broken(problems.length, events)}
      </Notice>
      {parts.map(
        ([title, sentences]) =>
          sentences.length > 0 && (
            <section key={title}>
              <h3>{title}</h3>
              <ul className={styles.sentences}>
                {sentences.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            </section>
          ),
      )}
    </>
  );
}

const columns: readonly Column<Problem>[] = [
  {
    id: 'chain',
    title: words.columns.chain,
    cell: ({ chain }) => <span className={styles.id}>{chain ?? words.rest}</span>,
  },
  { id: 'event', title: words.columns.event, labelled: true, cell: ({ sequence }) => sequence },
  { id: 'problem', title: words.columns.problem, cell: ({ problem }) => problem },
];
