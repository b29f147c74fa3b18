import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { mayFreeze, mayUnfreeze } from '@florin/contract/cards/card-states';
import { card as oneCard, ownCard, type Card } from '@florin/contract/cards/cards';
import { isEligible } from '@florin/contract/eligibility';
import { textOfCard } from '../../flows/cards/card-title.ts';
import { moneyText, usd } from '../../kit/text/money-parts.ts';
import { paletteWords as words } from '../../messages/en/shell/palette.ts';
import { paths } from '../../paths.ts';
import { useMayEnter } from '../../session/account/guards.ts';
import { useReason } from '../../session/PermittedButton.tsx';
import { usePerson } from '../../session/person.ts';
import { fetchOrThrow, keyOf } from '../../session/queries/query-client.ts';
import type { Command } from './commands.ts';
import type { Order } from './read-order.ts';
import type { SearchResults } from './use-found.ts';
import { useWhyNot } from './use-why-not.ts';
import { permissionFor } from './verbs.ts';

/** What is asked for instead of done. */
export interface RequestPrefill {
  kind?: 'LIMIT' | 'FUNDING';
  cardId?: string;
  amount?: number;
}

type FundVerb = Extract<NonNullable<Command['act']>, { kind: 'fund' }>['act'];

/**
 * The acts that the typed order could mean, with the people it could mean. Acts that are not permitted are shown with
 * the reason.
 */
