import { shipmentMoves } from '@florin/contract/cards/card-states';
import {
  simulateAct,
  simulateBankAct,
  simulateShipment,
  type SimulatedAct,
  type SimulatedPurchase,
  type SimulatedTransfer,
} from '@florin/contract/cards/simulator';
import { useQuery } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { titleOfCard } from '../../../flows/cards/card-title.ts';
import { Button } from '../../../kit/actions/Button.tsx';
import { IconButton } from '../../../kit/actions/IconButton.tsx';
import { TextField } from '../../../kit/forms/fields/TextField.tsx';
import { readAmount } from '../../../kit/forms/read-amount.ts';
import { LastDigits } from '../../../kit/text/LastDigits.tsx';
import { moneyText } from '../../../kit/text/money-parts.ts';
import { shortDate } from '../../../flows/time/when.ts';
import { simulatorWords as words } from '../../../messages/en/cards/simulator.ts';
import { usePerson } from '../../../session/person.ts';
import { PermittedButton, useReason } from '../../../session/PermittedButton.tsx';
import { purchasesQuery, transfersQuery, type PlayableCard } from './queries.ts';
import { usePlay } from './use-play.ts';
import styles from './simulator.module.css';

/** Beside each purchase; the rest stands behind its button. */
const shownActs = 2;

interface NextSectionProps {
  cards: readonly PlayableCard[];
  /** Asks for a declined purchase once more. */
  onAgain: (purchase: SimulatedPurchase) => void;
  isRepeating: boolean;
}

/** What can happen to each purchase, to transfers that the bank has, and to cards on their way: only acts that its state allows. */
export function NextSection({ cards, onAgain, isRepeating }: NextSectionProps) {
  const { data: purchases = [] } = useQuery(purchasesQuery());
  const parcels = cards.filter(
    ({ shipment, status }) => shipment !== null && parcelMoves(shipment).length > 0 && status !== 'CLOSED',
  );
  const mayView = useReason('transfers.view') === null;
  const { data: transfers = [] } = useQuery(transfersQuery(mayView));
  const atBank = transfers.filter(({ acts }) => acts.length > 0);
  if (purchases.length === 0 && parcels.length === 0 && atBank.length === 0)
    return <p className={styles.quiet}>{words.noPurchases}</p>;
  return (
    <ul className={styles.next}>
      {purchases.map((purchase) => (
        <Purchase
          key={purchase.id}
          purchase={purchase}
          isRepeating={isRepeating}
          onAgain={cards.some(({ id }) => id === purchase.card.id) ? () => onAgain(purchase) : null}
        />
      ))}
      {atBank.map((transfer) => (
        <Transfer key={transfer.id} transfer={transfer} />
      ))}
      {parcels.map((card) => (
        <Parcel key={card.id} card={card} />
      ))}
    </ul>
  );
}

interface PurchaseProps {
  purchase: SimulatedPurchase;
  /** Null where its card is not among those to buy with. */
  onAgain: (() => void) | null;
  isRepeating: boolean;
}

function Purchase({ purchase, onAgain, isRepeating }: PurchaseProps) {
  const { merchant, card, kind, acts } = purchase;
  const { timeZone } = usePerson();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const { play, isPlaying } = usePlay(words.actFailed);
  const other = readAmount(typed, 2);
  const run = (act: SimulatedAct, amount?: number) =>
    void play(simulateAct, { params: { id: purchase.id }, body: amount === undefined ? { act } : { act, amount } });
  const button = ({ act, amount }: SimulatedPurchase['acts'][number], isChanged: boolean) => {
    const changed = isChanged && amount !== null && typeof other === 'number' ? { ...amount, amount: other } : amount;
    return (
      <Button
        key={act}
        pending={isPlaying}
        unavailable={isChanged && other === undefined}
        onClick={() => run(act, changed === amount ? undefined : changed?.amount)}
      >
        {words.act(kind, act, changed && moneyText(changed))}
      </Button>
    );
  };
  return (
    <li>
      <div className={styles.purchase}>
        <p>
          <b>{merchant.name}</b>
          <small>
            {stateText(purchase, timeZone)} · <LastDigits digits={card.last4} />
          </small>
        </p>
        <span className={styles.acts}>
          {purchase.status === 'DECLINED' && onAgain && (
            <Button unavailable={isRepeating} onClick={onAgain}>
              {words.again}
            </Button>
          )}
          {acts.length === 0 && <small>{words.nothingNext}</small>}
          {!isOpen && acts.slice(0, shownActs).map((each) => button(each, false))}
          {acts.length > shownActs && (
            <IconButton
              icon={Ellipsis}
              label={words.otherActs(merchant.name)}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            />
          )}
        </span>
      </div>
      {isOpen && (
        <div className={styles.others}>
          <TextField
            inputMode="decimal"
            autoComplete="off"
            label={words.otherAmount}
            hint={words.otherAmountHint}
            error={other === undefined ? words.amountWrong(true) : null}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <span className={styles.acts}>{acts.map((each) => button(each, true))}</span>
        </div>
      )}
    </li>
  );
}

/** '$640.00 held to Dec 19', '$148.00 settled'. */
function stateText(
  { status, held, captured, refunded, requested, holdUntil, kind }: SimulatedPurchase,
  zone: string,
): string {
  if (status === 'OPEN' && kind !== 'CREDIT')
    return words.held(moneyText(held), holdUntil === null ? null : shortDate(holdUntil, zone));
  if (status === 'DECLINED') return words.declinedOf(moneyText(requested));
  if (refunded.amount > 0) return words.refunded(moneyText(refunded));
  return status === 'SETTLED' ? words.settled(moneyText(captured)) : words.statuses[status];
}

/** A transfer that the bank has. */
function Transfer({ transfer: { id, direction, amount, bankAccount, stage, acts } }: { transfer: SimulatedTransfer }) {
  const { play, isPlaying } = usePlay(words.actFailed);
  return (
    <li className={styles.purchase}>
      <p>
        <b>{words.transfer[direction](moneyText(amount))}</b>
        <small>
          {words.bankStages[stage]} · {bankAccount.bankName} <LastDigits digits={bankAccount.last4} />
        </small>
      </p>
      <span className={styles.acts}>
        {acts.map((act) => (
          <PermittedButton
            key={act}
            pending={isPlaying}
            permission="transfers.make"
            onClick={() => void play(simulateBankAct, { params: { id }, body: { act } })}
          >
            {words.bankActs[act]}
          </PermittedButton>
        ))}
      </span>
    </li>
  );
}

type Move = keyof typeof words.shipments;
const parcelMoves = (shipment: NonNullable<PlayableCard['shipment']>): Move[] =>
  shipmentMoves[shipment].filter((to): to is Move => to !== 'CANCELED' && shipment !== 'DELIVERED');

function Parcel({ card: { id, last4, holder, name, shipment } }: { card: PlayableCard }) {
  const { play, isPlaying } = usePlay(words.actFailed);
  if (shipment === null) return null;
  return (
    <li className={styles.purchase}>
      <p>
        <b>
          {titleOfCard({ name, kind: 'PHYSICAL' })} <LastDigits digits={last4} />
        </b>
        <small>{[holder, words.parcel[shipment]].filter(Boolean).join(' · ')}</small>
      </p>
      <span className={styles.acts}>
        {parcelMoves(shipment).map((status) => (
          <Button
            key={status}
            pending={isPlaying}
            onClick={() => void play(simulateShipment, { body: { cardId: id, status } })}
          >
            {words.shipments[status]}
          </Button>
        ))}
      </span>
    </li>
  );
}
