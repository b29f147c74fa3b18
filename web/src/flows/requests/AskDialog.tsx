import type { Card } from '@florin/contract/cards/cards';
import { isEligible, whyNot } from '@florin/contract/eligibility';
import type { RequestKind } from '@florin/contract/money/request-states';
import {
  createRequest,
  requestDeciders,
  type CardRequestDetail,
  type RequestPeriod,
} from '@florin/contract/money/requests';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { productTime } from '../../clock.ts';
import { textOfCard } from '../cards/card-title.ts';
import { Button } from '../../kit/actions/Button.tsx';
import { Failure } from '../../kit/feedback/Failure.tsx';
import { Notice } from '../../kit/feedback/Notice.tsx';
import { Skeleton } from '../../kit/feedback/Skeleton.tsx';
import { AmountField } from '../../kit/forms/fields/AmountField.tsx';
import { centsOf, typedAmount } from '../../kit/forms/cents-of.ts';
import { FormActions } from '../../kit/forms/FormActions.tsx';
import { FormShell } from '../../kit/forms/FormShell.tsx';
import { TextField } from '../../kit/forms/fields/TextField.tsx';
import { useContractForm } from '../../kit/forms/use-contract-form.ts';
import { Dialog } from '../../kit/overlays/Dialog.tsx';
import { SelectField } from '../../kit/pickers/SelectField.tsx';
import { moneyText, usd } from '../../kit/text/money-parts.ts';
import { askingWords } from '../../messages/en/money/asking.ts';
import { requestWords } from '../../messages/en/money/requests.ts';
import { errorMessage } from '../../session/failures/error-message.ts';
import { useSubmission } from '../../session/failures/use-submission.ts';
import { KeptNotice } from '../../session/kept-forms/KeptNotice.tsx';
import { useKeptForm, type KeptForm } from '../../session/kept-forms/use-kept-form.ts';
import { fetchOrThrow, keyOf } from '../../session/queries/query-client.ts';
import { usePerson } from '../../session/person.ts';
import { shortDate } from '../time/when.ts';
import { askKey, type AskProps } from './ask-key.ts';
import { askSchema, bodyOf, endOf, spans, type Span } from './ask-schema.ts';
import { askedText } from './asked-words.ts';
import { cardsToAskFor, cardToAskFor, ownRequestQuery, refreshRequests } from './queries.ts';
import { useContentKey } from './use-content-key.ts';
import styles from './requests.module.css';

const words = askingWords;

const isForFreeze = ({ kind, transactionId, exception }: AskProps): boolean =>
  kind === 'UNBLOCK' && transactionId === undefined && exception === undefined;

/** Who would decide. A failure leaves the form as it is: the answer after sending names them, too. */
const decidersQuery = (kind: RequestKind, isException: boolean) =>
  queryOptions({
    queryKey: [...keyOf('request-deciders'), kind, isException],
    queryFn: async ({ signal }) => {
      const query = { kind, ...(isException && { exception: 'true' as const }) };
      return (await fetchOrThrow(requestDeciders, { query }, signal)).names;
    },
    meta: { unshown: words.decidersFailed },
  });

/** A request to the administrators: a form, then who decides, then the answer. The dialog is open while it is rendered. */
export function AskDialog({ onClose, ...ask }: AskProps & { onClose: () => void }) {
  const [sent, setMade] = useState<CardRequestDetail | null>(null);
  // Fetched when it is decided (session/live/stale.ts).
  const { data: made } = useQuery({
    ...ownRequestQuery(sent?.id ?? ''),
    enabled: sent !== null,
    ...(sent && { initialData: sent }),
    staleTime: Infinity,
  });
  const isFreeze = isForFreeze(ask);
  const title = made ? words.sentTitle[made.status] : isFreeze ? words.freezeTitle : words.title[ask.kind];
  return (
    <Dialog open title={title} onClose={onClose} holds>
      {made ? <Sent request={made} onClose={onClose} /> : <AskForm {...ask} onMade={setMade} onClose={onClose} />}
    </Dialog>
  );
}