export function useActs(order: Order | null, found: SearchResults, onAsk: (asked: RequestPrefill) => void): Command[] {
  const here = useCardHere(order);
  const { role } = usePerson();
  const whyNotAsk = useWhyNotAsk();
  const router = useRouter();
  const isAdministrator = role === 'ADMIN';
  const isFreeze = order?.verb === 'FREEZE' || order?.verb === 'UNFREEZE';
  const isIssue = order?.verb === 'ISSUE';
  const whyNotFund = useWhyNot('card-funding.run', order !== null && !isFreeze && !isIssue);
  const whyNotFreeze = useWhyNot(permissionFor('freeze', role)!, isFreeze);
  const whyNotIssue = useWhyNot('cards.issue', isIssue);
  const isApprover = useReason('funding-requests.decide') === null;
  if (order === null) return [];
  const { verb, who, amount, isPhysical } = order;
  if (verb === 'ISSUE') {
    const { merchant = null } = found;
    const isSought = found.merchant === undefined;
    const issue = (holder: SearchResults['holders'][number] | null): Command => {
      // Who is not found yet, the form looks for.
      const name = holder === null ? who : `${holder.firstName} ${holder.lastName}`;
      const search = new URLSearchParams({ issue: isPhysical ? 'physical' : 'virtual' });
      if (name !== '') search.set('holder', holder?.membershipId ?? who);
      const named = [holder?.rest ?? '', order.rest, merchant === null ? order.at : merchant.rest];
      const cardName = named.filter(Boolean).join(' ');
      if (cardName !== '') search.set('name', cardName);
      if (amount !== null) search.set('limit', (amount / 100).toFixed(2));
      if (amount !== null) search.set('period', order.period);
      if (merchant !== null) search.set('merchant', merchant.name);
      const form = `${paths.cards}?${search}`;
      const place = merchant === null ? words.asName(order.at) : words.onlyAt(merchant.name);
      const detail = isSought ? words.seeking(order.at) : [cardName, place].filter(Boolean).join(' · ');
      const limit = amount === null ? null : words.limit(moneyText(usd(amount)), order.period);
      return {
        id: `issue-${holder?.membershipId ?? ''}`,
        group: 'do',
        label: isPhysical ? words.issuePhysical(name, limit) : words.issue(name, limit),
        ...(detail !== '' && { detail }),
        reason: whyNotIssue,
        isSought,
        form: isSought ? undefined : form,
        run: () => void router.navigate({ href: form }),
      };
    };
    return found.holders.length === 0 ? [issue(null)] : found.holders.map(issue);
  }
  // Cardholders do not move money. They ask an administrator to.
  if (!isAdministrator && (verb === 'FUND' || verb === 'TOP_UP')) {
    if (amount === null) return [];
    const ask = (id: string, card: Card | null): Command => ({
      id,
      group: 'do',
      label: words.askFor(moneyText(usd(amount)), card && textOfCard(card)),
      detail: card?.status === 'PAUSED' ? words.askFrozen : words.askDetail,
      reason: whyNotAsk,
      staysOpen: true,
      run: () => onAsk({ amount, ...(card && { cardId: card.id }) }),
    });
    const open = who === '' ? [] : found.cards.filter((card) => isEligible('card.change', { card }));
    return open.length === 0 ? [ask('ask', null)] : open.map((card) => ask(`ask-${card.id}`, card));
  }
  if (who === '' && verb !== 'FREEZE' && verb !== 'UNFREEZE') {
    if (amount === null) return [];
    return [
      {
        id: 'choose-cards',
        group: 'do',
        label: words.chooseCards[verb](moneyText(usd(amount))),
        detail: words.chooseDetail,
        reason: whyNotFund,
        run: () => void router.navigate({ to: paths.cardFunding, search: { act: verb, amount: String(amount) } }),
      },
    ];
  }
  return (who === '' ? here : found.cards).flatMap((card): Command[] => {
    const name = textOfCard(card);
    const holder = card.holder ? { detail: `${card.holder.firstName} ${card.holder.lastName}` } : {};
    const base = { id: `${verb}-${card.id}`, group: 'do' as const, ...holder, run: () => {} };
    if (verb === 'FREEZE' || verb === 'UNFREEZE') {
      const kind = verb === 'FREEZE' ? 'freeze' : 'unfreeze';
      const actor = isAdministrator ? 'ADMIN' : 'HOLDER';
      const isPossible = verb === 'FREEZE' ? mayFreeze(card, actor) : mayUnfreeze(card, actor);
      if (!isPossible) return [];
      return [{ ...base, label: words[kind](name), reason: whyNotFreeze, act: { kind, cardId: card.id, name } }];
    }
    if (amount === null || !isEligible('card.change', { card })) return [];
    const formOf = (act: FundVerb, more: Record<string, string> = {}) =>
      `${paths.cardFunding}?${new URLSearchParams({ cards: card.id, act, amount: String(amount), ...more })}`;
    const asked = found.asked.filter((request) => request.card.id === card.id);
    const fund = (act: FundVerb): Command => ({
      ...base,
      id: `${act}-${card.id}`,
      label: words.fund[act](moneyText(usd(amount)), name),
      reason: whyNotFund ?? (act !== 'DEFUND' && !isEligible('card.fund', { card }) ? words.cardFrozen : null),
      form: formOf(act),
      act: {
        kind: 'fund',
        act,
        cardId: card.id,
        name,
        amount,
        ...(act !== 'DEFUND' && {
          asked: asked.map((each) => ({ who: each.requestedBy.name, amount: each.amount.amount })),
        }),
      },
    });
    // What was asked for is answered before more is given.
    const approve = (isApprover ? asked : []).map((request): Command => {
      const sum = verb === 'FUND' ? amount : request.amount.amount;
      return {
        ...base,
        id: `approve-${request.id}`,
        verb: 'approve',
        label: words.approve(moneyText(usd(sum)), name),
        form: `${paths.cardRequests}?open=${request.id}`,
        reason: isEligible('card.fund', { card }) ? null : words.cardFrozen,
        act: {
          kind: 'approve',
          requestId: request.id,
          cardId: card.id,
          name,
          amount: sum,
          who: request.requestedBy.name,
          asked: request.amount.amount,
        },
      };
    });
    // Where one card can be meant, what else could be.
    if (verb !== 'FUND' || found.cards.length > 1) return [...approve, fund(verb)];
    const schedule = formOf('FUND', { schedule: 'new' });
    return [
      ...approve,
      fund('FUND'),
      fund('TOP_UP'),
      {
        ...base,
        id: `schedule-${card.id}`,
        label: words.fundOnSchedule(moneyText(usd(amount)), name),
        reason: whyNotFund,
        form: schedule,
        run: () => void router.navigate({ href: schedule }),
      },
    ];
  });
}

/** The card whose page is open, where an order to freeze or unfreeze names none. */
function useCardHere(order: Order | null): Card[] {
  const isOwn = usePerson().role !== 'ADMIN';
  const { pathname } = useRouter().latestLocation;
  const id = (isOwn ? /^\/my-cards\/([\da-f-]{36})$/ : /^\/cards\/([\da-f-]{36})$/).exec(pathname)?.[1];
  const isMeant = order?.who === '' && (order.verb === 'FREEZE' || order.verb === 'UNFREEZE');
  const params = { id: id ?? '' };
  const { data } = useQuery({
    queryKey: [...keyOf('card-of-palette'), isOwn, params.id],
    queryFn: ({ signal }): Promise<Card> => fetchOrThrow(isOwn ? ownCard : oneCard, { params }, signal),
    enabled: isMeant && id !== undefined,
  });
  return isMeant && data ? [data] : [];
}

/** Why a holder cannot ask for money; null if they can. */
export function useWhyNotAsk(): string | null {
  const person = usePerson();
  const mayEnter = useMayEnter();
  const reason = useReason('requests.make');
  if (person.role === 'ADMIN') return null;
  return reason ?? (mayEnter(paths.fundingRequests, person) ? null : words.askElsewhere);
}
