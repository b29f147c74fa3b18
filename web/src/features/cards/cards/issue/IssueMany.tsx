import type { BulkLine } from '@florin/contract/cards/card-parts';
import { bulkCardAct } from '@florin/contract/cards/cards';
import type { Success } from '@florin/contract/endpoint';
import { bulkCards } from '@florin/contract/limits';
import { useState } from 'react';
import { useContentKey } from '../../../../flows/requests/use-content-key.ts';
import { Button } from '../../../../kit/actions/Button.tsx';
import { CsvField } from '../../../../kit/forms/fields/CsvField.tsx';
import { FormShell } from '../../../../kit/forms/FormShell.tsx';
import { Dialog } from '../../../../kit/overlays/Dialog.tsx';
import { issueManyWords as words } from '../../../../messages/en/cards/issue-many.ts';
import { useSubmission } from '../../../../session/failures/use-submission.ts';
import { refreshCards } from '../queries.ts';
import styles from './issue.module.css';

type Report = Success<typeof bulkCardAct>['body'];

/** The columns that the call reads, with a virtual and a physical card. */
const template = `holder,kind,name,purpose,limit,every,external id,group,recipient,line1,line2,city,state,zip,method
priya@example.com,VIRTUAL,Software,Licenses,120.00,month,,,,,,,,,
noah@example.com,PHYSICAL,Site materials,,,,crew-7,,Noah Park,1 Harbor Street,,Portland,ME,04101,STANDARD
`;

/** Cards from a CSV text: a dry run says line by line what would happen, and the same text is issued once. */
export default function IssueMany({ onClose }: { onClose: () => void }) {
  const [csv, setCsv] = useState('');
  const [error, setError] = useState<string | null>(null);
  /** Of the text as it stands; a change of the text takes the dry run away. */
  const [report, setReport] = useState<Report | null>(null);
  const keyFor = useContentKey();
  const { pending, message, say, submit } = useSubmission();
  const isDone = report !== null && !report.dryRun;
  const dryRun = report === null;
  const send = async () => {
    if (csv.trim() === '') return setError(words.empty);
    if (csv.length > bulkCards.csvMaxLength) return setError(words.tooMany);
    const order = { act: 'ISSUE', csv } as const;
    const answer = await submit(bulkCardAct, { body: { ...order, dryRun, idempotencyKey: keyFor(order) } }, (fields) =>
      setError(fields[0]?.Problem === 'tooLong' ? words.tooMany : words.unreadable),
    );
    if (!answer?.ok) return undefined;
    setReport(answer.body);
    if (!answer.body.dryRun) await refreshCards();
    return undefined;
  };
  return (
    <Dialog open title={words.title} onClose={onClose} holds={!isDone}>
      <FormShell
        error={message}
        pending={pending}
        submit={
          isDone || report?.done === 0
            ? null
            : dryRun
              ? { label: words.check, pending: words.checking }
              : { label: words.issue(report.done), pending: words.issuing }
        }
        onSubmit={send}
        actions={<Button onClick={onClose}>{isDone ? words.close : words.cancel}</Button>}
      >
        {!isDone && (
          <>
            <p>{words.text}</p>
            <CsvField
              label={words.label}
              value={csv}
              error={error}
              onText={(text) => {
                setCsv(text);
                setError(null);
                setReport(null);
                say(null);
              }}
            />
            <a href={`data:text/csv;charset=utf-8,${encodeURIComponent(template)}`} download={words.templateName}>
              {words.template}
            </a>
          </>
        )}
        <div role="status">
          {report && <p>{(report.dryRun ? words.would : words.did)(report.done, report.refused)}</p>}
        </div>
        {report && <Lines report={report} />}
      </FormShell>
    </Dialog>
  );
}

/** Each line with what would happen or has happened to it, those that would not first. */
function Lines({ report: { lines } }: { report: Report }) {
  const sorted = lines.toSorted(
    (a, b) => Number(a.outcome === 'DONE') - Number(b.outcome === 'DONE') || a.line - b.line,
  );
  return (
    // A long report is scrolled with the keys, too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.report} role="region" aria-label={words.report} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.columns.line}</th>
            <th scope="col">{words.columns.holder}</th>
            <th scope="col">{words.columns.result}</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((line) => (
            <tr key={line.line}>
              <td>{line.line}</td>
              <td>{line.holder}</td>
              <td>{resultOf(line)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function resultOf({ outcome, code, field, problem, last4 }: BulkLine): string {
  if (outcome === 'DONE') return last4 === null ? words.ready : words.done(last4);
  if (code === 'CARD_LIMIT_REACHED') return words.limit;
  if (code === 'BUSINESS_NOT_OPEN') return words.notOpen;
  if (code === 'FORBIDDEN') return words.noLimits;
  if (field === 'holder') return words.unknownHolder;
  if (field === 'group') return words.unknownGroup;
  if (field === 'externalId' && problem === 'taken') return words.taken;
  const column = words.fields[field ?? ''] ?? words.otherField;
  return problem === 'missing' ? words.missing(column) : words.wrong(column);
}