type FormProps = AskProps & { onMade: (request: CardRequestDetail) => void; onClose: () => void };

/** Waits for the cards if one has to be picked. */
function AskForm(props: FormProps) {
  const needsCard = props.kind !== 'CARD' && props.cardId === undefined;
  const cards = useQuery({ ...cardsToAskFor(), enabled: needsCard });
  if (!needsCard) return <Fields {...props} cards={null} />;
  if (cards.isError && !cards.data)
    return (
      <Failure
        {...errorMessage(cards.error, words.cardsFailed)}
        onRetry={() => void cards.refetch()}
        retrying={cards.isFetching}
      />
    );
  if (!cards.data) return <Skeleton shape="block" />;
  const open = cards.data.filter((card) => isEligible('card.change', { card }));
  if (open.length > 0) return <Fields {...props} cards={open} />;
  return (
    <>
      <p>{words.noCards}</p>
      <FormActions>
        <Button onClick={props.onClose}>{words.cancel}</Button>
      </FormActions>
    </>
  );
}

interface FieldsProps extends FormProps {
  /** The cards to choose from; null if the card is known or not needed. */
  cards: readonly Pick<Card, 'id' | 'kind' | 'name' | 'last4' | 'status'>[] | null;
}

const options = <K extends string>(labels: Readonly<Record<K, string>>) =>
  (Object.keys(labels) as K[]).map((id) => ({ id, label: labels[id] }));

const fieldWords = {
  cardId: { missing: words.cardRequired },
  amount: { missing: words.amountRequired, format: words.amountFormat, type: words.amountFormat },
  cardName: { missing: words.cardNameRequired },
  purpose: { missing: words.whyRequired, tooLong: words.whyTooLong },
  span: { tooShort: words.untilPassed },
};

