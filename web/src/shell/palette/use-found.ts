import { cards, ownCards, type Card } from '@florin/contract/cards/cards';
import { whyNotPermitted, type Permission } from '@florin/contract/permissions';
import { requests, type CardRequest } from '@florin/contract/money/requests';
import { team } from '@florin/contract/access/team-members';
import { myTransactions, transactions, type TransactionLine } from '@florin/contract/cards/transactions';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { askedFundingQuery, type AskedFunding } from '../../flows/requests/asked-funding.ts';
import { useLate } from '../../kit/forms/use-late.ts';
import { usePerson } from '../../session/person.ts';
import { fetchOrThrow, keyOf } from '../../session/queries/query-client.ts';
import type { Order } from './read-order.ts';

/** What the server knows by a text. */
export interface SearchResults {
  cards: readonly Card[];
  people: readonly Named[];
  /** The people who can get a card, found by as many of the first words as match a name. The other words are `rest`. */
  holders: readonly (Named & { rest: string })[];
  purchases: readonly TransactionLine[];
  /** Those that wait for a decision. */
  requests: readonly CardRequest[];
  /** The known merchant that a new card is for, with what follows its name; null where the text names none, undefined before that is known. */
  merchant: { name: string; rest: string } | null | undefined;
  /** The requests that wait for money on the cards found; empty unless the text orders money for them. */
  asked: readonly AskedFunding[];
  isSearching: boolean;
  /** What is found is of a text that has changed since. */
  isOld: boolean;
  /** Why some of it is missing; null where nothing is. */
  failure: { error: Error; retry: () => void } | null;
}

interface Named {
  membershipId: string;
  firstName: string;
  lastName: string;
}

const nothing = { cards: [], people: [], holders: [], purchases: [], requests: [], asked: [] };
const leastLetters = 2;
/** A search takes no longer text. */
const mostLetters = 80;
/** The words that a name can have; what follows is the name of a card. */
const mostWords = 4;
const pauseMilliseconds = 150;
const atMost = '5';
/** Among so many purchases the merchant of a new card is looked for, as in its form. */
const latest = '100';

const cardsFound = (isAdministrator: boolean, text: string) =>
  queryOptions({
    queryKey: [...keyOf('cards-of-palette'), isAdministrator, text],
    queryFn: async ({ signal }) => {
      if (isAdministrator) return (await fetchOrThrow(cards, { query: { text, limit: atMost } }, signal)).items;
      const { items } = await fetchOrThrow(ownCards, { query: {} }, signal);
      return items.filter(({ name, last4 }) => `${name ?? ''} ${last4}`.toLowerCase().includes(text.toLowerCase()));
    },
  });

const purchasesFound = (isAdministrator: boolean, text: string) =>
  queryOptions({
    queryKey: [...keyOf('transactions-of-palette'), isAdministrator, text],
    queryFn: async ({ signal }) => {
      const query = { query: { text, limit: atMost } };
      const page = isAdministrator
        ? await fetchOrThrow(transactions, query, signal)
        : await fetchOrThrow(myTransactions, query, signal);
      return page.items;
    },
  });

const requestsFound = (text: string) =>
  queryOptions({
    queryKey: [...keyOf('requests-found-of-palette'), text],
    queryFn: async ({ signal }) =>
      (await fetchOrThrow(requests, { query: { text, status: 'PENDING', limit: atMost } }, signal)).items,
  });

const peopleFound = (text: string) =>
  queryOptions({
    queryKey: [...keyOf('team-of-palette'), text],
    queryFn: async ({ signal }) => {
      const { items } = await fetchOrThrow(team, { query: { text, limit: '10' } }, signal);
      // The accounts of one person stand for one person.
      return [...new Map(items.map((member) => [member.personId, member])).values()].slice(0, Number(atMost));
    },
  });

/** 'Lark lunch' is Lark Street Coffee, where somebody has bought, with the rest 'lunch'. */
const merchantFound = (text: string) =>
  queryOptions({
    queryKey: [...keyOf('transactions-merchant-of-palette'), text],
    queryFn: async ({ signal }) => {
      const words = text.split(/\s+/);
      for (let count = Math.min(words.length, mostWords); count > 0; count -= 1) {
        const name = words.slice(0, count).join(' ');
        // Fewer words are asked for where more of them name nothing.
        // oxlint-disable-next-line no-await-in-loop
        const { items } = await fetchOrThrow(transactions, { query: { merchant: name, limit: latest } }, signal);
        const wanted = name.toLowerCase();
        const names = items.map(({ merchant }) => merchant.name);
        // 'work' is not Pixelworks: the name or a word of it begins so.
        const known =
          names.find((each) => each.toLowerCase().startsWith(wanted)) ??
          names.find((each) => each.toLowerCase().includes(` ${wanted}`));
        if (known !== undefined) return { name: known, rest: words.slice(count).join(' ') };
      }
      return null;
    },
  });

