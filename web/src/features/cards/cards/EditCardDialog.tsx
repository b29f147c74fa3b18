import { updateCard } from '@florin/contract/cards/cards/issue';
import type { CardGroup } from '@florin/contract/cards/card-groups';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { productTime } from '../../../clock.ts';
import { cardGroupsQuery } from '../../../flows/cards/queries.ts';
import { useState } from 'react';
import * as v from 'valibot';
import { DayField } from '../../../flows/time/DayField.tsx';
import { longWhen, momentIn, zoneName } from '../../../flows/time/when.ts';
import { Button } from '../../../kit/actions/Button.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { LoadingRows } from '../../../kit/feedback/LoadingRows.tsx';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { AmountField } from '../../../kit/forms/fields/AmountField.tsx';
import { centsOf } from '../../../kit/forms/cents-of.ts';
import { Checkbox } from '../../../kit/forms/fields/Checkbox.tsx';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import { SelectField } from '../../../kit/pickers/SelectField.tsx';
import { TextField } from '../../../kit/forms/fields/TextField.tsx';
import { useContractForm } from '../../../kit/forms/use-contract-form.ts';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { moneyText } from '../../../kit/text/money-parts.ts';
import { cardEditWords as words } from '../../../messages/en/cards/card-edit.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { useSubmission } from '../../../session/failures/use-submission.ts';
import { KeptNotice } from '../../../session/kept-forms/KeptNotice.tsx';
import { useKeptForm } from '../../../session/kept-forms/use-kept-form.ts';
import { queryClient } from '../../../session/queries/query-client.ts';
import { changesOf, draftOf, isSame, merge, type CardDraft, type DraftField } from './card-draft.ts';
import { cardQuery, editKey, refreshCards, type CardDetail } from './queries.ts';
import styles from './cards.module.css';

const { name, purpose, externalId } = updateCard.body.entries;

/** The fields as they are typed; what belongs together is checked when it is sent. */
const DraftSchema = v.object({
  name: name.wrapped.wrapped,
  purpose: purpose.wrapped.wrapped,
  externalId: externalId.wrapped.wrapped,
  groupIds: v.array(v.string()),
  uses: v.pipe(v.string(), v.regex(/^\s*([1-9]\d{0,3}|10000)?\s*$/, 'format')),
  amount: v.pipe(
    v.string(),
    v.check((typed) => {
      const cents = centsOf(typed);
      return cents === null || cents > 0;
    }, 'format'),
  ),
  lock: v.picklist(['ANY', 'FIRST', 'NAMED']),
  merchant: v.pipe(v.string(), v.maxLength(80, 'tooLong')),
  validFrom: v.string(),
  validUntil: v.string(),
  /** Of the card that the entries stand on: what arrives meanwhile is not taken over under the person's hands. */
  revision: v.string(),
});
type Draft = v.InferOutput<typeof DraftSchema>;

/** The fields of the call by those of the form. */
const fieldOf: Readonly<Record<string, DraftField>> = {
  'controls.validUntil': 'validUntil',
  'controls.validFrom': 'validFrom',
  'controls.merchantLock': 'merchant',
  'controls.usesAtMost': 'uses',
  'controls.amountLock': 'amount',
};

interface EditCardProps {
  card: CardDetail;
  /** The business's. */
  zone: string;
  onClose: () => void;
}

/**
 * Changes what an administrator chooses of a card. Only what was touched is sent; another's change meanwhile is shown, and
 * this person decides.
 */
