import { cards, ownCards, type Card } from '@florin/contract/cards';
import { teamMembers } from '@florin/contract/invites';
import { whyNotPermitted, type Permission } from '@florin/contract/permissions';
import { myTransactions, transactions, type TransactionLine } from '@florin/contract/transactions';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useLate } from '../../kit/forms/use-late.ts';
import { usePerson } from '../../session/person.ts';
import { fetchOrThrow, keyOf } from '../../session/queries/query-client.ts';

/** What the server knows by a text. */
export interface Found {
  cards: readonly Card[];
  people: readonly { userId: string; firstName: string; lastName: string }[];
  /** The people who can get a card, found by as many of the first words as match a name. The other words are `rest`. */
  holders: readonly { userId: string; firstName: string; lastName: string; rest: string }[];
  purchases: readonly TransactionLine[];
  isSearching: boolean;
  /** Why some of it is missing; null where nothing is. */
  failure: { error: Error; retry: () => void } | null;
}

const leastLetters = 2;
const pauseMilliseconds = 150;
const atMost = '5';

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

const peopleQuery = () =>
  queryOptions({
    queryKey: keyOf('team-members-of-palette'),
    queryFn: async ({ signal }) => {
      const { members } = await fetchOrThrow(teamMembers, {}, signal);
      return {
        people: [...new Map(members.map((member) => [member.personId, member])).values()],
        holders: members.filter(({ role, isUserAccountOpen }) => role === 'CARDHOLDER' && isUserAccountOpen),
      };
    },
  });

/** Searches cards, people and purchases once typing pauses, but only those that the person may see. */
export function useFound(typed: string): Found {
  const person = usePerson();
  const text = useLate(typed.trim(), pauseMilliseconds);
  const isAdministrator = person.role === 'ADMIN';
  const holder = { role: person.role, flags: person.permissionFlags };
  const may = (permission: Permission) => whyNotPermitted(permission, holder) === null;
  const isEnough = text.length >= leastLetters;
  const seesUsage = isAdministrator ? may('transactions.view') && person.allowAdminViewCardUsage : true;
  const ofCards = useQuery({
    ...cardsFound(isAdministrator, text),
    enabled: isEnough && may(isAdministrator ? 'cards.view' : 'own-cards.view'),
  });
  const ofPurchases = useQuery({ ...purchasesFound(isAdministrator, text), enabled: isEnough && seesUsage });
  const ofPeople = useQuery({ ...peopleQuery(), enabled: isEnough && isAdministrator && may('team-members.view') });
  if (!isEnough) return { cards: [], people: [], holders: [], purchases: [], isSearching: false, failure: null };
  const failed = [ofCards, ofPurchases, ofPeople].filter(({ isError, data }) => isError && data === undefined);
  const retry = () => {
    for (const query of failed) void query.refetch();
  };
  const words = text.toLowerCase().split(/\s+/);
  const people = named(ofPeople.data?.people ?? [], words);
  return {
    cards: ofCards.data ?? [],
    people: people.slice(0, Number(atMost)),
    holders: holdersIn(ofPeople.data?.holders ?? [], text).slice(0, Number(atMost)),
    purchases: ofPurchases.data ?? [],
    isSearching: text !== typed.trim() || [ofCards, ofPurchases, ofPeople].some(({ isFetching }) => isFetching),
    failure: failed[0]?.error ? { error: failed[0].error, retry } : null,
  };
}

interface Named {
  firstName: string;
  lastName: string;
}

/** The people in whose names all these words are. */
const named = <P extends Named>(people: readonly P[], words: readonly string[]): P[] =>
  people.filter(({ firstName, lastName }) =>
    words.every((word) => `${firstName} ${lastName}`.toLowerCase().includes(word)),
  );

/** 'Priya lunch' is Priya Nair with the rest 'lunch'. */
export function holdersIn<P extends Named>(holders: readonly P[], text: string): (P & { rest: string })[] {
  const words = text.split(/\s+/);
  for (let count = words.length; count > 0; count -= 1) {
    const found = named(
      holders,
      words.slice(0, count).map((word) => word.toLowerCase()),
    );
    const rest = words.slice(count).join(' ');
    if (found.length > 0) return found.map((holder) => ({ ...holder, rest }));
  }
  return [];
}
