import type { CardKind } from '@florin/contract/cards/card-states';
import type { Card } from '@florin/contract/cards/cards';
import { issueCard, startingLimitPeriods, tryNewCard, type StartingLimit } from '@florin/contract/cards/cards/issue';
import type { Success } from '@florin/contract/endpoint';
import type { Member } from '@florin/contract/access/team-members';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { lookOf } from '../../../../flows/cards/card-look.ts';
import { cardGroupsQuery } from '../../../../flows/cards/queries.ts';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useLastingContentKey } from '../../../../flows/requests/use-content-key.ts';
import { useProvenSubmission } from '../../../../flows/step-up/StepUpProvider.tsx';
import { useSendKeys } from '../../../../flows/use-send-keys.ts';
import { DayField } from '../../../../flows/time/DayField.tsx';
import type { CardLook } from '../../../../kit/card/card-look.ts';
import { CardObject } from '../../../../kit/card/CardObject.tsx';
import { Skeleton } from '../../../../kit/feedback/Skeleton.tsx';
import { AmountField } from '../../../../kit/forms/fields/AmountField.tsx';
import { centsOf } from '../../../../kit/forms/cents-of.ts';
import { FormShell } from '../../../../kit/forms/FormShell.tsx';
import { RadioCards } from '../../../../kit/forms/fields/RadioCards.tsx';
import { TextField } from '../../../../kit/forms/fields/TextField.tsx';
import { useContractForm } from '../../../../kit/forms/use-contract-form.ts';
import { useLate } from '../../../../kit/forms/use-late.ts';
import { SegmentField } from '../../../../kit/pickers/SegmentField.tsx';
import { SelectField } from '../../../../kit/pickers/SelectField.tsx';
import { issueCardWords as words } from '../../../../messages/en/cards/issue-card.ts';
import { KeptNotice } from '../../../../session/kept-forms/KeptNotice.tsx';
import { useKeptForm } from '../../../../session/kept-forms/use-kept-form.ts';
import { useReason } from '../../../../session/PermittedButton.tsx';
import { usePerson } from '../../../../session/person.ts';
import { fetchOrThrow, keyOf } from '../../../../session/queries/query-client.ts';
import { useSite } from '../../../../site.ts';
import { Address } from './Address.tsx';
import { HolderField } from './HolderField.tsx';
import { nameOf } from './holder-queries.ts';
import { MerchantField } from './MerchantField.tsx';
import { bodyOf, fieldOf, issueSchema, noGroup, trialOf, usualGroup, type IssueValues } from './issue-schema.ts';
import { noShipping, shippingProblems } from './shipping-schema.ts';
import styles from './issue.module.css';

type Trial = Success<typeof tryNewCard>['body'];

const IssueTrial = lazy(() => import('./IssueTrial.tsx'));

const trialQuery = (trial: ReturnType<typeof trialOf>) =>
  queryOptions({
    queryKey: [...keyOf('card-trial'), trial],
    queryFn: ({ signal }) => fetchOrThrow(tryNewCard, { body: trial! }, signal),
    meta: { unshown: words.trialFailed },
  });

/** What the address fills in. */
export interface IssueStart {
  kind: CardKind;
  /** The id of a membership, or a part of a name. */
  holder: string;
  name: string;
  /** As typed, such as '200.00'. */
  limit: string;
  period: string;
  merchant: string;
}

/** What the address says of the form. */
export type Typed = Record<'issue' | 'holder' | 'name' | 'limit' | 'period' | 'merchant', string | null>;

/** A card that was issued, with its own limit; null if it has none. */
export interface Made {
  card: Card;
  limit: StartingLimit | null;
  /** What is put on it at once, in cents; null without. */
  fund: number | null;
}

/** What the foot of the sheet knows of its form. */
export interface Foot {
  pending: boolean;
  /** What is put on the card with the issue, in cents; null without a valid amount. */
  fund: number | null;
  /** The money that the card draws on; null while it is not known. */
  draws: Pick<Trial, 'source' | 'available'> | null;
  /** How many more cards the holder can get today; null while it is not known, or if none. */
  left: { firstName: string; today: number } | null;
}

const optionsOf = <K extends string>(labels: Readonly<Record<K, string>>) =>
  (Object.keys(labels) as K[]).map((id) => ({ id, label: labels[id] }));

const periods = optionsOf(words.periods);
const uses = optionsOf(words.usesOf);

const amountWords = { format: words.amountFormat, tooLong: words.amountTooLong };
const fieldWords = {
  fund: { ...amountWords, tooLong: words.fundTooMuch },
  holder: { missing: words.holderRequired, unknown: words.holderRequired },
  amount: amountWords,
  lock: amountWords,
  usesCount: { format: words.usesFormat },
  closes: { tooShort: words.closesPassed },
  ...shippingProblems,
};

