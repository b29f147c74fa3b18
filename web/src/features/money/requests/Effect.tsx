import type { CardRequestForDecision, RequestPeriod } from '@florin/contract/money/requests';
import { windowsText } from '@florin/contract/cards/policies/hour-sentences';
import { Check, TriangleAlert } from 'lucide-react';
import { countryNames } from '../../../flows/requests/asked-words.ts';
import { useNow } from '../../../flows/time/use-now.ts';
import { addDays, dayIn, longWhen, momentIn, shortZoneName } from '../../../flows/time/when.ts';
import { Icon } from '../../../kit/text/Icon.tsx';
import { moneyText, usd } from '../../../kit/text/money-parts.ts';
import { decidingWords as words } from '../../../messages/en/money/deciding.ts';
import { requestWords } from '../../../messages/en/money/requests.ts';
import { usePerson } from '../../../session/person.ts';
import styles from './requests.module.css';

export const firstNameOf = (name: string): string => name.split(' ')[0]!;

/** Says a moment in the time zone of the business. */
export function useMoment(): (at: string) => string {
  const { timeZone } = usePerson();
  return (at) => longWhen(at, timeZone);
}

/** What an approval changes, and what it does not. @param props.cents as typed; the server has computed what was asked */
export function Effect({ of, cents }: { of: CardRequestForDecision; cents: number | null }) {
  const moment = useMoment();
  const { timeZone } = usePerson();
  const now = useNow();
  const isToday = (until: string | null) => until === momentIn(`${addDays(dayIn(now, timeZone), 1)}T00:00`, timeZone);
  const say = (at: string) => (isToday(at) ? words.midnight : moment(at));
  return (
    <section>
      <h3>{words.ifApproved}</h3>
      <ul className={styles.effects}>
        {sentencesOf(of, cents, { say, isToday }).map((sentence) => (
          <li key={textOf(sentence)}>
            <Icon of={typeof sentence === 'string' ? Check : TriangleAlert} size={16} />
            <span>{textOf(sentence)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const textOf = (sentence: Sentence): string => (typeof sentence === 'string' ? sentence : sentence.warning);

/** What is no effect, but may stand in its way, is a warning. */
type Sentence = string | { warning: string };

interface Moments {
  say: (at: string) => string;
  /** Whether an end is that of the present day. */
  isToday: (until: string | null) => boolean;
}

function sentencesOf(of: CardRequestForDecision, cents: number | null, { say, isToday }: Moments): Sentence[] {
  const { kind, effect, raises, amount, period, until, countries, cardKind, requestedBy, declined } = of;
  const sum = cents !== null && !Number.isNaN(cents) ? cents : (amount?.amount ?? 0);
  const first = firstNameOf(requestedBy.name);
  if (kind === 'FUNDING' && effect) {
    const { card, business } = effect;
    const left = business.before.amount - sum;
    // With enough in the account, only the state of the card keeps the money from it.
    const isKept = card.after.amount === card.before.amount && (amount?.amount ?? 0) <= business.before.amount;
    if (isKept) return [{ warning: words.cardTakesNothing }];
    return [
      words.gets(first, moneyText(usd(sum)), moneyText(usd(card.before.amount + sum))),
      left < 0
        ? words.short(moneyText(business.before), moneyText(usd(-left)))
        : words.keeps(moneyText(business.before), moneyText(usd(left))),
      words.limitsStay,
    ];
  }
  if (kind === 'LIMIT') {
    const end = until === null ? '' : say(until);
    return [
      ...(amount !== null && period !== null
        ? raises === null
          ? of.status === 'PENDING'
            ? [{ warning: words.nothingToRaise(requestWords.periods[period]) }]
            : [words.raised(first, moneyText(usd(sum)), requestWords.periods[period], end)]
          : raisedTexts(raises, {
              first,
              sum,
              period,
              end,
              isLastDay: isToday(until),
              wanted: declined?.amount.amount ?? 0,
            })
        : []),
      ...(countries.length > 0 ? [words.opened(countryNames(countries), end)] : []),
      staysText(of),
      words.noMoney,
    ];
  }
  if (kind === 'UNBLOCK')
    return [
      until === null ? words.unfrozen : allowedText(of, say(until)),
      ...(of.hours ? [words.hoursAgain(windowsText(of.hours.windows), shortZoneName(of.hours.timeZone))] : []),
      staysText(of),
      words.noMoney,
    ];
  const issued = cardKind === 'PHYSICAL' ? words.physical(first) : words.issued(first);
  return [
    issued,
    ...(amount !== null && period !== null
      ? [words.issuedLimit(moneyText(usd(sum)), requestWords.periods[period])]
      : []),
    words.noMoney,
  ];
}

/**
 * The limit that is raised: what can be spent, until when and what it is again then. Where something else leaves less, that
 * is said in place of it.
 */
function raisedTexts(raises: Raises, how: RaiseText): Sentence[] {
  return [
    ...nowTexts(raises, how),
    ...tightestTexts(raises, how),
    ...obstacleTexts(raises, how),
    ...alsoTexts(raises, how),
  ];
}

/** What has changed since the request: the purchase would go through, the limit was raised. */
function nowTexts({ limit, left, since, allowedNow }: Raises, { period }: RaiseText): Sentence[] {
  const isNeedless = allowedNow && left !== null;
  return [
    ...(isNeedless
      ? [
          {
            warning: words.allowedNow(
              period === 'PURCHASE'
                ? words.mayCost(moneyText(limit))
                : words.isLeft(moneyText(left), words.whens[period]),
            ),
          },
        ]
      : []),
    ...(since.amount > 0 ? [words.since(moneyText(since))] : []),
  ];
}

/** Whether another limit or the money leaves less than the raise: then that decides what can be spent. */
function isCut({ left, next }: Raises, { sum, period, wanted }: RaiseText): boolean {
  if (left === null || next === null) return false;
  // A limit of one purchase says nothing of a day.
  return next.left.amount < (period === 'PURCHASE' ? wanted : Math.max(0, left.amount) + sum);
}

/** What an approval leaves in the way. */
function obstacleTexts(raises: Raises, how: RaiseText): Sentence[] {
  const { next, usedUp } = raises;
  const less = isCut(raises, how) ? next : null;
  const reasons = [
    ...(less === null
      ? []
      : less.policyName === null
        ? [words.onlyMoney(moneyText(less.left))]
        : [words.onlyLimit(less.policyName, moneyText(less.left))]),
    ...usedUp.map(({ purchases, period, policyName, group }) =>
      words.usedUp(
        purchases,
        period === null ? '' : requestWords.periods[period],
        `${group === null ? '' : words.atGroup(group)}${policyName === '' ? '' : words.ofPolicy(policyName)}`,
      ),
    ),
  ];
  if (reasons.length === 0) return [];
  const reason = reasons.join(' ');
  const isDeclinedAgain = how.wanted > 0 && (usedUp.length > 0 || (less !== null && less.left.amount < how.wanted));
  return [{ warning: isDeclinedAgain ? words.notEnough(reason) : reason }];
}

/** The other limits that are raised with it, each as far as it takes. */
function alsoTexts({ left, also }: Raises, how: RaiseText): string[] {
  const { sum, period, end, wanted } = how;
  // Who may not see what is left reads which limits it may be.
  if (left === null)
    return also.length === 0
      ? []
      : [words.mayRaise(names.format(also.map((other) => limitText(other, moneyText(other.limit)))))];
  return also.flatMap((other) => {
    const leaves = Math.max(0, left.amount) + sum;
    const needed = other.period === period ? leaves : Math.min(leaves, wanted);
    const raise = needed - (other.left?.amount ?? 0);
    if (raise <= 0) return [];
    return [
      words.alsoRaises(limitText(other, moneyText(other.limit)), moneyText(usd(other.limit.amount + raise)), end),
    ];
  });
}

/** 'the limit of $200.00 a day at Restaurants' */
const limitText = ({ period, group }: Pick<RaisedLimit, 'period' | 'group'>, amount: string): string =>
  words.limitOf(amount, requestWords.periods[period], group === null ? '' : words.atGroup(group));

type Raises = NonNullable<CardRequestForDecision['raises']>;
type RaisedLimit = Raises['also'][number];

function tightestTexts(raises: Raises, how: RaiseText): string[] {
  const { limit, left, policyName, group, again } = raises;
  const { first, sum, period, end, isLastDay } = how;
  const text = (amount: number) => moneyText(usd(amount));
  // What is spent above the limit is raised, too.
  const above = Math.max(0, -(left?.amount ?? 0));
  const [after, per] = [text(limit.amount + above + sum), requestWords.periods[period]];
  // What is raised for a time already may be less by then.
  const before = moneyText(again ?? limit);
  const at = group === null ? '' : words.atGroup(group);
  const raised = policyName === '' ? [] : [words.raises(policyName)];
  if (period === 'PURCHASE') return [words.costs(after, at, end, before), ...raised];
  const then = left === null ? null : Math.max(0, left.amount) + sum;
  if (isCut(raises, how))
    return [
      words.becomes(
        moneyText(limit),
        per,
        `${at}${policyName === '' ? '' : words.ofPolicy(policyName)}`,
        after,
        end,
        before,
      ),
    ];
  if (then !== null && period === 'DAY' && isLastDay)
    return [words.spends(first, text(then), at, end, before, per), ...raised];
  return [
    words.spendsEach(first, after, per, at, end, before),
    ...(then === null ? [] : [words.leaves(first, text(then), words.whens[period])]),
    ...raised,
  ];
}

interface RaiseText {
  first: string;
  sum: number;
  period: RequestPeriod;
  end: string;
  /** The purchase that was declined, in minor units; 0 without one. */
  wanted: number;
  /** The raise ends with the day. */
  isLastDay: boolean;
}

const names = new Intl.ListFormat('en-US');

/** Which rules an approval leaves as they are. */
const staysText = ({ kept }: CardRequestForDecision): string =>
  kept.length === 0 ? words.othersStay : words.keptStay(names.format(kept.map(words.quoted)));

/** What an exception allows until its end. */
function allowedText({ exception }: CardRequestForDecision, until: string): string {
  if (!exception) return words.excepted(until);
  const { about, value } = exception;
  if (about === 'hours' || value === null) return words.exceptions.hours(until);
  switch (about) {
    case 'country':
      return words.exceptions.place(countryNames([value]), until);
    case 'state':
    case 'currency':
      return words.exceptions.place(value, until);
    case 'presence':
      return words.exceptions.presence(words.presences[value as keyof typeof words.presences], until);
    case 'merchant':
      return words.exceptions.merchant(value, until);
    case 'mcc':
    case 'group':
      return words.exceptions.category(value, until);
  }
}
