import type { FundingLine, FundingPlan } from '@florin/contract/money/card-funding';
import { textOfCard } from '../../../flows/cards/card-title.ts';
import { moneyText, usd } from '../../../kit/text/money-parts.ts';
import { fundingWords as words } from '../../../messages/en/money/card-funding.ts';

/** A card by its title and its last digits. */
export const cardText = ({ cardName, kind, last4 }: Pick<FundingLine, 'cardName' | 'kind' | 'last4'>): string =>
  textOfCard({ name: cardName, kind, last4 });

/** What a plan does, in sentences: the cards that get nothing or less with their reasons, who gets what, the account. */
export function planSentences({
  act,
  lines,
  account,
  cardsUnchanged,
}: Pick<FundingPlan, 'act' | 'lines' | 'account' | 'cardsUnchanged'>): {
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
  // Each row says its own reason; here the cards of one reason are a line.
  const odd = Map.groupBy(
    lines.filter(({ reason }) => reason !== null),
    (line) => factOf(act, line),
  );
  const named = [...odd].map(([fact, [first, ...more]]) => {
    const [one, several] = words.plan.facts[fact];
    return more.length === 0
      ? words.plan.fact(cardText(first!), one)
      : words.plan.fact(words.plan.cards(more.length + 1), several);
  });
  return {
    main: parts.length === 0 ? words.plan.none : parts.join(' '),
    // A line alone says how many.
    stay: [...(named.length > 1 && cardsUnchanged > 0 ? [words.plan.nothing(cardsUnchanged)] : []), ...named],
    idle: idleOf(get.filter(({ idle }) => idle !== undefined)),
    account:
      account.before.amount === account.after.amount
        ? words.plan.accountSame(moneyText(account.before))
        : words.plan.account(moneyText(account.before), moneyText(account.after)),
  };
}

/** Why a card gets nothing or less, in words that fit the act: a card that is topped up has enough, at the amount or above. */
function factOf(act: FundingPlan['act'], { reason, change }: FundingLine): keyof typeof words.plan.facts {
  if (reason === 'ACCOUNT_SHORT' && change.amount !== 0) return 'LESS';
  if (reason !== 'AT_TARGET') return reason!;
  return act === 'TOP_UP' ? 'ABOVE_TARGET' : act === 'ZERO' ? 'EMPTY' : reason;
}

function idleOf(lines: readonly FundingLine[]): string | null {
  const [first, ...more] = lines;
  if (first?.idle === undefined) return null;
  return more.length === 0 ? words.plan.idle[first.idle](cardText(first)) : words.plan.idle.many(lines.length);
}