interface IssueFormProps {
  id: string;
  start: IssueStart;
  /** Whom the address names; null without. */
  given: Member | null;
  /** What the address fills in the next time. */
  onTyped: (parts: Typed) => void;
  onFoot: (foot: Foot) => void;
  /** Opens the form that invites a person, who can hold a card after registering. */
  onInvite: () => void;
  onMade: (done: Made) => void;
}

/** The form of a new card: the card fills in as it is typed, and below stands what it could do. */
export default function IssueForm({ id, start, given, onTyped, onFoot, onInvite, onMade }: IssueFormProps) {
  const [kind, setKind] = useState(start.kind);
  const schema = useMemo(() => issueSchema(kind), [kind]);
  const period = startingLimitPeriods.find((each) => each === start.period) ?? 'month';
  const limiting = useReason('spend-policies.change');
  const funding = useReason('card-funding.run');
  const inviting = useReason('invites.send');
  const form = useContractForm(schema, {
    defaultValues: {
      holder: given?.membershipId ?? '',
      name: start.name,
      purpose: '',
      amount: limiting === null ? start.limit : '',
      period,
      fund: '',
      group: usualGroup,
      merchant: start.merchant,
      closes: '',
      uses: 'any',
      usesCount: '',
      lock: '',
      ...noShipping,
    },
    words: fieldWords,
  });
  // Another order, such as one of the palette, is not the one that was left.
  const kept = useKeptForm(`issue-card ${kind}`, form, {
    fits: ({ values: { holder, name, amount, merchant } }) =>
      holder === (given?.membershipId ?? '') &&
      name.startsWith(start.name) &&
      amount.startsWith(start.limit) &&
      merchant.startsWith(start.merchant),
    overReload: true,
  });
  const groups = useQuery({ ...cardGroupsQuery(), meta: { unshown: words.groupsFailed } });
  const groupOptions = useMemo(
    () => [
      { id: usualGroup, label: words.groups.usual },
      { id: noGroup, label: words.groups.none },
      ...(groups.data ?? []).map((group) => ({ id: group.id, label: group.name })),
    ],
    [groups.data],
  );
  const sentKey = useLastingContentKey(`issue-card ${kind}`);
  const { pending, message, say, submit } = useProvenSubmission();
  const values = useWatch({ control: form.control }) as IssueValues;
  const [picked, setPicked] = useState(given);
  const holder = picked?.membershipId === values.holder ? picked : null;
  const { name, amount } = values;
  const typed = useLate(JSON.stringify([kind, values.holder, name, amount, values.period, values.merchant]), 400);
  const latest = useRef(onTyped);
  useEffect(() => {
    latest.current = onTyped;
  });
  useEffect(() => {
    const [issue, membership, card, limit, every, merchant] = JSON.parse(typed) as string[];
    latest.current({
      issue: issue!.toLowerCase(),
      holder: membership || null,
      name: card || null,
      limit: limit || null,
      period: (limit && every) || null,
      merchant: merchant || null,
    });
  }, [typed]);
  const { timeZone, userData } = usePerson();
  // Only a card with money of its own can be given some.
  const maySetFund = funding === null && !userData.usePexAccountBalanceForAuths;
  const wanted = JSON.stringify(trialOf(values, timeZone));
  const late = useLate(wanted, 250);
  const asked = JSON.parse(late) as ReturnType<typeof trialOf>;
  const trial = useQuery({ ...trialQuery(asked), enabled: asked !== null, placeholderData: keepPreviousData });
  const answer = asked === null ? undefined : trial.data;
  const typedFund = maySetFund ? centsOf(values.fund) : null;
  const fund = typedFund !== null && typedFund > 0 ? typedFund : null;
  const firstName = holder?.firstName ?? null;
  useEffect(() => {
    const today = answer?.leftInPlan === 0 ? 0 : (answer?.leftToday ?? 0);
    const left = firstName !== null && today > 0 ? { firstName, today } : null;
    onFoot({ pending, fund, draws: answer ?? null, left });
  }, [onFoot, pending, fund, answer, firstName]);

  // What is still to be said comes first; a form that is filled in waits for Enter.
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const field = given === null ? '[role="combobox"]' : 'input[name="name"]';
    ref.current?.querySelector<HTMLElement>(field)?.focus();
    // Once, when the sheet opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const send = form.handleSubmit(async (order) => {
    const first = maySetFund && order.fund !== 0 ? order.fund : null;
    if (first !== null && answer && first > answer.available.amount)
      return form.refuse([{ Field: 'fund', Problem: 'tooLong' }]);
    const content = bodyOf(kind, order, timeZone);
    const issued = await submit(
      issueCard,
      { body: { ...content, idempotencyKey: sentKey.keyFor(content) } },
      (fields) => form.refuse(fields.map((each) => ({ ...each, Field: fieldOf(each.Field) }))),
    );
    if (issued?.ok) {
      sentKey.forget();
      onTyped({ issue: kind.toLowerCase(), holder: null, name: null, limit: null, period: null, merchant: null });
      onMade({ card: issued.body, limit: content.limit ?? null, fund: first });
    } else if (issued?.code === 'CARD_LIMIT_REACHED') {
      const text = answer?.leftInPlan === 0 ? words.noneInPlan : words.noneToday;
      say({ severity: 'error', text, correlationId: null });
    }
  });
  useSendKeys(() => ref.current?.requestSubmit(), ref);
  const optional = <span className={styles.quiet}>{words.optional}</span>;
  const isSent = kind === 'PHYSICAL';
  return (
    <FormShell
      id={id}
      ref={ref}
      error={message}
      pending={pending}
      submit={null}
      onSubmit={() => send()}
      head={<KeptNotice kept={kept} />}
    >
      <div className={styles.top}>
        <Preview
          name={answer?.nameOnCard ?? (holder ? nameOf(holder).toUpperCase() : words.noName)}
          label={name}
          look={lookOf({
            merchantLock: values.merchant || null,
            usesAtMost: values.uses === 'any' ? null : values.uses,
            validUntil: values.closes || null,
          })}
        />
        <RadioCards legend={words.kind} name="kind" choices={words.kinds} value={kind} onChange={setKind} />
      </div>
      <div className={styles.fields}>
        <div className={styles.pair}>
          <HolderField
            picked={picked}
            onPicked={setPicked}
            aside={
              inviting === null && (
                <button type="button" className={styles.invite} onClick={onInvite}>
                  {words.inviteHolder}
                </button>
              )
            }
            {...form.field('holder')}
          />
          <TextField label={words.name} aside={optional} autoComplete="off" {...form.field('name')} />
        </div>
        <div className={styles.limit}>
          <AmountField
            label={words.spend}
            readOnly={limiting !== null}
            {...(limiting !== null && { hint: limiting })}
            {...form.field('amount')}
          />
          <SegmentField label={words.period} aside={optional} options={periods} {...form.field('period')} />
        </div>
        {maySetFund && (
          <AmountField
            label={words.fund}
            aside={<span className={styles.quiet}>{words.fundOptional}</span>}
            {...form.field('fund')}
          />
        )}
        <div className={styles.pair}>
          <MerchantField
            typed={values.merchant}
            aside={optional}
            placeholder={words.merchantHint}
            {...form.field('merchant')}
          />
          <DayField label={words.closes} aside={optional} fromToday {...form.field('closes')} />
        </div>
        {isSent && <Address field={form.field} />}
        <details className={styles.more}>
          <summary>{words.more}</summary>
          <div className={styles.fields}>
            <div className={styles.pair}>
              <TextField label={words.purpose} aside={optional} autoComplete="off" {...form.field('purpose')} />
              <SelectField label={words.group} options={groupOptions} {...form.field('group')} />
            </div>
            <div className={styles.pair}>
              <SelectField label={words.uses} options={uses} {...form.field('uses')} />
              <AmountField label={words.lock} aside={optional} hint={words.lockHint} {...form.field('lock')} />
            </div>
            {values.uses === 'some' && (
              <div className={styles.pair}>
                <TextField
                  label={words.usesCount}
                  inputMode="numeric"
                  autoComplete="off"
                  {...form.field('usesCount')}
                />
              </div>
            )}
          </div>
        </details>
      </div>
      {holder === null ? (
        <section className={styles.section} aria-labelledby={`${id}can`}>
          <h3 id={`${id}can`}>{words.can}</h3>
          <p className={styles.quiet}>{words.chooseHolder}</p>
        </section>
      ) : (
        <Suspense fallback={<Skeleton shape="block" />}>
          <IssueTrial
            id={id}
            firstName={holder.firstName}
            values={values}
            trial={answer ?? null}
            asked={asked}
            failed={trial.isError}
            isOld={wanted !== late || trial.isPlaceholderData}
          />
        </Suspense>
      )}
    </FormShell>
  );
}

/** The card as it will look. */
function Preview({ name, label, look }: { name: string; label: string; look: CardLook }) {
  const { program } = useSite();
  const { userData } = usePerson();
  return (
    <CardObject
      decoration
      issuer={program.name}
      label={label}
      look={look}
      network={userData.bankPayment}
      number={words.number}
      nameOnCard={name}
    />
  );
}
