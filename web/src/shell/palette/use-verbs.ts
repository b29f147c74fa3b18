import { mayFreeze, mayReplace, mayTransition, mayUnfreeze, replaceReasons } from '@florin/contract/cards/card-states';
import { cards, ownCards, type Card } from '@florin/contract/cards/cards';
import { isEligible } from '@florin/contract/eligibility';
import { whyNotPermitted } from '@florin/contract/permissions';
import { requests, type CardRequest } from '@florin/contract/money/requests';
import { team, type Member } from '@florin/contract/access/team-members';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { textOfCard } from '../../flows/cards/card-title.ts';
import { askedText } from '../../flows/requests/asked-words.ts';
import { useLate } from '../../kit/forms/use-late.ts';
import { verbWords as words } from '../../messages/en/shell/palette-verbs.ts';
import { paths } from '../../paths.ts';
import { usePerson } from '../../session/person.ts';
import { fetchOrThrow, keyOf } from '../../session/queries/query-client.ts';
import type { Command } from './commands.ts';
import type { RequestPrefill } from './use-acts.ts';
import { useWhyNotEach } from './use-why-not.ts';
import { permissionFor, readAsked, readVerbs, verbOf, type TypedVerb, type VerbId } from './verbs.ts';

const pauseMilliseconds = 150;
const mostLetters = 80;
/** The choices that are listed at once; a search finds the others. */
const choicesAtMost = '20';
/** Among so many requests those of an amount are looked for. */
const mostRequests = '100';

interface Ways {
  onPick: (verb: VerbId) => void;
  onAsk: (asked: RequestPrefill) => void;
  /** Why the person cannot ask for money; null if they can. */
  whyNotAsk: string | null;
}

/** The acts that the typed text begins to name. To choose one is to choose what it acts on next. */
export function useVerbs(typed: string, isPicking: boolean, { onPick, whyNotAsk }: Ways) {
  const { role } = usePerson();
  const named = isPicking ? [] : readVerbs(typed, role);
  const why = useWhyNotVerb(
    named.map(({ id }) => id),
    whyNotAsk,
  );
  const command = ({ id }: TypedVerb): Command => ({
    id: `verb-${id}`,
    group: 'do',
    verb: id,
    label: words[id].label,
    also: verbOf(id).words.join(' '),
    detail: words[id].detail,
    reason: why(id),
    staysOpen: true,
    run: () => onPick(id),
  });
  const bare = named.filter(({ who }) => who === '');
  return {
    whole: bare.filter(({ isWhole }) => isWhole).map(command),
    begun: bare.filter(({ isWhole }) => !isWhole).map(command),
    /** The act that is named with what it acts on. */
    withObject: named.find(({ who }) => who !== '') ?? null,
  };
}

/** Why the person cannot do an act, with who can give them the permission; null for what they can. */
function useWhyNotVerb(asked: readonly VerbId[], whyNotAsk: string | null): (verb: VerbId) => string | null {
  const { role } = usePerson();
  const whyNot = useWhyNotEach(asked.flatMap((verb) => permissionFor(verb, role) ?? []));
  return (verb) => {
    const permission = permissionFor(verb, role);
    if (permission === undefined) return null;
    return permission === 'requests.make' ? whyNotAsk : whyNot(permission);
  };
}

/** The cards of the palette: those used last first, for those who may see that. */
const cardChoices = (isAdministrator: boolean, byUse: boolean, text: string, isFrozen: boolean) =>
  queryOptions({
    queryKey: [...keyOf('cards-of-palette-verb'), isAdministrator, byUse, text, isFrozen],
    queryFn: async ({ signal }): Promise<readonly Card[]> => {
      const query = {
        // A card that waits for its activation can be frozen, too.
        status: isFrozen
          ? 'PAUSED,PENDING_FULFILLMENT,PENDING_ACTIVATION'
          : 'OPEN,PAUSED,PENDING_FULFILLMENT,PENDING_ACTIVATION',
        limit: choicesAtMost,
        ...(text && { text }),
        ...(byUse && { sort: 'USED' as const }),
      };
      if (isAdministrator) return (await fetchOrThrow(cards, { query }, signal)).items;
      const { items } = await fetchOrThrow(ownCards, { query: { limit: '100' } }, signal);
      return items.filter((card) => textOfCard(card).toLowerCase().includes(text.toLowerCase()));
    },
  });

/** The requests that wait: with a number in the text, those of that amount, or else those that the text finds. */
const requestChoices = (text: string) =>
  queryOptions({
    queryKey: [...keyOf('requests-of-palette'), text],
    queryFn: async ({ signal }) => {
      const waiting = async (of: string, limit: string) => {
        const query = { status: 'PENDING', limit, ...(of && { text: of }) };
        return (await fetchOrThrow(requests, { query }, signal)).items;
      };
      const { who, amount } = readAsked(text);
      if (amount === null) return waiting(text, choicesAtMost);
      const all = await waiting(who, mostRequests);
      const same = all.filter((request) => request.amount?.amount === amount);
      if (same.length > 0) return same.slice(0, Number(choicesAtMost));
      // The digits of a card, or a number in a reason.
      const named = await waiting(text, choicesAtMost);
      return named.length > 0 || who === '' ? named : all.slice(0, Number(choicesAtMost));
    },
  });

