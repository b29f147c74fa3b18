import { noteMyTransaction, noteTransaction } from '@florin/contract/cards/transactions';
import { useQuery } from '@tanstack/react-query';
import { Clock, Link as LinkIcon } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState, type RefObject } from 'react';
import * as v from 'valibot';
import type { SheetPlace } from '../../../flows/lists/ListPage.tsx';
import { titleOfCard } from '../../../flows/cards/card-title.ts';
import { shortDate, zoneName } from '../../../flows/time/when.ts';
import { useSingleKeys } from '../../../flows/use-single-keys.ts';
import { Button } from '../../../kit/actions/Button.tsx';
import { IconButton } from '../../../kit/actions/IconButton.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import { TextAreaField } from '../../../kit/forms/fields/TextField.tsx';
import { useContractForm } from '../../../kit/forms/use-contract-form.ts';
import { SideSheet } from '../../../kit/overlays/SideSheet.tsx';
import { Icon } from '../../../kit/text/Icon.tsx';
import { LastDigits } from '../../../kit/text/LastDigits.tsx';
import { Mark } from '../../../kit/text/Mark.tsx';
import { Money } from '../../../kit/text/Money.tsx';
import { moneyText } from '../../../kit/text/money-parts.ts';
import { timesIn } from '../../../messages/en/kit/times.ts';
import { transactionWords } from '../../../messages/en/cards/transactions.ts';
import { sheetWords } from '../../../messages/en/cards/transaction-sheet.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { useSubmission } from '../../../session/failures/use-submission.ts';
import { KeptNotice } from '../../../session/kept-forms/KeptNotice.tsx';
import { useKept, wasLeftOpen } from '../../../session/kept-forms/use-kept-form.ts';
import { ReasonedButton, useReason } from '../../../session/PermittedButton.tsx';
import { singleKeys } from '../../../session/single-keys.ts';
import { usePerson } from '../../../session/person.ts';
import { Declined } from './declines/Declined.tsx';
import { NotYou } from './declines/NotYou.tsx';
import { differenceText } from './difference.ts';
import { Amount, categoryOf, feeName, foreignText } from './columns.tsx';
import { OpenReport } from './OpenReport.tsx';
import { queryClient } from '../../../session/queries/query-client.ts';
import { noteKey, oneQuery, refreshTransactions, type Scope, type Transaction } from './queries.ts';
import { ReportButton } from './ReportButton.tsx';
import { stepsOf } from './timeline.ts';
import styles from './transactions.module.css';

// Its sentences are for administrators only.
const loadTrace = () => import('./declines/DecisionTrace.tsx');
const DecisionTrace = lazy(async () => ({ default: (await loadTrace()).DecisionTrace }));

// Loaded when the button is pressed.
const ReleaseDialog = lazy(() => import('./ReleaseDialog.tsx'));

const words = sheetWords;

interface TransactionSheetProps extends SheetPlace {
  scope: Scope;
}

/** One transaction: its sum, its hold, what happened, and for administrators why it was decided as it was. */
export function TransactionSheet({ scope, id, ...sheet }: TransactionSheetProps) {
  const one = useQuery({ ...oneQuery(scope, id ?? ''), enabled: id !== null });
  const isOpen = id !== null;
  // With the purchase, not after it: nothing moves when it arrives.
  useEffect(() => {
    if (isOpen && scope === 'business') void loadTrace().catch(() => undefined);
  }, [isOpen, scope]);
  return (
    <SideSheet
      open={id !== null}
      title={one.data?.status === 'DECLINED' ? words.declined : words.purchase}
      tools={<IconButton icon={LinkIcon} label={words.copyLink} onClick={() => void copyLink()} />}
      {...(one.data && {
        actions: (
          <>
            <ReportButton key={one.data.id} scope={scope} of={one.data} />
            {scope === 'own' && asksNotYou(one.data) && <NotYou key={one.data.id} of={one.data} />}
          </>
        ),
      })}
      {...sheet}
    >
      {one.isError && !one.data ? (
        <Failure
          {...errorMessage(one.error, words.loadFailed)}
          onRetry={() => void one.refetch()}
          retrying={one.isFetching}
        />
      ) : one.data ? (
        <Details key={one.data.id} scope={scope} of={one.data} />
      ) : (
        <Loading />
      )}
    </SideSheet>
  );
}

/** A decline that asks whether the holder made the purchase offers the freeze itself. */
const asksNotYou = ({ status, declineCode }: Transaction): boolean =>
  status === 'DECLINED' && declineCode !== 'suspected_fraud';

async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(window.location.href);
    showSnackbar({ severity: 'success', text: words.copied });
  } catch {
    showSnackbar({ severity: 'warning', text: words.notCopied });
  }
}

const Loading = () => (
  <div className={styles.details}>
    <Skeleton shape="long" />
    <Skeleton shape="block" />
    <Skeleton shape="block" />
  </div>
);

