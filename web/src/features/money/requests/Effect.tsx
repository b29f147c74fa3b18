import type { CardRequestForDecision, RequestPeriod } from '@florin/contract/money/requests';
import { Check } from 'lucide-react';
import { countryNames } from '../../../flows/requests/asked-words.ts';
import { longWhen } from '../../../flows/time/when.ts';
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
  const say = useMoment();
  return (
    <section>
      <h3>{words.ifApproved}</h3>
      <ul className={styles.effects}>
        {sentencesOf(of, cents, say).map((sentence) => (
          <li key={sentence}>
            <Icon of={Check} size={16} />
            <span>{sentence}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function sentencesOf(of: CardRequestForDecision, cents: number | null, say: (at: string) => string): string[] {
  const { kind, effect, raises, amount, period, until, countries, cardKind, requestedBy } = of;
  const sum = cents !== null && !Number.isNaN(cents) ? cents : (amount?.amount ?? 0);
  const first = firstNameOf(requestedBy.name);
  if (kind === 'FUNDING' && effect) {
    const { card, business } = effect;
    const left = business.before.amount - sum;
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
          ? [words.raised(first, moneyText(usd(sum)), requestWords.periods[period], end)]
          : raisedTexts(raises, { first, sum, period, end })
        : []),
      ...(countries.length > 0 ? [words.opened(countryNames(countries), end)] : []),
      words.othersStay,
      words.noMoney,
    ];
  }
  if (kind === 'UNBLOCK')
    return [until === null ? words.unfrozen : allowedText(of, say(until)), words.othersStay, words.noMoney];
  const issued = cardKind === 'PHYSICAL' ? words.physical(first) : words.issued(first);
  return [
    issued,
    ...(amount !== null && period !== null
      ? [words.issuedLimit(moneyText(usd(sum)), requestWords.periods[period])]
      : []),
    words.noMoney,
  ];
}

/** The limit that is raised: what it becomes, and what can be spent then, for those who may see what is left. */
function raisedTexts(
  { limit, left, policyName, group }: NonNullable<CardRequestForDecision['raises']>,
  { first, sum, period, end }: { first: string; sum: number; period: RequestPeriod; end: string },
): string[] {
  const of = `${group === null ? '' : words.atGroup(group)}${policyName === '' ? '' : words.ofPolicy(policyName)}`;
  const after = moneyText(usd(limit.amount + sum));
  const each = words.becomes(moneyText(limit), requestWords.periods[period], of, after, end);
  if (left === null || period === 'PURCHASE') return [each];
  return [each, words.leaves(first, moneyText(usd(left.amount + sum)), words.whens[period])];
}

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