function Fields({ cards, onMade, onClose, ...ask }: FieldsProps) {
  const { kind, transactionId, merchant, category, exception, rule } = ask;
  const isFreeze = isForFreeze(ask);
  // What is still to be said comes first.
  const isOnlyWhyMissing = ask.cardId !== undefined && (kind === 'UNBLOCK' || ask.amount !== undefined);
  const { timeZone, allowAdminViewCardUsage } = usePerson();
  const isReasonNeeded = transactionId === undefined || !allowAdminViewCardUsage;
  const form = useContractForm(askSchema(kind, isReasonNeeded), {
    defaultValues: {
      cardId: ask.cardId ?? (cards?.length === 1 ? cards[0]!.id : ''),
      amount: ask.amount === undefined ? '' : typedAmount(ask.amount),
      period: ask.period ?? (kind === 'CARD' ? 'MONTH' : 'DAY'),
      span: ask.span ?? spanFor(ask.period),
      cardName: kind === 'CARD' ? (merchant ?? '') : '',
      cardKind: 'VIRTUAL',
      purpose: '',
    },
    words: fieldWords,
    mode: isOnlyWhyMissing ? 'onSubmit' : 'onBlur',
  });
  const kept = useKeptForm(askKey(ask), form);
  // The end stays the same while the same content is sent again.
  const [now] = useState(productTime);
  const [isChanging, setChanging] = useState(false);
  const sentence = isOnlyWhyMissing && !isFreeze ? sentenceOf(ask, form.watch(), { now, timeZone }) : null;
  const { errors } = form.formState;
  const isShort = sentence !== null && !isChanging && !errors.amount && !errors.period && !errors.span;
  const hasAmount = kind !== 'UNBLOCK';
  const { setFocus } = form;
  useEffect(() => {
    if (isChanging) setFocus(hasAmount ? 'amount' : 'span');
  }, [isChanging, hasAmount, setFocus]);
  useEffect(() => {
    if (isOnlyWhyMissing) setFocus('purpose');
  }, [isOnlyWhyMissing, setFocus]);
  const stopped = useStopped(ask, kept, cards, form.watch('cardId'));
  const keyFor = useContentKey(askKey(ask));
  const { pending, message, say, submit } = useSubmission();
  const send = form.handleSubmit(async (values) => {
    const content = bodyOf(kind, values, transactionId, { isFreeze, exception, now, timeZone });
    const answer = await submit(createRequest, { body: { ...content, idempotencyKey: keyFor(content) } }, (fields) =>
      form.refuse(fields.map((each) => (each.Field === 'until' ? { ...each, Field: 'span' } : each))),
    );
    if (answer?.ok) {
      onMade(answer.body);
      void refreshRequests();
    } else if (answer?.code === 'STEP_NOT_POSSIBLE')
      say({ severity: 'error', text: words.notPossible, correlationId: null });
  });
  const deciders = useQuery(decidersQuery(kind, kind === 'UNBLOCK' && !isFreeze));
  const about = [merchant && words.declinedAt(merchant), category && words.category(category)].filter(Boolean);
  return (
    <FormShell
      error={message}
      pending={pending}
      submit={stopped === 'CARD_CLOSED' ? null : { label: words.send, pending: words.sending }}
      onSubmit={() => send()}
      actions={<Button onClick={onClose}>{words.cancel}</Button>}
      head={<KeptNotice kept={kept} />}
    >
      {stopped !== null && <Notice severity="warning">{words.stopped[stopped]}</Notice>}
      {isShort ? (
        <div className={styles.asked}>
          <p>{sentence}</p>
          <Button variant="quiet" onClick={() => setChanging(true)}>
            {words.change}
          </Button>
        </div>
      ) : (
        <p>{isFreeze ? words.freezeLead : exception ? words.exceptionLead : words.lead[kind]}</p>
      )}
      {kind === 'UNBLOCK' && !isFreeze && !allowAdminViewCardUsage && <p>{words.exceptionShared}</p>}
      {/* Its line is there before it is known, so that nothing moves. */}
      <p className={styles.about}>
        {deciders.data
          ? deciders.data.length === 0
            ? requestWords.nobody
            : requestWords.decides(deciders.data)
          : '\u00a0'}
      </p>
      {rule !== undefined && <p className={styles.about}>{words.inTheWay(rule)}</p>}
      {!isShort && transactionId !== undefined && about.length > 0 && (
        <p className={styles.about}>{about.join(' · ')}</p>
      )}
      {cards && (
        <SelectField
          label={words.cardField}
          placeholder={words.choose}
          options={cards.map((card) => ({ id: card.id, label: textOfCard(card) }))}
          {...form.field('cardId')}
        />
      )}
      {kind === 'CARD' && (
        <>
          <TextField label={words.cardName} hint={words.cardNameHint} autoComplete="off" {...form.field('cardName')} />
          <SelectField label={words.cardKind} options={options(words.cardKinds)} {...form.field('cardKind')} />
        </>
      )}
      {hasAmount && !isShort && (
        <div className={styles.pair}>
          <AmountField
            label={words.amount[kind]}
            aside={kind === 'CARD' ? requestWords.optional : undefined}
            {...form.field('amount')}
          />
          {kind !== 'FUNDING' && (
            <SelectField label={words.period} options={options(words.periodOptions)} {...form.field('period')} />
          )}
        </div>
      )}
      {(kind === 'LIMIT' || (kind === 'UNBLOCK' && !isFreeze)) && !isShort && (
        <SelectField label={words.until} options={options(words.untilOptions)} {...form.field('span')} />
      )}
      <TextField
        label={words.why}
        aside={isReasonNeeded ? undefined : requestWords.optional}
        autoComplete="off"
        {...form.field('purpose')}
      />
      <div className={styles.chips} role="group" aria-label={words.examplesLabel}>
        {words.examples.map((example) => (
          <Button
            key={example}
            onClick={() => form.setValue('purpose', example, { shouldDirty: true, shouldValidate: true })}
          >
            {example}
          </Button>
        ))}
      </div>
    </FormShell>
  );
}