export default function EditCardDialog({ card, zone, onClose }: EditCardProps) {
  const [clash, setClash] = useState<Clash | null>(null);
  const [opened] = useState(productTime);
  const form = useContractForm(DraftSchema, {
    defaultValues: { ...draftOf(card, zone), revision: card.revision },
    words: {
      externalId: { taken: words.externalIdUsed },
      groupIds: { unknown: words.groupGone },
      uses: { format: words.usesFormat },
      amount: { format: words.amountFormat },
      merchant: { missing: words.merchantMissing },
      validUntil: { tooShort: words.untilPassed },
    },
  });
  const base = form.formState.defaultValues as Draft;
  const groups = useQuery({ ...cardGroupsQuery(), meta: { unshown: words.groupsFailed } });
  const nameOfGroup = (id: string) =>
    [...(groups.data ?? []), ...card.groups, ...(clash?.groups ?? [])].find((group) => group.id === id)?.name ?? id;
  const kept = useKeptForm(editKey(card.id), form);
  const { pending, message, say, submit } = useSubmission();
  const refuse = (fields: readonly { Field: string; Problem: string }[]) =>
    form.refuse(fields.map(({ Field: at, Problem }) => ({ Field: fieldOf[at] ?? at, Problem })));
  const send = form.handleSubmit(async (draft) => {
    if (draft.lock === 'NAMED' && draft.merchant.trim() === '')
      return refuse([{ Field: 'merchant', Problem: 'missing' }]);
    const body = changesOf(draft, base, zone);
    const { validUntil } = body.controls ?? {};
    const begins = draft.validFrom === '' ? null : momentIn(draft.validFrom, zone);
    if (validUntil && Date.parse(validUntil) <= Math.max(opened, begins === null ? 0 : Date.parse(begins)))
      return refuse([{ Field: 'validUntil', Problem: 'tooShort' }]);
    if (Object.keys(body).length === 0) return onClose();
    const input = { params: { id: card.id }, body: { ...body, revision: base.revision } };
    const answer = await submit(updateCard, input, refuse);
    if (answer?.ok) {
      showSnackbar(
        answer.status === 202 ? { severity: 'info', text: words.waits } : { severity: 'success', text: words.saved },
      );
      onClose();
      return refreshCards();
    }
    if (answer?.code !== 'VERSION_CONFLICT') return undefined;
    const theirs = await queryClient.fetchQuery({ ...cardQuery('business', card.id), staleTime: 0 });
    const theirDraft = { ...draftOf(theirs, zone), revision: theirs.revision };
    const merged = merge(form.getValues(), base, theirDraft);
    say(null);
    form.reset(theirDraft);
    form.reset({ ...merged.draft, revision: theirs.revision }, { keepDefaultValues: true });
    return setClash({ ...merged, base, theirs: theirDraft, groups: theirs.groups });
  });
  const optional = <span className={styles.small}>{words.optional}</span>;
  return (
    <Dialog open title={words.title(card.last4)} onClose={onClose} holds>
      <FormShell
        error={message}
        pending={pending}
        submit={{ label: words.save, pending: words.saving }}
        onSubmit={() => send()}
        actions={<Button onClick={onClose}>{words.cancel}</Button>}
        head={<KeptNotice kept={kept} />}
        beforeButton={
          clash && (
            <Notice severity="warning">
              {words.conflict}
              <ul aria-label={words.theirChanges} className={styles.theirs}>
                {clash.changed.map((field) => (
                  <li key={field}>
                    <TheirChange
                      field={field}
                      clash={clash}
                      current={form.watch()}
                      text={(draft) => valueText(field, draft, zone, nameOfGroup)}
                      onTake={(draft) => form.setValue(field, draft[field], { shouldDirty: true })}
                    />
                  </li>
                ))}
              </ul>
              {clash.clashes.length > 0 ? words.kept : words.taken}{' '}
              <Button
                variant="quiet"
                onClick={() => {
                  form.reset();
                  setClash(null);
                }}
              >
                {words.take}
              </Button>
            </Notice>
          )
        }
      >
        <TextField label={words.name} aside={optional} autoComplete="off" {...form.field('name')} />
        <TextField label={words.purpose} aside={optional} autoComplete="off" {...form.field('purpose')} />
        <TextField
          label={words.externalId}
          aside={optional}
          hint={words.externalIdHint}
          autoComplete="off"
          {...form.field('externalId')}
        />
        <Groups
          card={card}
          groups={groups}
          register={() => form.register('groupIds')}
          error={form.field('groupIds').error}
        />
        <TextField
          label={words.uses}
          aside={optional}
          hint={words.usesHint}
          inputMode="numeric"
          autoComplete="off"
          {...form.field('uses')}
        />
        <AmountField label={words.amount} aside={optional} hint={words.amountHint} {...form.field('amount')} />
        <SelectField label={words.lock} options={lockOptions} {...form.field('lock')} />
        {form.watch('lock') === 'NAMED' && (
          <TextField label={words.merchant} hint={words.merchantHint} autoComplete="off" {...form.field('merchant')} />
        )}
        <DayField
          label={words.from}
          aside={optional}
          withTime
          fromToday
          first={base.validFrom}
          {...form.field('validFrom')}
        />
        <DayField
          label={words.until}
          aside={optional}
          withTime
          fromToday
          first={base.validUntil}
          hint={words.zone(zoneName(zone))}
          {...form.field('validUntil')}
        />
      </FormShell>
    </Dialog>
  );
}

