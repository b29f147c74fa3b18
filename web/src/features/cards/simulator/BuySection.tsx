import { SimulatedKind, type SimulatedMerchant } from '@florin/contract/cards/simulator';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '../../../kit/actions/Button.tsx';
import { TextField } from '../../../kit/forms/fields/TextField.tsx';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import { ComboboxField } from '../../../kit/pickers/ComboboxField.tsx';
import { InlineSelect } from '../../../kit/pickers/InlineSelect.tsx';
import { moneyText } from '../../../kit/text/money-parts.ts';
import { simulatorWords as words } from '../../../messages/en/cards/simulator.ts';
import { lastDigits } from '../../../messages/last-digits.ts';
import { usePerson } from '../../../session/person.ts';
import { declineText } from './decline-text.ts';
import type { PlayableCard } from './queries.ts';
import {
  amountOf,
  digitsOf,
  isAsked,
  isCheck,
  mistakes,
  presenceOf,
  presencesFor,
  withKind,
  withMerchant,
  type Outcome,
} from './purchase-form.ts';
import type { Till } from './use-till.ts';
import styles from './simulator.module.css';

interface BuySectionProps {
  till: Till;
  merchants: readonly SimulatedMerchant[];
  cards: readonly PlayableCard[];
}

/** The kinds that most people look for; the others stand behind a button. */
const firstKinds = ['PLAIN', 'TIP', 'HOTEL', 'FUEL', 'SUBSCRIPTION', 'REFUND'] as const satisfies SimulatedKind[];
const countryNames = new Intl.DisplayNames('en-US', { type: 'region' });
const anywhere = { id: 'ANYWHERE', label: words.allCountries };
const mistakeOptions = [
  { id: 'NONE' as const, label: words.noMistake },
  ...mistakes.map((id) => ({ id, label: words.mistakes[id] })),
];

const statusWords: Readonly<Record<string, string>> = {
  CLOSED: words.closedCard,
  PAUSED: words.pausedCard,
  PENDING_ACTIVATION: words.notActivated,
  PENDING_FULFILLMENT: words.notActivated,
};
/** What tells cards apart comes first, where a narrow field does not cut it. */
const cardLabel = ({ holder, name, last4 }: PlayableCard) =>
  `${lastDigits(last4)} ${[holder, name].filter(Boolean).join(', ')}`.trim();
const cardDetail = ({ status, shipment }: PlayableCard) =>
  [shipment === null ? words.virtual : words.physical, statusWords[status]].filter(Boolean).join(', ');

/** The arrow keys, Home and End move among the buttons of a choice, which is one stop for Tab. */
function moveAmong(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.findIndex((each) => each === document.activeElement);
  const moves: Readonly<Record<string, number>> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: -1,
  };
  const to = moves[event.key];
  if (to === undefined) return;
  event.preventDefault();
  buttons.at(to % buttons.length)?.focus();
}

