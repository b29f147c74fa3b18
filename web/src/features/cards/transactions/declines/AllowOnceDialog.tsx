import { cardSpendLimits, type CardLimits } from '@florin/contract/cards/spend-limits';
import { createSpendOverride } from '@florin/contract/cards/spend-overrides';
import { categoryName } from '@florin/contract/cards/policies/merchant-categories';
import type { Rule } from '@florin/contract/cards/policies/spend-rules';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { productTime } from '../../../../clock.ts';
import { addDays, dayIn, longWhen, momentIn } from '../../../../flows/time/when.ts';
import { valueText } from '@florin/contract/cards/policies/rule-sentences';
import { RuleSentence } from '../../../../flows/spend-rules/RuleSentence.tsx';
import { Button } from '../../../../kit/actions/Button.tsx';
import { Failure } from '../../../../kit/feedback/Failure.tsx';
import { Notice } from '../../../../kit/feedback/Notice.tsx';
import { Skeleton } from '../../../../kit/feedback/Skeleton.tsx';
import { showSnackbar } from '../../../../kit/feedback/snackbar-store.ts';
import { FormActions } from '../../../../kit/forms/FormActions.tsx';
import { FormShell } from '../../../../kit/forms/FormShell.tsx';
import { Dialog } from '../../../../kit/overlays/Dialog.tsx';
import { SelectField } from '../../../../kit/pickers/SelectField.tsx';
import { moneyText } from '../../../../kit/text/money-parts.ts';
import { transactionWords } from '../../../../messages/en/cards/transactions.ts';
import { declineActWords } from '../../../../messages/en/cards/decline-acts.ts';
import { errorMessage } from '../../../../session/failures/error-message.ts';
import { useSubmission } from '../../../../session/failures/use-submission.ts';
import { fetchOrThrow, keyOf, refetch } from '../../../../session/queries/query-client.ts';
import { categoryOf } from '../columns.tsx';
import { declineTrace, permissionFor, type TracedRule } from './obstacles.ts';
import type { Transaction } from '../queries.ts';
import { triedQuery } from './still-declined.ts';
import styles from '../transactions.module.css';

const words = declineActWords.allow;

/** What the card's limits have counted by now. */
const limitsNow = (cardId: string) =>
  queryOptions({
    queryKey: [...keyOf('card-limits-now'), cardId],
    queryFn: ({ signal }) => fetchOrThrow(cardSpendLimits, { params: { id: cardId } }, signal),
    staleTime: 0,
  });

interface AllowOnceDialogProps {
  of: Transaction;
  onClose: () => void;
}

/** Lets a declined purchase through by a temporary change of its card, which is shown before it is made. */
export default function AllowOnceDialog({ of, onClose }: AllowOnceDialogProps) {
  const limits = useQuery(limitsNow(of.card.id));
  const [until, setUntil] = useState<string | null>(null);
  return (
    <Dialog open title={until === null ? words.title : words.doneTitle} onClose={onClose} holds>
      {until !== null && limits.data ? (
        <Done of={of} until={until} zone={limits.data.timeZone} onClose={onClose} />
      ) : limits.data ? (
        <Form of={of} limits={limits.data} onDone={setUntil} onClose={onClose} />
      ) : limits.isError ? (
        <Failure
          {...errorMessage(limits.error, words.failed)}
          onRetry={() => void limits.refetch()}
          retrying={limits.isFetching}
        />
      ) : (
        <Skeleton shape="block" />
      )}
    </Dialog>
  );
}

const spans = { day: 1, week: 7, month: 30 } as const;
type Span = keyof typeof spans;
const spanOptions = (Object.keys(spans) as Span[]).map((id) => ({ id, label: words.spans[id] }));

/** Midnight in the zone of the business, after so many days. */
function endOf(span: Span, zone: string): string {
  const today = dayIn(productTime(), zone);
  return momentIn(`${addDays(today, spans[span])}T00:00`, zone)!;
}

interface FormProps extends AllowOnceDialogProps {
  limits: CardLimits;
  onDone: (until: string) => void;
}

