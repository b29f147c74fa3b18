import { declineSentence } from '@florin/contract/cards/decline-sentences';
import type { AskedException } from '@florin/contract/money/requests';
import type { Card } from '@florin/contract/cards/cards';
import {
  canIBuy,
  type CanIBuy as Answer,
  type CardLimits,
  type Help,
  type SharedLimit,
} from '@florin/contract/cards/spend-limits';
import { Clock, CreditCard, Handshake } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { hoursReason } from '@florin/contract/cards/policies/hour-sentences';
import { ruleText } from '@florin/contract/cards/policies/rule-sentences';
import { Button } from '../../../../kit/actions/Button.tsx';
import { AmountField } from '../../../../kit/forms/fields/AmountField.tsx';
import { centsOf } from '../../../../kit/forms/cents-of.ts';
import { FormShell } from '../../../../kit/forms/FormShell.tsx';
import { Panel } from '../../../../kit/layout/Panel.tsx';
import { Icon } from '../../../../kit/text/Icon.tsx';
import { titleOfCard } from '../../../../flows/cards/card-title.ts';
import { LastDigits } from '../../../../kit/text/LastDigits.tsx';
import { moneyText } from '../../../../kit/text/money-parts.ts';
import { cardHomeWords } from '../../../../messages/en/program/card-home.ts';
import { spendRuleWords } from '@florin/contract/cards/policies/rule-words';
import { useSubmission } from '../../../../session/failures/use-submission.ts';
import { usePerson } from '../../../../session/person.ts';
import { shortZoneName } from '../../../../flows/time/when.ts';
import { resetText, waitOf } from '../../../../flows/time/resets.ts';
import { useNow } from '../../../../flows/time/use-now.ts';
import { exceptionOf, hasRuleState } from '../../../../flows/requests/exception-of.ts';
import { AskButton } from './AskButton.tsx';
import { nowhere, PlaceField, type Place } from './PlaceField.tsx';
import styles from './CardHome.module.css';

const words = cardHomeWords.buy;
const waysAtMost = 3;

/** Minor units: as much as a purchase may be asked about. */
const amountAtMost = 10_000_000_00;

interface Question {
  amount: number;
  /** Where; null if it was left open. */
  place: Place | null;
  answer: Answer;
}

interface CanIBuyProps {
  card: Card;
  /** Whether the person has other cards, so that the question names its own. */
  isOneOfMany: boolean;
  limits: CardLimits | undefined;
  onShowCard: (id: string) => void;
}

/** Asks the engine that decides purchases; nothing is reserved. A no says why, and what would help. */
export function CanIBuy({ card, isOneOfMany, limits, onShowCard }: CanIBuyProps) {
  const [amount, setAmount] = useState('');
  const [where, setWhere] = useState(nowhere);
  const [problem, setProblem] = useState<string | null>(null);
  const [placeProblem, setPlaceProblem] = useState<string | null>(null);
  const [asked, setAsked] = useState<Question | null>(null);
  const { pending, message, submit } = useSubmission();
  const check = async () => {
    const cents = centsOf(amount) ?? 0;
    const isAmount = cents > 0 && cents <= amountAtMost;
    setProblem(isAmount ? null : words.amountProblem);
    const { place } = where;
    const unknown = place === null ? where.text.trim() : '';
    setPlaceProblem(unknown === '' ? null : words.unknownPlace(unknown));
    if (!isAmount || unknown !== '') return;
    const answer = await submit(canIBuy, {
      body: {
        cardId: card.id,
        amount: cents,
        ...questionOf(place),
      },
    });
    if (answer?.ok === true) setAsked({ amount: cents, place, answer: answer.body });
  };
  return (
    <Panel
      title={words.title}
      actions={
        isOneOfMany && (
          <span className={styles.mute}>
            {titleOfCard(card)} <LastDigits digits={card.last4} />
          </span>
        )
      }
    >
      <FormShell layout="own" error={message} pending={pending} submit={null} onSubmit={check}>
        <div className={styles.buy}>
          <div className={styles.buyAmount}>
            <AmountField
              label={words.amount}
              error={problem}
              value={amount}
              onChange={(event) => {
                setAmount(event.target.value);
                setAsked(null);
              }}
            />
          </div>
          <div className={styles.buyWhere}>
            <PlaceField
              where={where}
              error={placeProblem}
              onWhere={(next) => {
                setWhere(next);
                setPlaceProblem(null);
                setAsked(null);
              }}
            />
          </div>
          <div className={styles.buyCheck}>
            <Button type="submit" size="lg" pending={pending} pendingLabel={words.checking}>
              {words.check}
            </Button>
          </div>
        </div>
      </FormShell>
      <div role="status">{asked && <Verdict asked={asked} card={card} limits={limits} onShowCard={onShowCard} />}</div>
    </Panel>
  );
}