/** 'Priya lunch' is Priya Nair with the rest 'lunch'. */
const holdersFound = (text: string) =>
  queryOptions({
    queryKey: [...keyOf('team-holders-of-palette'), text],
    queryFn: async ({ signal }) => {
      const words = text.split(/\s+/);
      for (let count = Math.min(words.length, mostWords); count > 0; count -= 1) {
        const name = words.slice(0, count).join(' ');
        const query = { text: name, role: 'CARDHOLDER', state: 'OPEN', limit: atMost } as const;
        // Fewer words are asked for where more of them name nobody.
        // oxlint-disable-next-line no-await-in-loop
        const { items } = await fetchOrThrow(team, { query }, signal);
        if (items.length > 0) return items.map((holder) => ({ ...holder, rest: words.slice(count).join(' ') }));
      }
      return [];
    },
  });

/**
 * Searches cards, people and purchases once typing pauses, but only those that the person may see.
 * @param order of which the text names the card or the person
 */
export function useFound(typed: string, order: Order | null): SearchResults {
  const person = usePerson();
  const now = typed.trim().slice(0, mostLetters);
  const text = useLate(now, pauseMilliseconds);
  const at = order?.at.slice(0, mostLetters) ?? '';
  const merchantText = useLate(at, pauseMilliseconds);
  const verb = order?.verb;
  const isAdministrator = person.role === 'ADMIN';
  const holder = { role: person.role, flags: person.permissionFlags };
  const may = (permission: Permission) => whyNotPermitted(permission, holder) === null;
  const isEnough = text.length >= leastLetters;
  const seesUsage = isAdministrator ? may('transactions.view') && person.allowAdminViewCardUsage : true;
  const seesTeam = isEnough && isAdministrator && may('team-members.view');
  const ofCards = useQuery({
    ...cardsFound(isAdministrator, text),
    enabled: isEnough && may(isAdministrator ? 'cards.view' : 'own-cards.view'),
  });
  const ofPurchases = useQuery({ ...purchasesFound(isAdministrator, text), enabled: isEnough && seesUsage });
  const ofPeople = useQuery({ ...peopleFound(text), enabled: seesTeam });
  const ofHolders = useQuery({ ...holdersFound(text), enabled: seesTeam && verb === 'ISSUE' });
  const seesMerchants = at !== '' && isAdministrator && seesUsage;
  const ofMerchant = useQuery({ ...merchantFound(merchantText), enabled: seesMerchants && merchantText !== '' });
  const seesRequests = isEnough && isAdministrator && may('requests.view');
  const ofRequests = useQuery({ ...requestsFound(text), enabled: seesRequests });
  const cardIds = ofCards.data?.map(({ id }) => id) ?? [];
  const isFunded = seesRequests && (verb === 'FUND' || verb === 'TOP_UP') && cardIds.length > 0;
  const ofAsked = useQuery({ ...askedFundingQuery(cardIds), enabled: isFunded });
  const isOld = text !== now || merchantText !== at;
  const isMerchantKnown = !seesMerchants || (merchantText === at && !ofMerchant.isPending);
  const merchant = isMerchantKnown ? (seesMerchants && ofMerchant.data) || null : undefined;
  if (!isEnough) return { ...nothing, merchant, isSearching: false, isOld, failure: null };
  const searches = [ofCards, ofPurchases, ofPeople, ofHolders, ofRequests, ofAsked, ofMerchant];
  const failed = searches.filter(({ isError, data }) => isError && data === undefined);
  const retry = () => {
    for (const query of failed) void query.refetch();
  };
  return {
    // Money is not offered while it is not known whether somebody waits for it.
    cards: isFunded && ofAsked.data === undefined ? [] : (ofCards.data ?? []),
    people: ofPeople.data ?? [],
    holders: ofHolders.data ?? [],
    purchases: ofPurchases.data ?? [],
    requests: ofRequests.data ?? [],
    asked: (isFunded && ofAsked.data) || [],
    merchant,
    isOld,
    isSearching: isOld || searches.some(({ isFetching }) => isFetching),
    failure: failed[0]?.error ? { error: failed[0].error, retry } : null,
  };
}
