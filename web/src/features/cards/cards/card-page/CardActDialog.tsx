import {
  activateOwnCard,
  closeCard,
  closeOwnCard,
  replaceCard,
  replaceOwnCard,
  setCardPin,
  setOwnCardPin,
} from '@florin/contract/cards/cards/acts';
import { mayReplace, replaceReasons, type ReplaceReason } from '@florin/contract/cards/card-states';
import { isObviousPin } from '@florin/contract/cards/pin';
import { easternTime } from '@florin/contract/dates/eastern-time';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import * as v from 'valibot';
import { useProvenSubmission } from '../../../../flows/step-up/StepUpProvider.tsx';
import { Button } from '../../../../kit/actions/Button.tsx';
import { showSnackbar } from '../../../../kit/feedback/snackbar-store.ts';
import { FormShell } from '../../../../kit/forms/FormShell.tsx';
import { RadioCards } from '../../../../kit/forms/fields/RadioCards.tsx';
import { PasswordField } from '../../../../kit/forms/fields/PasswordField.tsx';
import { TextField } from '../../../../kit/forms/fields/TextField.tsx';
import { useContractForm } from '../../../../kit/forms/use-contract-form.ts';
import { ConfirmDialog } from '../../../../kit/overlays/ConfirmDialog.tsx';
import { Dialog } from '../../../../kit/overlays/Dialog.tsx';
import { cardPageWords } from '../../../../messages/en/cards/card-page.ts';
import { shippingWords } from '../../../../messages/en/cards/shipping.ts';
import { paths } from '../../../../paths.ts';
import { Address } from '../issue/Address.tsx';
import { noShipping, shippingFieldOf, shippingOf, shippingProblems, shippingSchema } from '../issue/shipping-schema.ts';
import type { CardDialog } from './dialogs.ts';
import { refreshCards, type CardDetail, type CardScope } from '../queries.ts';
import styles from '../cards.module.css';

const words = cardPageWords;

interface DialogProps {
  scope: CardScope;
  card: CardDetail;
  onClose: () => void;
}

/** What asks before a card is changed. */
export default function CardActDialog({ dialog, ...rest }: DialogProps & { dialog: CardDialog }) {
  switch (dialog) {
    case 'activate':
      return <Activate {...rest} />;
    case 'pin':
      return <Pin {...rest} />;
    case 'replace':
      return <Replace {...rest} />;
    case 'close':
      return <Close {...rest} />;
    default:
      return dialog satisfies never;
  }
}

async function done(text: string, onClose: () => void): Promise<void> {
  showSnackbar({ severity: 'success', text });
  onClose();
  await refreshCards();
}

function Activate({ card, onClose }: DialogProps) {
  const form = useContractForm(activateOwnCard.body, {
    defaultValues: { lastFour: '', expiry: '' },
    words: { lastFour: { format: words.lastFourFormat }, expiry: { format: words.expiryFormat } },
  });
  const { pending, message, submit } = useProvenSubmission();
  const send = form.handleSubmit(async (body) => {
    const answer = await submit(activateOwnCard, { params: { id: card.id }, body }, form.refuse);
    if (answer?.ok) await done(words.activated, onClose);
  });
  return (
    <Dialog open title={words.activateTitle} onClose={onClose} holds>
      <FormShell
        error={message}
        pending={pending}
        submit={{ label: words.activate, pending: words.activating }}
        onSubmit={() => send()}
        actions={<Button onClick={onClose}>{words.cancel}</Button>}
      >
        <TextField label={words.lastFour} inputMode="numeric" autoComplete="off" {...form.field('lastFour')} />
        <TextField label={words.expiry} autoComplete="off" {...form.field('expiry')} />
      </FormShell>
    </Dialog>
  );
}

/** What can be checked here: of the holder's date of birth, only the server knows. */
const pinSchema = (lastFour: string) =>
  v.object({
    pin: v.pipe(
      setCardPin.body.entries.pin,
      v.check((pin) => !isObviousPin(pin, { lastFour, birthdate: null }), 'obvious'),
    ),
  });

function Pin({ scope, card, onClose }: DialogProps) {
  const schema = useMemo(() => pinSchema(card.last4), [card.last4]);
  const form = useContractForm(schema, {
    defaultValues: { pin: '' },
    words: { pin: { format: words.pinFormat, obvious: words.pinObvious } },
  });
  const { pending, message, say, submit } = useProvenSubmission();
  const send = form.handleSubmit(async (body) => {
    const answer = await submit(
      scope === 'own' ? setOwnCardPin : setCardPin,
      { params: { id: card.id }, body },
      form.refuse,
    );
    if (answer?.ok) await done(words.pinSaved, onClose);
    else if (answer?.body.Code === 'PIN_REJECTED') {
      say(null);
      form.refuse([{ Field: 'pin', Problem: 'obvious' }]);
    } else if (answer?.body.Code === 'HELD_AFTER_CHANGE')
      say({ severity: 'error', text: words.pinHeld(easternTime(answer.body.Until)), correlationId: null });
  });
  return (
    <Dialog open title={words.setPin} onClose={onClose} holds>
      <FormShell
        error={message}
        pending={pending}
        submit={{ label: words.setPin, pending: words.saving }}
        onSubmit={() => send()}
        actions={<Button onClick={onClose}>{words.cancel}</Button>}
      >
        <PasswordField
          label={words.newPin}
          reveal={words.pinReveal}
          hint={words.pinHint}
          inputMode="numeric"
          autoComplete="off"
          {...form.field('pin')}
        />
      </FormShell>
    </Dialog>
  );
}