/** What is asked for, as a sentence in place of its fields; null while they do not say it. */
function sentenceOf(
  { kind, merchant }: AskProps,
  { amount, period, span }: { amount: string; period: RequestPeriod; span: Span },
  { now, timeZone }: { now: number; timeZone: string },
): string | null {
  const until =
    span === 'day'
      ? words.sentence.untilMidnight
      : words.sentence.until(shortDate(endOf(span, now, timeZone), timeZone));
  if (kind === 'UNBLOCK') return words.sentence.exception(merchant, until);
  const cents = centsOf(amount);
  if (cents === null || !(cents > 0)) return null;
  const sum = moneyText(usd(cents));
  const why = merchant === undefined ? '' : words.sentence.why(merchant);
  if (kind === 'FUNDING') return words.sentence.funding(sum, why);
  if (kind !== 'LIMIT') return null;
  return period === 'DAY' && span === 'day'
    ? words.sentence.today(sum, why)
    : words.sentence.limit(sum, requestWords.periods[period], until, why);
}

/**
 * What has happened to the card since a kept form was left: it was frozen, which matters where money or a limit is asked
 * for, or closed. Null for any other form.
 */
function useStopped(
  { kind, cardId }: AskProps,
  { isRestored }: KeptForm,
  cards: FieldsProps['cards'],
  chosen: string,
): 'CARD_FROZEN' | 'CARD_CLOSED' | null {
  const needed = isRestored && cardId !== undefined;
  const known = useQuery({ ...cardToAskFor(cardId ?? ''), enabled: needed }).data;
  if (!isRestored || kind === 'CARD') return null;
  const card = needed ? known : cards?.find(({ id }) => id === chosen);
  // A closed card is not among those to choose from.
  if (card === undefined) return needed || chosen === '' ? null : 'CARD_CLOSED';
  const obstacle = whyNot('card.fund', { card });
  return obstacle === 'CARD_FROZEN' && kind === 'UNBLOCK' ? null : obstacle;
}

/** A raise of a weekly limit is useful for a week. */
function spanFor(period: RequestPeriod | undefined): Span {
  if (period === undefined || period === 'DAY' || period === 'PURCHASE') return 'day';
  return period === 'WEEK' ? 'week' : ('month' satisfies keyof typeof spans);
}

function Sent({ request, onClose }: { request: CardRequestDetail; onClose: () => void }) {
  const acts = useRef<HTMLDivElement>(null);
  // The form that had the focus is gone.
  useEffect(() => acts.current?.querySelector('button')?.focus(), []);
  return (
    <>
      <p>{askedText(request)}</p>
      <div role="status">
        <Answer of={request} />
      </div>
      <FormActions ref={acts}>
        <Link to="/funding-requests" search={{ open: request.id }} onClick={onClose}>
          {words.follow}
        </Link>
        <Button variant="primary" onClick={onClose}>
          {words.done}
        </Button>
      </FormActions>
    </>
  );
}

/** Who decides, and once it is decided, who did and how. */
function Answer({ of: { status, deciders, amount, decision } }: { of: CardRequestDetail }) {
  if (status === 'PENDING')
    return (
      <Notice severity={deciders.length === 0 ? 'warning' : 'info'}>
        {deciders.length === 0 ? (
          requestWords.nobody
        ) : (
          <>
            <b>{requestWords.decides(deciders)}</b> {words.meanwhile}
          </>
        )}
      </Notice>
    );
  const by = decision?.by ?? null;
  const given = decision?.amount ?? null;
  if (by === null || (status !== 'APPROVED' && status !== 'REJECTED')) return null;
  const isOther = status === 'APPROVED' && given !== null && given.amount !== amount?.amount;
  return (
    <Notice severity={status === 'APPROVED' ? 'success' : 'warning'}>
      {isOther ? words.approvedWith(by, moneyText(given)) : words.answered[status](by)}
      {decision?.note != null && ` “${decision.note}”`}
    </Notice>
  );
}
