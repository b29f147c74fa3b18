import {
  simulatePurchase,
  type SimulatedMerchant,
  type SimulatedMistake,
  type SimulatedPurchase,
} from '@florin/contract/cards/simulator';
import { useState } from 'react';
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

/** The merchant, card and amount of the next purchase, and the answer to the last one. */
export function useTill(merchants: readonly SimulatedMerchant[], cards: readonly PlayableCard[]) {
  const [form, setForm] = useState<PurchaseForm>(() =>
    withMerchant(
      {
        kind: 'PLAIN',
        merchantId: '',
        cardId: (cards.find(({ status }) => status === 'OPEN') ?? cards[0])?.id ?? '',
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
    buy: () => ask(form, mistake === 'NONE' ? null : mistake),
    /** Asks for a purchase once more, as it was but without a mistake. */
    buyAgain: (purchase: SimulatedPurchase) => {
      const asked = formOf(purchase);
      change(asked);
      setMistake('NONE');
      return ask(asked, null);
    },
  };
}