/** The place of a question to the engine. */
function questionOf(place: Place | null) {
  if (place === null) return {};
  if (place.merchant === null) return { group: place.group };
  const { id, name, mcc, country, state } = place.merchant;
  return { merchant: name, merchantId: id, mcc, country, ...(hasRuleState(place.merchant) && { state }) };
}

interface VerdictProps extends Omit<CanIBuyProps, 'isOneOfMany'> {
  asked: Question;
}

function Verdict({ asked: { amount, place, answer }, card, limits, onShowCard }: VerdictProps) {
  const now = useNow();
  const { timeZone } = usePerson();
  const sum = moneyText({ ...answer.amount, amount });
  if (answer.answer === 'YES')
    return (
      <p className={styles.yes}>
        <b>{words.yes}</b> {words.yesText(sum)}
      </p>
    );
  const groups = limits?.groups ?? [];
  const bound = boundOf(answer);
  const anew = bound?.resetsAt ? resetText(bound.resetsAt, timeZone, now) : null;
  const also = [
    ...answer.also.map(({ rule }) => ruleText(rule, groups)),
    ...answer.shared.filter((limit) => limit !== bound).map(spendRuleWords.shared.limit),
  ];
  const ways = answer.help.filter(({ kind }) => kind !== 'SPEND_LESS').slice(0, waysAtMost);
  const exception = exceptionOf(answer.binding?.code ?? answer.code, place?.merchant ?? null, place?.group);
  const first = ways.findIndex(({ kind }) => kind !== 'WAIT' && (kind !== 'ASK_EXCEPTION' || exception !== null));
  return (
    <div className={styles.told}>
      <p className={styles.no}>
        <b>{answer.answer === 'PARTLY' ? words.partly : words.no}</b> {reasonOf(sum, answer, groups, timeZone)}
      </p>
      <p className={styles.mute}>
        {[
          answer.answer === 'PARTLY' ? words.partlyText(moneyText(answer.amount)) : '',
          bound ? words.ofOthers : '',
          anew === null ? '' : cardHomeWords.left.anew(anew),
          also.length > 0
            ? words.also(also.join('; '))
            : answer.binding?.rule.kind === 'amount' || isMoney(answer.code)
              ? words.onlyAmount
              : answer.binding
                ? words.onlyThis
                : '',
        ]
          .filter((text) => text !== '')
          .join(' ')}
      </p>
      {ways.length > 0 && (
        <ul aria-label={words.ways} className={styles.ways}>
          {ways.map((help, i) => (
            <Way
              key={`${help.kind} ${help.card?.cardId ?? ''}`}
              help={help}
              answer={answer}
              merchant={place?.merchant?.name}
              exception={exception}
              card={card}
              limits={limits}
              isFirst={i === first}
              onShowCard={onShowCard}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

const isMoney = (code: Answer['code']) => code === 'insufficient_funds' || code === 'insufficient_business_balance';

/** The shared limit that binds; undefined where something of the card's own does. */
const boundOf = ({ shared }: Answer): SharedLimit | undefined => shared.find(({ binds }) => binds);

/** What binds, with its figure; of a limit that others use up, too, without one. */
function reasonOf(sum: string, answer: Answer, groups: CardLimits['groups'], timeZone: string): string {
  const { binding, available, code } = answer;
  if (binding?.rule.kind === 'amount') {
    const { period } = binding.rule;
    const room = moneyText(binding.room);
    return period === 'purchase' ? words.overMax(sum, room) : words.over(sum, room, cardHomeWords.left.periods[period]);
  }
  if (binding?.rule.kind === 'hours') return hoursReason(binding.rule, shortZoneName(timeZone));
  if (binding) return words.rule(ruleText(binding.rule, groups));
  const bound = boundOf(answer);
  if (bound)
    return bound.usedUp ? spendRuleWords.shared.usedUp(bound) : words.shared(sum, spendRuleWords.shared.limit(bound));
  if (code === 'insufficient_business_balance') return words.company(sum);
  if (code === 'insufficient_funds') return words.funds(sum, moneyText(available));
  return code === null ? words.cannot : declineSentence(code, 'CARDHOLDER');
}

interface WayProps extends Omit<CanIBuyProps, 'isOneOfMany'> {
  help: Help;
  answer: Answer;
  merchant: string | undefined;
  exception: AskedException | null;
  isFirst: boolean;
}

function Way({
  help: { kind, amount, until, card: other },
  answer,
  merchant,
  exception,
  card,
  limits,
  isFirst,
  onShowCard,
}: WayProps) {
  const now = useNow();
  const { timeZone } = usePerson();
  const variant = isFirst ? 'primary' : 'secondary';
  const sum = amount === null ? '' : moneyText(amount);
  const rule = answer.binding?.rule;
  const period = rule?.kind === 'amount' ? rule.period : null;
  if (kind === 'WAIT' && until !== null) {
    const { moment, duration } = waitOf(until, timeZone, now);
    return (
      <Line icon={Clock}>
        {amount === null || rule?.kind === 'count'
          ? words.waitOnly(moment, duration)
          : words.wait(moment, duration, sum)}
      </Line>
    );
  }
  if (kind === 'OTHER_CARD' && other)
    return (
      <Line
        icon={CreditCard}
        act={
          <Button variant={variant} onClick={() => onShowCard(other.cardId)}>
            {words.showCard}
          </Button>
        }
      >
        {words.other(titleOfCard(other))} <LastDigits digits={other.last4} />
        {amount !== null && words.otherLeft(sum)}
      </Line>
    );
  if (kind === 'ASK_EXCEPTION')
    return (
      <Line
        icon={Handshake}
        act={
          exception && (
            <AskButton
              variant={variant}
              kind="UNBLOCK"
              cardId={card.id}
              exception={exception}
              rule={rule && ruleText(rule, limits?.groups ?? [])}
            >
              {words.askThis}
            </AskButton>
          )
        }
      >
        {words.askException}
      </Line>
    );
  const asks = {
    ASK_RAISE: words.askMore(sum, period === null ? '' : cardHomeWords.left.periods[period]),
    REQUEST_FUNDS: words.askFunds(sum),
  };
  if (!Object.hasOwn(asks, kind)) return null;
  return (
    <Line
      icon={Handshake}
      act={
        <AskButton
          variant={variant}
          kind={kind === 'REQUEST_FUNDS' ? 'FUNDING' : 'LIMIT'}
          cardId={card.id}
          amount={amount?.amount}
          period={period}
          merchant={merchant}
        >
          {words.ask(sum)}
        </AskButton>
      }
    >
      {asks[kind as keyof typeof asks]}
    </Line>
  );
}

const Line = ({ icon, act, children }: { icon: typeof Clock; act?: ReactNode; children: ReactNode }) => (
  <li className={styles.way}>
    <Icon of={icon} size={16} />
    <span className={styles.wayText}>{children}</span>
    {act}
  </li>
);