function Details({ scope, of }: { scope: Scope; of: Transaction }) {
  const { merchant, cardholder, card, hold, declineCode } = of;
  const place = [merchant.city, placeOf(merchant)].filter(Boolean).join(', ');
  const difference = differenceText(of);
  const about = [categoryOf(merchant.mcc), place, cardholder?.name, titleOfCard(card)].filter(Boolean).join(' · ');
  const timeline = <Timeline key="timeline" scope={scope} of={of} />;
  const traces = of.traces?.map((trace) => (
    <Suspense key={trace.eventId} fallback={<TraceSpace of={trace} />}>
      <DecisionTrace trace={trace} of={of} />
    </Suspense>
  ));
  return (
    <div className={styles.details}>
      <div className={styles.head}>
        <Mark name={merchant.name} />
        <div className={styles.who}>
          <p className={styles.name}>{merchant.name}</p>
          <p className={styles.mute}>
            {about} <LastDigits digits={card.last4} />
          </p>
        </div>
        <p className={styles.figure}>
          <Amount of={of} />
        </p>
      </div>
      {of.status === 'DECLINED' && declineCode !== null ? (
        <Declined scope={scope} of={of} code={declineCode} />
      ) : (
        <Sum of={of} />
      )}
      {difference !== null && <p className={styles.callout}>{difference}</p>}
      {of.reports
        .filter(({ closed }) => closed === null)
        .map((report) => (
          <OpenReport key={report.id} scope={scope} transactionId={of.id} report={report} />
        ))}
      {hold && <Hold of={of} hold={hold} />}
      {/* Of a decline the reasons are what an administrator looks for. */}
      {of.status === 'DECLINED' ? [traces, timeline] : [timeline, traces]}
      <Note scope={scope} id={of.id} note={of.note} />
    </div>
  );
}

const regions = new Intl.DisplayNames('en-US', { type: 'region' });
/** What is on hold until when, and who could end it sooner. */
function Hold({ of, hold }: { of: Transaction; hold: NonNullable<Transaction['hold']> }) {
  const { timeZone } = usePerson();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <div className={styles.callout}>
        <Icon of={Clock} size={16} />
        <div>
          <p>
            <b>{words.heldUntil(moneyText(hold.amount), shortDate(hold.until, timeZone))}</b>, {words.unless}{' '}
            {transactionWords.holdReasons[hold.reason]}
          </p>
          <Button variant="quiet" className={styles.release} onClick={() => setAsking(true)}>
            {words.askToRelease(hold.reason)}
          </Button>
        </div>
      </div>
      {isAsking && (
        <Suspense>
          <ReleaseDialog of={of} hold={hold} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The space of the reasons, with a row for each policy and one for the balance. */
const TraceSpace = ({ of: { rules } }: { of: NonNullable<Transaction['traces']>[number] }) => (
  <div className={styles.part}>
    <Skeleton />
    <div style={{ height: `${(new Set(rules.map(({ policyId }) => policyId)).size + 1) * traceRow}px` }}>
      <Skeleton shape="block" />
    </div>
  </div>
);
/** As of `.trace li`, in pixels. */
const traceRow = 30;

/** At home the state, abroad the country. */
const placeOf = ({ country, state }: Transaction['merchant']): string | null =>
  country === 'US' ? state : (regions.of(country) ?? country);

/** The parts of the amount and their sum; what came back, or is announced to come, is subtracted. */
function Sum({ of: { amount: spent, status, settled, returned, hold, fees, merchantAmount } }: { of: Transaction }) {
  // What the amount lacks against its parts is a refund that was announced.
  const coming =
    status === 'PENDING' ? settled.amount + (hold?.amount.amount ?? 0) - returned.amount - spent.amount : 0;
  const parts = [
    ...(hold ? [{ id: 'held', label: words.onHold, amount: hold.amount.amount }] : []),
    ...(settled.amount > 0 ? [{ id: 'settled', label: words.settled, amount: settled.amount }] : []),
    ...(returned.amount > 0 ? [{ id: 'returned', label: words.returned, amount: -returned.amount }] : []),
    ...(coming > 0 ? [{ id: 'coming', label: words.refundComing, amount: -coming }] : []),
    ...fees.map((fee) => ({ id: fee.id, label: feeName(fee), amount: fee.amount.amount })),
  ];
  if (parts.length === 0) return null;
  const { currency } = settled;
  const total = parts.reduce((sum, { amount }) => sum + amount, 0);
  return (
    <dl className={styles.sum}>
      {parts.map(({ id, label, amount }) => (
        <div key={id}>
          <dt>{label}</dt>
          <dd>
            <Money value={{ amount, currency }} />
          </dd>
        </div>
      ))}
      <div className={styles.total}>
        <dt>
          {hold ? words.totalSoFar : words.total}
          {merchantAmount && <span className={styles.foreign}> {foreignText(merchantAmount)}</span>}
        </dt>
        <dd>
          <Money value={{ amount: total, currency }} />
        </dd>
      </div>
    </dl>
  );
}

/** The newest first, what is to come above it. */
function Timeline({ scope, of }: { scope: Scope; of: Transaction }) {
  const { hold } = of;
  const { timeZone } = usePerson();
  return (
    <section className={styles.part}>
      <h3>{words.happened}</h3>
      <ol className={styles.timeline}>
        {hold && (
          <li data-future>
            <p className={styles.step}>
              {words.holdEnds} <Money value={hold.amount} />
            </p>
            <p className={styles.mute}>{words.ifNothing(shortDate(hold.until, timeZone))}</p>
          </li>
        )}
        {stepsOf(of, scope, timeZone).map(({ id, text, amount, details }) => (
          <li key={id}>
            <p className={styles.step}>
              {text} {amount && <Money value={amount} />}
            </p>
            <p className={styles.mute}>{details}</p>
          </li>
        ))}
      </ol>
      <p className={styles.mute}>{timesIn(zoneName(timeZone))}</p>
    </section>
  );
}

interface NoteProps {
  scope: Scope;
  id: string;
  note: string | null;
}

/** What people write beside a purchase. */
function Note({ scope, id, note }: NoteProps) {
  const [isEditing, setEditing] = useState(() => wasLeftOpen(noteKey(id)));
  /** The focus was on what has been replaced. */
  const [hadFocus, setHadFocus] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const part = useRef<HTMLElement>(null);
  const reason = useReason(scope === 'business' ? 'transactions.note' : 'my-transactions.note');
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!hadFocus) return;
    (isEditing ? form.current?.querySelector('textarea') : button.current)?.focus();
    // With its buttons.
    form.current?.scrollIntoView({ block: 'nearest' });
  }, [hadFocus, isEditing]);
  const show = (editing: boolean, withFocus: boolean) => {
    setEditing(editing);
    setHadFocus(withFocus);
  };
  const [hasKeys] = useState(() => singleKeys.read() !== 'off');
  useSingleKeys(
    {
      n: () => {
        if (isEditing) form.current?.querySelector('textarea')?.focus();
        else if (reason === null) show(true, true);
        else button.current?.focus();
      },
    },
    isEditing ? form : part,
  );
  if (isEditing)
    return (
      <NoteForm
        scope={scope}
        id={id}
        note={note}
        place={form}
        onDone={() => show(false, form.current?.matches(':focus-within') ?? false)}
      />
    );
  return (
    <section ref={part} className={styles.part}>
      <h3>{words.note}</h3>
      {note !== null && <p className={styles.note}>{note}</p>}
      <div>
        <ReasonedButton reason={reason} ref={button} onClick={() => show(true, true)}>
          {note === null ? words.addNote : words.editNote} {hasKeys && <kbd aria-hidden="true">N</kbd>}
        </ReasonedButton>
      </div>
    </section>
  );
}