interface Clash extends ReturnType<typeof merge> {
  /** The card as the person has opened it, and as it is now. */
  base: CardDraft;
  theirs: CardDraft;
  groups: CardDetail['groups'];
}

interface TheirChangeProps {
  field: DraftField;
  clash: Clash;
  /** What the form has by now. */
  current: CardDraft;
  text: (draft: CardDraft) => string;
  onTake: (draft: CardDraft) => void;
}

/** What another person has changed of a field. Where both have, each of the two can be taken. */
function TheirChange({ field, clash, current, text, onTake }: TheirChangeProps) {
  const { base, theirs, draft: mine, clashes } = clash;
  if (!clashes.includes(field)) return words.changed(labels[field], text(theirs), text(base));
  const isTheirs = isSame(current, theirs, field);
  const label = isTheirs ? words.yours : words.theirs;
  return (
    <>
      {words.clash(labels[field], text(theirs), text(mine))}{' '}
      <Button
        variant="quiet"
        aria-label={`${label}: ${labels[field]}`}
        onClick={() => onTake(isTheirs ? mine : theirs)}
      >
        {label}
      </Button>
    </>
  );
}

const names = new Intl.ListFormat('en', { type: 'conjunction' });

/** A field as people read it. */
function valueText(field: DraftField, draft: CardDraft, zone: string, nameOfGroup: (id: string) => string): string {
  if (field === 'groupIds') {
    const found = draft.groupIds.map(nameOfGroup).toSorted();
    return found.length === 0 ? words.empty : words.quoted(names.format(found));
  }
  const value = draft[field];
  if (value === '') return words.empty;
  if (field === 'lock') return words.quoted(words.locks[draft.lock]);
  if (field === 'amount') return amountText(value);
  const moment = field === 'validFrom' || field === 'validUntil' ? momentIn(value, zone) : null;
  return moment === null ? words.quoted(value) : longWhen(moment, zone);
}

/** What is no amount stays as it was typed. */
function amountText(typed: string): string {
  const cents = centsOf(typed);
  return cents === null ? words.quoted(typed) : moneyText({ amount: cents, currency: 'USD' });
}

const labels: Record<DraftField, string> = {
  name: words.name,
  purpose: words.purpose,
  externalId: words.externalId,
  groupIds: words.groups,
  uses: words.uses,
  amount: words.amount,
  lock: words.lock,
  merchant: words.merchant,
  validFrom: words.from,
  validUntil: words.until,
};

const lockOptions = (['ANY', 'FIRST', 'NAMED'] as const).map((id) => ({ id, label: words.locks[id] }));

interface GroupsProps {
  card: CardDetail;
  groups: UseQueryResult<readonly CardGroup[]>;
  register: () => object;
  error: string | null;
}

/** The groups of the business; where they cannot be loaded, the card keeps its own. */
function Groups({ card, groups, register, error }: GroupsProps) {
  return (
    <fieldset className={styles.groups}>
      <legend>{words.groups}</legend>
      {groups.data ? (
        groups.data.length === 0 ? (
          <p className={styles.small}>{words.noGroups}</p>
        ) : (
          <div className={styles.groupList}>
            {groups.data.map(({ id, name: label }) => (
              <Checkbox key={id} label={label} value={id} {...register()} />
            ))}
          </div>
        )
      ) : groups.isError ? (
        <Failure
          {...errorMessage(groups.error, words.groupsFailed)}
          onRetry={() => void groups.refetch()}
          retrying={groups.isFetching}
        />
      ) : (
        <LoadingRows label={words.groupsLoading} />
      )}
      {error === null ? (
        <p className={styles.small}>{words.groupsHint}</p>
      ) : (
        <p role="alert" className={styles.refused}>
          {error}
        </p>
      )}
      {groups.isError && <p className={styles.small}>{card.groups.map(({ name: label }) => label).join(', ')}</p>}
    </fieldset>
  );
}
