import type { FundingLine, FundingPlan } from '@florin/contract/money/card-funding';
import { textOfCard } from '../../../flows/cards/card-title.ts';
import { moneyText, usd } from '../../../kit/text/money-parts.ts';
import { fundingWords as words } from '../../../messages/en/money/card-funding.ts';

/** A card by its title and its last digits. */
export const cardText = ({ cardName, kind, last4 }: Pick<FundingLine, 'cardName' | 'kind' | 'last4'>): string =>
  textOfCard({ name: cardName, kind, last4 });

/** What a plan does, in sentences: the cards that get nothing or less with their reasons, who gets what, the account. */
export function planSentences({
  lines,
  account,
  cardsUnchanged,
}: Pick<FundingPlan, 'lines' | 'account' | 'cardsUnchanged'>): {
  main: string;
  stay: string[];
  /** Cards that get money which nobody can spend yet; null without. */
  idle: string | null;
  account: string;
} {
  const get = lines.filter(({ change }) => change.amount > 0);
  const give = lines.filter(({ change }) => change.amount < 0);
  const sumOf = (some: readonly FundingLine[]) =>
    moneyText(usd(Math.abs(some.reduce((sum, { change }) => sum + change.amount, 0))));
  const isSame = new Set(get.map(({ change }) => change.amount)).size === 1;
  const parts = [
    ...(get.length > 0 ? [words.plan.get(get.length, isSame ? moneyText(get[0]!.change) : null, sumOf(get))] : []),
    ...(give.length > 0 ? [words.plan.give(give.length, sumOf(give))] : []),
  ];
  // Each row says its own reason; here many cards with one reason are a line.
  const odd = Map.groupBy(
    lines.filter(({ reason }) => reason !== null),
    ({ reason }) => reason!,
  );
  const named = [...odd].map(([reason, [first, ...more]]) =>
    more.length === 0
      ? words.plan.line(cardText(first!), words.reasons[reason])
      : words.plan.line(words.plan.cards(more.length + 1), words.reasonsOfMany[reason]),
  );
  return {
    main: parts.length === 0 ? words.plan.none : parts.join(' '),
    stay: [...(cardsUnchanged > 0 ? [words.plan.nothing(cardsUnchanged)] : []), ...named],
    idle: idleOf(get.filter(({ idle }) => idle !== undefined)),
    account:
      account.before.amount === account.after.amount
        ? words.plan.accountSame(moneyText(account.before))
        : words.plan.account(moneyText(account.before), moneyText(account.after)),
  };
}

function idleOf(lines: readonly FundingLine[]): string | null {
  const [first, ...more] = lines;
  if (first?.idle === undefined) return null;
  return more.length === 0 ? words.plan.idle[first.idle](cardText(first)) : words.plan.idle.many(lines.length);
}
