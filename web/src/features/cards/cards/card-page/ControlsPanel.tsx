import { mayReplace, mayTransition, replaceReasons, type CardActor } from '@florin/contract/cards/card-states';
import { Lock, RefreshCw, X } from 'lucide-react';
import { fullDate, shortDate } from '../../../../flows/time/when.ts';
import { Panel } from '../../../../kit/layout/Panel.tsx';
import { Money } from '../../../../kit/text/Money.tsx';
import { cardPageWords } from '../../../../messages/en/cards/card-page.ts';
import { cardsWords } from '../../../../messages/en/cards/cards.ts';
import { lastDigits } from '../../../../messages/last-digits.ts';
import { ReasonedButton, useReason } from '../../../../session/PermittedButton.tsx';
import { usePerson } from '../../../../session/person.ts';
import type { CardDetail } from '../queries.ts';
import styles from '../cards.module.css';
import { Row } from './Row.tsx';
import type { CardPart } from './dialogs.ts';

const words = cardPageWords;

/** What can be done with the card, and what sets it apart. What the rules and the timeline say is not repeated. */
export function ControlsPanel({ scope, card, onDialog }: CardPart) {
  const { timeZone } = usePerson();
  const isOwn = scope === 'own';
  const actor = isOwn ? 'HOLDER' : 'ADMIN';
  const setting = useReason(isOwn ? 'own-cards.set-pin' : 'cards.set-pin');
  const replacing = useReason(isOwn ? 'own-cards.replace' : 'cards.replace');
  const closing = useReason(isOwn ? 'own-cards.close' : 'cards.close');
  const updating = useReason('cards.update');
  const { controls } = card;
  const valid = validText(controls, timeZone);
  return (
    <Panel
      title={words.controls}
      padded={false}
      actions={
        !isOwn &&
        mayTransition('update', card.status, actor) && (
          <ReasonedButton reason={updating} onClick={() => onDialog('edit')}>
            {words.edit}
          </ReasonedButton>
        )
      }
    >
      <dl className={styles.rows}>
        <Row
          icon={Lock}
          name={words.pin}
          value={pinText(card, timeZone)}
          {...(mayTransition('setPin', card.status, actor) && {
            act: (
              <ReasonedButton reason={setting} onClick={() => onDialog('pin')}>
                {card.pinStatus === 'NOT_SET' ? words.setPin : words.changePin}
              </ReasonedButton>
            ),
          })}
        />
        {controls.usesAtMost !== null && (
          <Row name={words.uses} value={cardsWords.uses(controls.uses, controls.usesAtMost)} />
        )}
        {controls.amountLock !== null && <Row name={words.amountLock} value={<Money value={controls.amountLock} />} />}
        {controls.merchantLock !== null && (
          <Row name={words.merchantLock} value={controls.merchantLock.merchant ?? words.firstMerchant} />
        )}
        {valid !== '' && <Row name={words.valid} value={valid} />}
        {card.groups.length > 0 && <Row name={words.groups} value={card.groups.map(({ name }) => name).join(', ')} />}
        {card.purpose !== null && <Row name={words.purpose} value={card.purpose} />}
        {!isOwn && card.externalId !== null && <Row name={words.externalId} value={card.externalId} />}
        {card.replaces !== null && <Row name={words.replaces} value={lastDigits(card.replaces.last4)} />}
        {card.replacedBy !== null && <Row name={words.replacedBy} value={lastDigits(card.replacedBy.last4)} />}
        {isReplaceable(card, actor) && (
          <Row
            icon={RefreshCw}
            name={words.replace}
            value={words.replaceText}
            act={
              <ReasonedButton reason={replacing} onClick={() => onDialog('replace')}>
                {words.replace}
              </ReasonedButton>
            }
          />
        )}
        {mayTransition('close', card.status, actor) && (
          <Row
            icon={X}
            name={words.close}
            value={words.closeText}
            act={
              <ReasonedButton reason={closing} onClick={() => onDialog('close')}>
                {words.close}
              </ReasonedButton>
            }
          />
        )}
      </dl>
    </Panel>
  );
}

function validText({ validFrom, validUntil }: CardDetail['controls'], zone: string): string {
  const parts = [
    ...(validFrom === null ? [] : [words.from(shortDate(validFrom, zone))]),
    ...(validUntil === null ? [] : [words.to(shortDate(validUntil, zone))]),
  ];
  return parts.join(' ');
}

/** Whether the actor can replace the card for any reason. One that came back by mail is closed, and replaced once. */
const isReplaceable = (card: CardDetail, actor: CardActor): boolean =>
  replaceReasons.some((reason) => mayReplace(reason, card, actor)) &&
  (card.status !== 'CLOSED' || card.replacedBy === null);

/** Whether the card has a PIN, and who has set it when. */
function pinText({ pinStatus, timeline }: CardDetail, zone: string): string {
  const set = timeline
    .filter(({ act, former }) => act === 'setPin' && former === null)
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))[0];
  return pinStatus === 'SET' && set ? words.pinSet(set.actor, fullDate(set.at, zone)) : words.pins[pinStatus];
}