function Form({ of, limits, onDone, onClose }: FormProps) {
  const [span, setSpan] = useState<Span>('day');
  const { pending, message, submit } = useSubmission();
  const { rules, kept } = permissionFor(of, limits);
  const groups = [...(declineTrace(of)?.groups ?? []), ...limits.groups];
  const missing = of.requested.amount - limits.available.amount;
  const allow = async () => {
    const until = endOf(span, limits.timeZone);
    const body = { cardId: of.card.id, rules, until, note: words.note(of.merchant.name) };
    const answer = await submit(createSpendOverride, { body });
    if (!answer?.ok) return;
    if (answer.status === 202) {
      showSnackbar({ severity: 'info', text: words.waits });
      onClose();
      return;
    }
    await refetch({ queryKey: keyOf('card-spend-limits') });
    onDone(until);
  };
  const short = missing > 0 && (
    <Notice severity="warning">{words.short(moneyText({ ...of.requested, amount: missing }))}</Notice>
  );
  if (rules.length === 0)
    return (
      <>
        <p>{kept.length === 0 ? words.fitsNow : words.cannot}</p>
        <Rules rules={kept} groups={groups} />
        {short}
        <FormActions>
          <Button variant="primary" onClick={onClose}>
            {words.close}
          </Button>
        </FormActions>
      </>
    );
  return (
    <FormShell
      error={message}
      pending={pending}
      submit={{ label: words.submit, pending: words.submitting }}
      onSubmit={allow}
      actions={<Button onClick={onClose}>{words.cancel}</Button>}
    >
      <p>{words.lead(of.card.last4)}</p>
      <ul className={styles.rules}>
        {rules.map((rule) => (
          <li key={JSON.stringify(rule)}>{exceptionText(rule, of) ?? <RuleSentence rule={rule} groups={groups} />}</li>
        ))}
      </ul>
      {kept.length > 0 && (
        <>
          <p>{words.kept}</p>
          <Rules rules={kept} groups={groups} />
        </>
      )}
      {short}
      <SelectField
        label={words.until}
        options={spanOptions}
        value={span}
        onChange={({ target }) => setSpan(target.value as Span)}
      />
    </FormShell>
  );
}

/** What an exception allows besides; null of a limit, whose own sentence says it. */
function exceptionText(rule: Rule, { merchant, presence }: Transaction): string | null {
  if (rule.kind === 'hours') return words.exceptions.hours;
  if (rule.kind !== 'allow') return null;
  switch (rule.field) {
    case 'group':
    case 'mcc':
      return words.exceptions.mcc(categoryName(merchant.mcc) ?? categoryOf(merchant.mcc));
    case 'merchant':
      return words.exceptions.merchant(merchant.name);
    case 'presence':
      return words.exceptions.presence(transactionWords.presences[presence]);
    case 'country':
    case 'state':
    case 'currency':
      return words.exceptions.place(rule.values.map((value) => valueText(rule.field, value, [])).join(', '));
  }
}

interface RulesProps {
  rules: readonly TracedRule[];
  groups: readonly { key: string; name: string }[];
}

const Rules = ({ rules, groups }: RulesProps) => (
  <ul className={styles.rules}>
    {rules.map(({ policyId, policyName, version, index, rule }) => (
      <li key={`${policyId} ${version} ${index}`}>
        <RuleSentence rule={rule} groups={groups} /> <span className={styles.mute}>{policyName}</span>
      </li>
    ))}
  </ul>
);

function Done({ of, until, zone, onClose }: AllowOnceDialogProps & { until: string; zone: string }) {
  const answer = useQuery(triedQuery('business', of));
  const goesThrough = answer.data?.goesThrough;
  return (
    <>
      <p>{words.done(longWhen(until, zone))}</p>
      {answer.data && (
        <Notice severity={goesThrough ? 'success' : 'warning'}>
          {goesThrough ? words.yes : answer.data.still?.reason}
        </Notice>
      )}
      <FormActions>
        <Button variant="primary" onClick={onClose}>
          {words.close}
        </Button>
      </FormActions>
    </>
  );
}
