import {
  simulatePurchase,
  type SimulatedMerchant,
  type SimulatedMistake,
  type SimulatedPurchase,
} from '@florin/contract/cards/simulator';
import { useRef, useState } from 'react';
import { simulatorWords as words } from '../../../messages/en/cards/simulator.ts';
import {
  amountOf,
  formOf,
  isAsked,
  outcomeOf,
  presenceOf,
  withMerchant,
  type Outcome,
  type PurchaseForm,
} from './purchase-form.ts';
import type { PlayableCard } from './queries.ts';
import { usePlay } from './use-play.ts';

/** A merchant's till. Everything stays as it was for the next purchase. */
export type Till = ReturnType<typeof useTill>;

/** A second press within this time is part of a double press, which asks once, however fast the answer comes. */
const doublePressMs = 500;

/** The merchant, card and amount of the next purchase, and the answer to the last one. */
export function useTill(
  merchants: readonly SimulatedMerchant[],
  cards: readonly PlayableCard[],
  firstCard: string | null,
) {
  const [form, setForm] = useState<PurchaseForm>(() =>
    withMerchant(
      {
        kind: 'PLAIN',
        merchantId: '',
        // A card that was just issued is not in the list before that is fetched again.
        cardId: firstCard ?? (cards.find(({ status }) => status === 'OPEN') ?? cards[0])?.id ?? '',
        amount: '',
        presence: 'PRESENT',
      },
      merchants[0]!,
    ),
  );
  const [mistake, setMistake] = useState<SimulatedMistake | 'NONE'>('NONE');
  const [isWrong, setWrong] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { play, isPlaying } = usePlay(words.purchaseFailed);
  const merchantOf = ({ merchantId }: PurchaseForm) => merchants.find(({ id }) => id === merchantId) ?? merchants[0]!;
  const cardOf = ({ cardId }: PurchaseForm) => cards.find(({ id }) => id === cardId) ?? cards[0]!;

  const change = (next: PurchaseForm) => {
    setForm(next);
    setWrong(false);
  };
  const ask = async (asked: PurchaseForm, wrong: SimulatedMistake | null) => {
    const merchant = merchantOf(asked);
    const card = cardOf(asked);
    const amount = amountOf(asked, merchant.currency);
    if (amount === null) {
      setWrong(true);
      return;
    }
    setOutcome(null);
    const answer = await play(simulatePurchase, {
      body: {
        cardId: card.id,
        merchantId: merchant.id,
        kind: asked.kind,
        amount,
        presence: presenceOf(asked, card.shipment === null),
        mistake: isAsked(asked.kind) ? wrong : null,
        idempotencyKey: crypto.randomUUID(),
      },
    });
    if (answer !== null) setOutcome(outcomeOf(answer));
  };

  const [isRepeating, setRepeating] = useState(false);
  const pressed = useRef({ button: '', at: 0 });
  const repeat = async (button: string, asked: PurchaseForm, wrong: SimulatedMistake | null) => {
    const at = performance.now();
    const { current: last } = pressed;
    if (isRepeating || (last.button === button && at - last.at < doublePressMs)) return;
    pressed.current = { button, at };
    change(asked);
    setMistake(wrong ?? 'NONE');
    setRepeating(true);
    await ask(asked, wrong);
    setRepeating(false);
  };
  const asIs = mistake === 'NONE' ? null : mistake;

  return {
    form,
    change,
    merchant: merchantOf(form),
    /** Not for a business without cards. */
    card: cardOf(form),
    mistake,
    setMistake,
    isWrong,
    outcome,
    isPlaying,
    buy: () => ask(form, asIs),
    isRepeating,
    /** Asks once more for what is at the till. */
    retry: () => repeat('till', form, asIs),
    /** Asks for a purchase once more, as it was but without a mistake. */
    buyAgain: (purchase: SimulatedPurchase) => repeat(purchase.id, formOf(purchase), null),
  };
}