const NoteSchema = v.object({ note: v.string() });

interface NoteFormProps extends NoteProps {
  place: RefObject<HTMLFormElement | null>;
  onDone: () => void;
}

function NoteForm({ scope, id, note, place, onDone }: NoteFormProps) {
  const form = useContractForm(NoteSchema, { defaultValues: { note: note ?? '' } });
  // The form goes before it is rendered again.
  const isOver = useRef(false);
  const { isDirty, defaultValues } = form.formState;
  const kept = useKept(noteKey(id), {
    read: () => ({ base: { note: defaultValues?.note ?? '' }, values: form.getValues() }),
    overLeaving: true,
    get isClean() {
      return isOver.current || !isDirty;
    },
    restore: ({ base, values }) => {
      form.reset(base);
      form.reset(values, { keepDefaultValues: true });
    },
  });
  const { pending, message, say, submit } = useSubmission();
  // The note that was read, which a kept form has with it: another's change is shown before it is replaced.
  const [theirs, setTheirs] = useState<{ note: string | null } | null>(null);
  const save = async ({ note: text }: { note: string }) => {
    const replaces = theirs ? theirs.note : form.formState.defaultValues?.note || null;
    const input = { params: { id }, body: { note: text.trim() || null, replaces } };
    const answer =
      scope === 'business'
        ? await submit(noteTransaction, input, form.refuse)
        : await submit(noteMyTransaction, input, form.refuse);
    if (answer && !answer.ok && answer.code === 'VERSION_CONFLICT') {
      const now = await queryClient.fetchQuery({ ...oneQuery(scope, id), staleTime: 0 });
      setTheirs({ note: now.note });
      say({ severity: 'warning', text: words.noteChanged(now.note), correlationId: null });
    }
    if (!answer?.ok) return;
    isOver.current = true;
    showSnackbar({ severity: 'success', text: words.saved });
    await refreshTransactions(scope, id);
    onDone();
  };
  return (
    <FormShell
      ref={place}
      error={message}
      pending={pending}
      submit={{ label: words.saveNote, pending: words.savingNote }}
      onSubmit={() => form.handleSubmit(save)()}
      actions={
        <Button
          onClick={() => {
            isOver.current = true;
            onDone();
          }}
        >
          {words.cancel}
        </Button>
      }
      head={<KeptNotice kept={kept} />}
    >
      <TextAreaField label={words.note} hint={words.noteHint} rows={3} {...form.field('note')} />
    </FormShell>
  );
}