const ofHolder = ['LOST', 'STOLEN', 'COMPROMISED', 'DAMAGED'] as const;

function Replace({ scope, card, onClose }: DialogProps) {
  const navigate = useNavigate();
  const isOwn = scope === 'own';
  const possible = replaceReasons.filter((each) => mayReplace(each, card, isOwn ? 'HOLDER' : 'ADMIN'));
  const [reason, setReason] = useState<ReplaceReason>(possible[0] ?? 'LOST');
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  // The new card of a replaced one is on its way already.
  const isSent = card.kind === 'PHYSICAL' && card.replacedBy === null;
  const former = isSent && card.shipment && card.sentTo && { place: card.sentTo, method: card.shipment.method };
  const [asksWhere, setAsksWhere] = useState(isSent && !former);
  const form = useContractForm(shippingSchema(asksWhere), {
    defaultValues: {
      ...noShipping,
      recipient: card.holder === null ? '' : `${card.holder.firstName} ${card.holder.lastName}`,
      ...(former && { method: former.method }),
    },
    words: shippingProblems,
  });
  const { setFocus } = form;
  const [isChanging, setChanging] = useState(false);
  useEffect(() => {
    if (isChanging) setFocus('recipient');
  }, [isChanging, setFocus]);
  const { pending, message, say, submit } = useProvenSubmission();
  const send = form.handleSubmit(async (typed) => {
    const params = { id: card.id };
    const asHolder = ofHolder.find((each) => each === reason);
    const body = { idempotencyKey, ...(asksWhere && { shipping: shippingOf(typed) }) };
    const refuse: typeof form.refuse = (fields) => {
      // Only a field that is there can be marked.
      flushSync(() => setAsksWhere(true));
      form.refuse(fields.map((each) => ({ ...each, Field: shippingFieldOf(each.Field) })));
    };
    const answer =
      isOwn && asHolder
        ? await submit(replaceOwnCard, { params, body: { ...body, reason: asHolder } }, refuse)
        : await submit(replaceCard, { params, body: { ...body, reason } }, refuse);
    if (answer?.ok) {
      await done(words.replaced(answer.body.last4), onClose);
      await navigate({ to: isOwn ? paths.ownCard : paths.card, params: { id: answer.body.id } });
    } else if (answer?.body.Code === 'HELD_AFTER_CHANGE')
      say({ severity: 'error', text: shippingWords.held(easternTime(answer.body.Until)), correlationId: null });
  });
  return (
    <Dialog open title={words.replaceTitle} onClose={onClose} holds>
      <FormShell
        error={message}
        pending={pending}
        submit={{ label: words.replaceSubmit, pending: words.replacing }}
        onSubmit={() => send()}
        actions={<Button onClick={onClose}>{words.cancel}</Button>}
      >
        <RadioCards
          columns
          legend={words.why}
          name="reason"
          choices={
            Object.fromEntries(possible.map((each) => [each, words.reasons[each]])) as Record<ReplaceReason, string>
          }
          value={reason}
          onChange={setReason}
        />
        <p className={styles.quiet}>{words.reasonTexts[reason]}</p>
        {asksWhere ? (
          <Address field={form.field} />
        ) : (
          former && (
            <div className={styles.acts}>
              <p>{shippingWords.again(former.place, former.method)}</p>
              <Button
                onClick={() => {
                  setAsksWhere(true);
                  setChanging(true);
                }}
              >
                {shippingWords.change}
              </Button>
            </div>
          )
        )}
      </FormShell>
    </Dialog>
  );
}

function Close({ scope, card, onClose }: DialogProps) {
  const { pending, message, submit } = useProvenSubmission();
  const send = async () => {
    const params = { id: card.id };
    const answer =
      scope === 'own'
        ? await submit(closeOwnCard, { params, body: {} })
        : await submit(closeCard, { params, body: {} });
    if (answer?.ok) await done(words.closedDone, onClose);
  };
  return (
    <ConfirmDialog
      words={{
        title: words.closeTitle(card.last4),
        text: words.closeText,
        submit: words.closeSubmit,
        submitting: words.closing,
        cancel: words.cancel,
      }}
      pending={pending}
      message={message}
      onConfirm={() => void send()}
      onClose={onClose}
    />
  );
}