const personChoices = (text: string) =>
  queryOptions({
    queryKey: [...keyOf('team-of-palette-verb'), text],
    queryFn: async ({ signal }) => {
      const query = { role: 'CARDHOLDER', state: 'OPEN', limit: choicesAtMost, ...(text && { text }) } as const;
      return (await fetchOrThrow(team, { query }, signal)).items;
    },
  });

/** The chosen act, and what its commands need. */
interface ChosenVerb {
  verb: VerbId;
  /** Why the person cannot do it; null if they can. */
  reason: string | null;
  isAdministrator: boolean;
  goTo: (href: string) => void;
  onAsk: Ways['onAsk'];
}

/** The act on a card; none where the card's state does not allow it. */
function actOnCard(card: Card, { verb, reason, isAdministrator, goTo, onAsk }: ChosenVerb): Command[] {
  const name = textOfCard(card);
  const actor = isAdministrator ? 'ADMIN' : 'HOLDER';
  const page = (isAdministrator ? paths.card : paths.ownCard).replace('$id', card.id);
  const command = (more: Pick<Command, 'run'> & Partial<Command>): Command[] => [
    {
      id: `${verb}-${card.id}`,
      group: 'do',
      verb,
      label: words[verb].of(name),
      ...(card.holder && isAdministrator && { detail: `${card.holder.firstName} ${card.holder.lastName}` }),
      reason,
      ...more,
    },
  ];
  const onPage = () => command({ run: () => goTo(`${page}?do=${verb}`) });
  switch (verb) {
    case 'freeze':
    case 'unfreeze': {
      const isPossible = verb === 'freeze' ? mayFreeze(card, actor) : mayUnfreeze(card, actor);
      return isPossible ? command({ act: { kind: verb, cardId: card.id, name }, run: () => {} }) : [];
    }
    case 'replace':
      return replaceReasons.some((one) => one !== 'UNDELIVERABLE' && mayReplace(one, card, actor)) ? onPage() : [];
    case 'pin':
      return mayTransition('setPin', card.status, actor) ? onPage() : [];
    case 'close':
      return mayTransition('close', card.status, actor) ? onPage() : [];
    case 'fund':
    case 'takeBack': {
      const form = `${paths.cardFunding}?cards=${card.id}&act=${verb === 'fund' ? 'FUND' : 'DEFUND'}`;
      return isEligible('card.change', { card }) ? command({ run: () => goTo(form) }) : [];
    }
    case 'ask':
    case 'askLimit': {
      const asked = { kind: verb === 'ask' ? 'FUNDING' : 'LIMIT', cardId: card.id } as const;
      return isEligible('card.change', { card }) ? command({ staysOpen: true, run: () => onAsk(asked) }) : [];
    }
    default:
      return [];
  }
}

const issueTo = ({ membershipId, firstName, lastName }: Member, { verb, reason, goTo }: ChosenVerb): Command => ({
  id: `${verb}-${membershipId}`,
  group: 'do',
  verb,
  label: words[verb].of(`${firstName} ${lastName}`),
  reason,
  run: () => goTo(`${paths.cards}?issue=virtual&holder=${membershipId}`),
});

const decide = (request: CardRequest, { verb, reason, goTo }: ChosenVerb): Command => ({
  id: `${verb}-${request.id}`,
  group: 'do',
  verb,
  label: words[verb].of(askedText(request)),
  detail: [request.requestedBy.name, request.purpose].filter(Boolean).join(' · '),
  reason,
  run: () => goTo(`${paths.cardRequests}?open=${request.id}`),
});

/** What an act can be done to, as commands, and the state of their search. */
export function useChoices(verb: VerbId | null, who: string, { onAsk, whyNotAsk }: Ways) {
  const person = usePerson();
  const router = useRouter();
  const isAdministrator = person.role === 'ADMIN';
  const now = who.trim().slice(0, mostLetters);
  const text = useLate(now, pauseMilliseconds);
  const of = verb && verbOf(verb).of;
  const why = useWhyNotVerb(verb === null ? [] : [verb], whyNotAsk);
  const holder = { role: person.role, flags: person.permissionFlags };
  const byUse =
    isAdministrator && person.allowAdminViewCardUsage && whyNotPermitted('transactions.view', holder) === null;
  const ofCards = useQuery({
    ...cardChoices(isAdministrator, byUse, text, verb === 'unfreeze'),
    enabled: of === 'card',
  });
  const ofPeople = useQuery({ ...personChoices(text), enabled: of === 'person' });
  const ofRequests = useQuery({ ...requestChoices(text), enabled: of === 'request' });
  if (verb === null) return { choices: [], isSearching: false, failure: null };
  const search = { card: ofCards, person: ofPeople, request: ofRequests }[verbOf(verb).of];
  const goTo = (href: string) => void router.navigate({ href });
  const chosen: ChosenVerb = { verb, reason: why(verb), isAdministrator, goTo, onAsk };
  const choices = {
    card: () => ofCards.data?.flatMap((card) => actOnCard(card, chosen)),
    person: () => ofPeople.data?.map((member) => issueTo(member, chosen)),
    request: () => ofRequests.data?.map((request) => decide(request, chosen)),
  }[verbOf(verb).of]();
  return {
    choices: choices ?? [],
    isSearching: text !== now || search.isFetching,
    failure:
      search.data === undefined && search.error !== null
        ? { error: search.error, retry: () => void search.refetch() }
        : null,
  };
}
