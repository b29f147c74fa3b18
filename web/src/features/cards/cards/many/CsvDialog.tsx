import type { BulkLine, BulkReport } from '@florin/contract/cards/card-parts';
import { bulkCards } from '@florin/contract/limits';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { InferOutput } from 'valibot';
import { Button } from '../../../../kit/actions/Button.tsx';
import { CsvField } from '../../../../kit/forms/fields/CsvField.tsx';
import { FormShell } from '../../../../kit/forms/FormShell.tsx';
import { Dialog } from '../../../../kit/overlays/Dialog.tsx';
import { csvManyWords } from '../../../../messages/en/cards/csv-many.ts';
import type { Submission } from '../../../../session/failures/use-submission.ts';
import { KeptNotice } from '../../../../session/kept-forms/KeptNotice.tsx';
import { useKept } from '../../../../session/kept-forms/use-kept-form.ts';
import { refreshCards } from '../queries.ts';
import styles from './csv.module.css';

type Report = InferOutput<typeof BulkReport>;
type Refuse = Parameters<Submission['submit']>[2];

/** The messages of one act. */
interface ActWords {
  title: string;
  text: string;
  templateName: string;
  /** The heading of `nameOf`. */
  column: string;
  unreadable: string;
  unknownColumns?: (names: readonly string[]) => string;
  submit: (count: number) => string;
  submitting: string;
  would: (done: number, refused: number) => string;
  did: (done: number, refused: number) => string;
}

interface CsvDialogProps {
  words: ActWords;
  /** The columns that the call reads, with a line of each kind. */
  template: string;
  submission: Submission;
  /** Makes the call; null if it was not made. */
  send: (csv: string, dryRun: boolean, refuse: Refuse) => Promise<{ ok: true; body: Report } | { ok: false } | null>;
  /** Names the form (`useKept`). */
  keptAs: string;
  /** What to do besides the lines, as `onOrder` takes it back. A change of it takes the dry run away. */
  order?: string;
  onOrder?: (order: string) => void;
  /** The fields of the order. */
  children?: ReactNode;
  nameOf: (line: BulkLine) => string | null;
  resultOf: (line: BulkLine, dryRun: boolean) => string;
  onClose: () => void;
}

/** One act on the cards of a CSV text: a dry run says line by line what would happen, and the same text is sent once. */
export function CsvDialog({ words, template, submission, send, keptAs, order = '', ...rest }: CsvDialogProps) {
  const { onOrder, children, nameOf, resultOf, onClose } = rest;
  const [csv, setCsv] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [made, setMade] = useState<{ of: string; report: Report } | null>(null);
  const of = JSON.stringify([order, csv]);
  const report = made?.of === of ? made.report : null;
  const isDone = report !== null && !report.dryRun;
  const [base] = useState({ csv: '', order });
  const kept = useKept(keptAs, {
    read: () => ({ base, values: { csv, order } }),
    // What is done is not offered again.
    isClean: isDone || (csv === '' && order === base.order),
    restore: ({ values }) => {
      setCsv(values.csv);
      onOrder?.(values.order);
    },
  });
  // Below the fold of a phone, nobody would see that it has come.
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (report !== null) summary.current?.scrollIntoView();
  }, [report]);
  const check = async () => {
    if (csv.trim() === '') return setError(csvManyWords.empty);
    if (csv.length > bulkCards.csvMaxLength) return setError(csvManyWords.tooMany);
    const answer = await send(csv, report === null, (fields) => {
      const [field] = fields;
      const unknown = fields.flatMap((each) => (each.Problem === 'unknown' ? (columnOf(each.Field) ?? []) : []));
      setError(
        unknown.length > 0 && words.unknownColumns
          ? words.unknownColumns(unknown)
          : field?.Problem === 'tooLong'
            ? csvManyWords.tooMany
            : field?.Problem === 'missing'
              ? csvManyWords.empty
              : words.unreadable,
      );
    });
    if (!answer?.ok) return undefined;
    setMade({ of, report: answer.body });
    if (!answer.body.dryRun) await refreshCards();
    return undefined;
  };
  return (
    <Dialog open title={words.title} onClose={onClose} holds={!isDone}>
      <FormShell
        error={submission.message}
        pending={submission.pending}
        submit={
          isDone || report?.done === 0
            ? null
            : report === null
              ? { label: csvManyWords.check, pending: csvManyWords.checking }
              : { label: words.submit(report.done), pending: words.submitting }
        }
        onSubmit={check}
        actions={<Button onClick={onClose}>{isDone ? csvManyWords.close : csvManyWords.cancel}</Button>}
        head={<KeptNotice kept={kept} />}
      >
        {!isDone && (
          <>
            {children}
            <p>{words.text}</p>
            <CsvField
              label={csvManyWords.label}
              value={csv}
              error={error}
              onText={(text) => {
                setCsv(text);
                setError(null);
                submission.say(null);
              }}
            />
            <a href={`data:text/csv;charset=utf-8,${encodeURIComponent(template)}`} download={words.templateName}>
              {csvManyWords.template}
            </a>
          </>
        )}
        <div ref={summary} role="status">
          {report && <p>{(report.dryRun ? words.would : words.did)(report.done, report.refused)}</p>}
        </div>
        {report && <Lines report={report} column={words.column} nameOf={nameOf} resultOf={resultOf} />}
      </FormShell>
    </Dialog>
  );
}

/** The heading that is refused, such as that of `csv.1.limmit`. */
const columnOf = (field: string): string | undefined => /^csv\.1\.(.*)$/su.exec(field)?.[1];

interface LinesProps extends Pick<CsvDialogProps, 'nameOf' | 'resultOf'> {
  report: Report;
  column: string;
}

/** Each line with what would happen or has happened to it, those that are refused first. */
function Lines({ report: { lines, dryRun }, column, nameOf, resultOf }: LinesProps) {
  const sorted = lines.toSorted(
    (a, b) => Number(a.outcome === 'DONE') - Number(b.outcome === 'DONE') || a.line - b.line,
  );
  return (
    // A long report is scrolled with the keys, too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.report} role="region" aria-label={csvManyWords.report} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{csvManyWords.line}</th>
            <th scope="col">{column}</th>
            <th scope="col">{csvManyWords.result}</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((line) => (
            <tr key={line.line}>
              <td>{line.line}</td>
              <td>{nameOf(line)}</td>
              <td>{resultOf(line, dryRun)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
