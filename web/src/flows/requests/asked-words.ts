import type { CardRequest } from '@florin/contract/money/requests';
import { moneyText } from '../../kit/text/money-parts.ts';
import { countryInText } from '@florin/contract/countries';
import { requestWords as words } from '../../messages/en/money/requests.ts';

const names = new Intl.ListFormat('en-US');

/** 'Canada and the United States'. */
export const countryNames = (codes: readonly string[]): string => names.format(codes.map(countryInText));

/** 'Approved with $40.00', where another amount was asked for; 'Approved', 'Rejected'. */
export function stateText(
  { status, amount, decision }: Pick<CardRequest, 'status' | 'amount' | 'decision'>,
  states: typeof words.statuses = words.statuses,
): string {
  const given = decision?.amount;
  return status === 'APPROVED' && given && given.amount !== amount?.amount
    ? words.approvedWith(moneyText(given))
    : states[status];
}

type RequestFacts = Pick<
  CardRequest,
  'kind' | 'amount' | 'period' | 'countries' | 'card' | 'cardName' | 'until' | 'declined' | 'decision'
>;

/** What a request asks for, as the heading of a row: '$26.40 more a day'. */
export function askedText({ kind, amount, period, countries, card, cardName, until, declined }: RequestFacts): string {
  const sum = amount === null ? '' : moneyText(amount);
  switch (kind) {
    case 'FUNDING':
      return words.asks.funding(sum, card?.last4 ?? '');
    case 'LIMIT':
      return amount !== null && period !== null
        ? words.asks.limit(sum, words.periods[period])
        : words.asks.countries(countryNames(countries));
    case 'UNBLOCK':
      if (until === null) return words.asks.freeze(card?.last4 ?? '');
      return declined ? words.asks.exception(declined.merchant) : words.asks.exceptionUnnamed;
    case 'CARD':
      return amount !== null && period !== null
        ? words.asks.cardWith(cardName ?? '', sum, words.periods[period])
        : words.asks.card(cardName ?? '');
  }
}
