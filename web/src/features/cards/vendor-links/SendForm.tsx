import { easternZone } from '@florin/contract/dates/eastern-time';
import { createVendorLink } from '@florin/contract/cards/vendor-links';
import { AmountField } from '../../../kit/forms/fields/AmountField.tsx';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import { Button } from '../../../kit/actions/Button.tsx';
import { SelectField } from '../../../kit/pickers/SelectField.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { TextAreaField, TextField } from '../../../kit/forms/fields/TextField.tsx';
import { useContractForm } from '../../../kit/forms/use-contract-form.ts';
import { cardsWords } from '../../../messages/en/cards/vendor-links.ts';
import { KeptNotice } from '../../../session/kept-forms/KeptNotice.tsx';
import { useKeptForm } from '../../../session/kept-forms/use-kept-form.ts';
import { usePerson } from '../../../session/person.ts';
import { useProvenSubmission } from '../../../flows/step-up/StepUpProvider.tsx';
import { DayField } from '../../../flows/time/DayField.tsx';
import styles from './vendor-links.module.css';
import { refreshLinks, sendKey, type SendableCard } from './queries.ts';
import { ownCard, SendSchema, sendWords } from './send-schema.ts';

const words = cardsWords.dialog;

interface SendFormProps {
  cards: readonly SendableCard[];
  /** The card that is chosen at first, if it can be sent. */
  cardId?: string;
  onDone: () => void;
}

/** The card, the recipient and the payment. */
export function SendForm({ cards, cardId: wanted, onDone }: SendFormProps) {
  const first = cards.find((card) => card.cardId === wanted) ?? (cards.length === 1 ? cards[0] : undefined);
  const form = useContractForm(SendSchema, {
    defaultValues: {
      cardId: cards.length === 0 ? ownCard : (first?.cardId ?? ''),
      email: '',
      invoice: '',
      amount: '',
      note: '',
      processBefore: '',
    },
    words: sendWords,
  });
  const kept = useKeptForm(sendKey, form);
  const { timeZone } = usePerson();
  const { pending, message, say, submit } = useProvenSubmission();
  const send = form.handleSubmit(async (body) => {
    if (body.cardId === null && body.amount === null) return form.refuse([{ Field: 'amount', Problem: 'missing' }]);
    const answer = await submit(createVendorLink, { body });
    if (answer === null) return undefined;
    if (answer.ok) {
      showSnackbar({ severity: 'success', text: words.sent(answer.body.email) });
      onDone();
      return refreshLinks();
    }
    if (answer.code === 'VALIDATION') {
      say(null);
      return form.refuse(answer.body.Fields);
    }
    if (answer.code === 'BUSINESS_NOT_OPEN') say({ severity: 'error', text: cardsWords.notOpen, correlationId: null });
    return undefined;
  });
  const isOwn = form.watch('cardId') === ownCard;
  const optional = <span className={styles.optional}>{words.optional}</span>;
  return (
    <FormShell
      error={message}
      pending={pending}
      submit={{ label: words.submit, pending: words.submitting }}
      onSubmit={() => send()}
      actions={<Button onClick={onDone}>{cardsWords.cancel}</Button>}
      head={<KeptNotice kept={kept} />}
    >
      <p>{words.intro}</p>
      <SelectField
        label={words.card}
        placeholder={words.choose}
        {...(isOwn && { hint: words.ownHint })}
        options={[
          { id: ownCard, label: words.own },
          ...cards.map(({ cardId, name, nameOnCard, last4 }) => ({
            id: cardId,
            label: cardsWords.card(name === null ? nameOnCard : `${name}, ${nameOnCard}`, last4),
          })),
        ]}
        {...form.field('cardId')}
      />
      <TextField type="email" label={words.email} autoComplete="off" {...form.field('email')} />
      <TextField label={words.invoice} aside={optional} autoComplete="off" {...form.field('invoice')} />
      <div className={styles.pair}>
        <AmountField label={words.amount} aside={isOwn ? undefined : optional} {...form.field('amount')} />
        <DayField
          label={words.before}
          aside={optional}
          {...(timeZone !== easternZone && { hint: words.beforeHint })}
          zone={easternZone}
          fromToday
          {...form.field('processBefore')}
        />
      </div>
      <TextAreaField label={words.note} aside={optional} hint={words.noteHint} rows={3} {...form.field('note')} />
    </FormShell>
  );
}