/** A merchant's till: who sells, what is paid, with which card. */
export function BuySection({ till, merchants, cards }: BuySectionProps) {
  const { form, change, merchant, card, mistake, outcome } = till;
  const [country, setCountry] = useState(anywhere.id);
  const [showsAll, setShowsAll] = useState(false);
  const amountInput = useRef<HTMLInputElement>(null);
  const status = useRef<HTMLDivElement>(null);
  // On a phone, and in a low dock, the answer is below the edge.
  useEffect(() => {
    if (outcome !== null) status.current?.scrollIntoView({ block: 'nearest' });
  }, [outcome]);

  const countries = useMemo(
    () => [
      anywhere,
      ...[...new Set(merchants.map((each) => each.country))].map((id) => ({ id, label: countryNames.of(id) ?? id })),
    ],
    [merchants],
  );
  const merchantOptions = useMemo(
    () =>
      merchants
        .filter((each) => country === anywhere.id || each.country === country)
        .map(({ id, name, city, category }) => ({ id, label: name, detail: `${city}, ${category}` })),
    [merchants, country],
  );
  const cardOptions = useMemo(
    () => cards.map((each) => ({ id: each.id, label: cardLabel(each), detail: cardDetail(each) })),
    [cards],
  );
  if (cards.length === 0) return <p className={styles.quiet}>{words.noCards}</p>;

  const isVirtual = card.shipment === null;
  const presence = presenceOf(form, isVirtual);
  const amount = amountOf(form, merchant.currency);
  const hasCents = digitsOf(merchant.currency) > 0;
  const kinds = showsAll || !firstKinds.some((each) => each === form.kind) ? SimulatedKind.options : firstKinds;
  const buy = () => {
    // The next digit typed begins another amount, even while this one is on its way.
    if (document.activeElement === amountInput.current) amountInput.current?.select();
    return till.buy();
  };

  return (
    <FormShell layout="own" className={styles.buy} error={null} pending={false} submit={null} onSubmit={buy}>
      <div role="toolbar" tabIndex={-1} aria-label={words.kind} className={styles.chips} onKeyDown={moveAmong}>
        {kinds.map((kind) => (
          <button
            key={kind}
            type="button"
            className={styles.chip}
            aria-pressed={kind === form.kind}
            tabIndex={kind === form.kind ? 0 : -1}
            onClick={() => change(withKind(form, kind, merchants))}
          >
            {words.kinds[kind]}
          </button>
        ))}
        {kinds === firstKinds && (
          <button
            type="button"
            tabIndex={-1}
            className={styles.chip}
            aria-label={words.moreKinds}
            onClick={() => setShowsAll(true)}
          >
            …
          </button>
        )}
      </div>
      <div className={styles.fields}>
        <ComboboxField
          key={country}
          label={words.merchant}
          placeholder={words.merchantPlaceholder}
          aside={
            <InlineSelect
              label={words.country}
              className={styles.country}
              options={countries}
              value={country}
              onPick={setCountry}
            />
          }
          options={merchantOptions}
          value={form.merchantId}
          onChange={({ target }) => {
            const picked = merchants.find(({ id }) => id === target.value);
            if (picked) change(withMerchant(form, picked));
          }}
        />
        <ComboboxField
          label={words.card}
          placeholder={words.cardPlaceholder}
          aside={
            isAsked(form.kind) && (
              <InlineSelect
                label={words.mistake}
                className={styles.country}
                options={mistakeOptions}
                value={mistake}
                onPick={till.setMistake}
              />
            )
          }
          options={cardOptions}
          value={card.id}
          onChange={({ target }) => target.value !== '' && change({ ...form, cardId: target.value })}
        />
        <TextField
          ref={amountInput}
          label={
            form.kind === 'HOTEL' || form.kind === 'FUEL'
              ? words.estimate(merchant.currency)
              : words.amount(merchant.currency)
          }
          inputMode={hasCents ? 'decimal' : 'numeric'}
          autoComplete="off"
          disabled={isCheck(form.kind)}
          error={till.isWrong ? words.amountWrong(hasCents) : null}
          value={form.amount}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => change({ ...form, amount: target.value })}
        />
        <div role="toolbar" tabIndex={-1} aria-label={words.how} className={styles.how} onKeyDown={moveAmong}>
          <span aria-hidden="true">{words.how}</span>
          <span className={styles.segments}>
            {presencesFor(form.kind, isVirtual).map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={each === presence}
                tabIndex={each === presence ? 0 : -1}
                onClick={() => change({ ...form, presence: each })}
              >
                {words.presences[each]}
              </button>
            ))}
          </span>
        </div>
      </div>
      <div className={styles.submit}>
        <Button type="submit" variant="primary">
          {words.submit(form.kind, amount === null ? '' : moneyText({ amount, currency: merchant.currency }))}
        </Button>
        <small>
          <span>{[merchant.city, merchant.country, `${merchant.mcc} ${merchant.category}`].join(' · ')}</span>
          <span>{cardLabel(card)}</span>
        </small>
      </div>
      <div ref={status} role="status" className={styles.outcome} data-waiting={till.isPlaying || undefined}>
        {outcome && <OutcomeText outcome={outcome} />}
        {/* It keeps the focus while it asks. */}
        {(outcome?.kind === 'no' || till.isRepeating) && (
          <Button unavailable={till.isRepeating} onClick={() => void till.retry()}>
            {words.again}
          </Button>
        )}
      </div>
    </FormShell>
  );
}

function OutcomeText({ outcome: { kind, merchant, amount, declineCode } }: { outcome: Outcome }) {
  const { role } = usePerson();
  if (kind === 'yes') return <p data-tone="yes">{words.approved(merchant, moneyText(amount))}</p>;
  if (kind === 'part') return <p data-tone="yes">{words.partial(merchant, moneyText(amount))}</p>;
  if (kind === 'advice') return <p>{words.advice(merchant)}</p>;
  if (kind === 'silent') return <p>{words.notHeard(merchant)}</p>;
  return (
    <p data-tone="no">
      <b>{words.declined(merchant)}</b> {declineCode !== null && declineText(declineCode, role)}
    </p>
  );
}
