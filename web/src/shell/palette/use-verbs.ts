import { mayFreeze, mayReplace, mayTransition, mayUnfreeze, replaceReasons } from '@florin/contract/cards/card-states';
import { cards, ownCards, type Card } from '@florin/contract/cards/cards';
import { isEligible } from '@florin/contract/eligibility';
import { whyNotPermitted } from '@florin/contract/permissions';
import { requests } from '@florin/contract/money/requests';
import { team } from '@florin/contract/access/team-members';
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
import type { Asked } from './use-acts.ts';
import { useWhyNot } from './use-why-not.ts';
import { readVerbs, verbOf, type TypedVerb, type VerbId } from './verbs.ts';

const pauseMilliseconds = 150;
const mostLetters = 80;
/** The choices that are listed at once; a search finds the others. */
const choicesAtMost = '20';

interface Ways {
  onPick: (verb: VerbId) => void;
  onAsk: (asked: Asked) => void;
  /** Why the person cannot ask for money; null if they can. */
  whyNotAsk: string | null;
}

/** The acts that the typed text begins to name. To choose one is to choose what it acts on next. */
export function useVerbs(typed: string, isPicking: boolean, { onPick, whyNotAsk }: Ways) {
  const { role } = usePerson();
  const named = isPicking ? [] : readVerbs(typed, role);
  const why = useWhyNotVerb(new Set(named.map(({ id }) => id)), whyNotAsk);
  const command = ({ id }: TypedVerb): Command => ({
    id: `verb-${id}`,
    group: 'do',
    verb: id,
    label: words[id].label,
    also: verbOf(id).words.join(' '),
    detail: words[id].detail,
    reason: why[id],
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

/** Why the person cannot do each of these acts, with who can give them the permission; null for what they can. */
function useWhyNotVerb(asked: ReadonlySet<VerbId>, whyNotAsk: string | null): Record<VerbId, string | null> {
  const isAdministrator = usePerson().role === 'ADMIN';
  const is = (...ids: VerbId[]) => ids.some((id) => asked.has(id));
  const freeze = useWhyNot(isAdministrator ? 'cards.freeze' : 'own-cards.freeze', is('freeze', 'unfreeze'));
  const replace = useWhyNot(isAdministrator ? 'cards.replace' : 'own-cards.replace', is('replace'));
  const close = useWhyNot(isAdministrator ? 'cards.close' : 'own-cards.close', is('close'));
  const fund = useWhyNot('card-funding.run', is('fund', 'takeBack'));
  const issue = useWhyNot('cards.issue', is('issue'));
  const decide = useWhyNot('requests.decide', is('approve', 'reject'));
  return {
    freeze,
    unfreeze: freeze,
    replace,
    close,
    fund,
    takeBack: fund,
    issue,
    approve: decide,
    reject: decide,
    ask: whyNotAsk,
    askLimit: whyNotAsk,
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

const requestChoices = (text: string) =>
  queryOptions({
    queryKey: [...keyOf('requests-of-palette'), text],
    queryFn: async ({ signal }) => {
      const query = { status: 'PENDING', limit: choicesAtMost, ...(text && { text }) };
      return (await fetchOrThrow(requests, { query }, signal)).items;
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

/** What an act can be done to, as commands, and the state of their search. */
export function useChoices(verb: VerbId | null, who: string, { onAsk, whyNotAsk }: Ways) {
  const person = usePerson();
  const router = useRouter();
  const isAdministrator = person.role === 'ADMIN';
  const now = who.trim().slice(0, mostLetters);
  const text = useLate(now, pauseMilliseconds);
  const of = verb && verbOf(verb).of;
  const why = useWhyNotVerb(new Set(verb === null ? [] : [verb]), whyNotAsk);
  const reason = verb && why[verb];
  const holder = { role: person.role, flags: person.permissionFlags };
  const byUse =
    isAdministrator && person.allowAdminViewCardUsage && whyNotPermitted('transactions.view', holder) === null;
  const ofCards = useQuery({
    ...cardChoices(isAdministrator, byUse, text, verb === 'unfreeze'),
    enabled: of === 'card',
  });
  const ofPeople = useQuery({ ...personChoices(text), enabled: of === 'person' });
  const ofRequests = useQuery({ ...requestChoices(text), enabled: of === 'request' });
  const search = { card: ofCards, person: ofPeople, request: ofRequests }[of ?? 'card'];
  const to = (href: string) => () => void router.navigate({ href });
  const actor = isAdministrator ? ('ADMIN' as const) : ('HOLDER' as const);
  const pageOf = ({ id }: Card) => (isAdministrator ? paths.card : paths.ownCard).replace('$id', id);

  const ofCard = (card: Card): Command[] => {
    const name = textOfCard(card);
    const base = {
      group: 'do' as const,
      ...(card.holder && isAdministrator && { detail: `${card.holder.firstName} ${card.holder.lastName}` }),
      reason,
    };
    const choice = (id: VerbId, more: Pick<Command, 'run'> & Partial<Command>): Command[] => [
      { ...base, id: `${id}-${card.id}`, verb: id, label: words[id].of(name), ...more },
    ];
    switch (verb) {
      case 'freeze':
        return mayFreeze(card, actor)
          ? choice(verb, { act: { kind: verb, cardId: card.id, name }, run: () => {} })
          : [];
      case 'unfreeze':
        return mayUnfreeze(card, actor)
          ? choice(verb, { act: { kind: verb, cardId: card.id, name }, run: () => {} })
          : [];
      case 'replace':
        return replaceReasons.some((one) => one !== 'UNDELIVERABLE' && mayReplace(one, card, actor))
          ? choice(verb, { run: to(`${pageOf(card)}?do=${verb}`) })
          : [];
      case 'close':
        return mayTransition('close', card.status, actor)
          ? choice(verb, { run: to(`${pageOf(card)}?do=${verb}`) })
          : [];
      case 'fund':
      case 'takeBack':
        return isEligible('card.change', { card })
          ? choice(verb, {
              run: to(`${paths.cardFunding}?cards=${card.id}&act=${verb === 'fund' ? 'FUND' : 'DEFUND'}`),
            })
          : [];
      case 'ask':
      case 'askLimit':
        return isEligible('card.change', { card })
          ? choice(verb, {
              staysOpen: true,
              run: () => onAsk({ kind: verb === 'ask' ? 'FUNDING' : 'LIMIT', cardId: card.id }),
            })
          : [];
      default:
        return [];
    }
  };
  const choices = (): Command[] => {
    if (of === 'card') return ofCards.data?.flatMap(ofCard) ?? [];
    if (of === 'person')
      return (
        ofPeople.data?.map(({ membershipId, firstName, lastName }) => ({
          id: `issue-${membershipId}`,
          group: 'do',
          verb: 'issue',
          label: words.issue.of(`${firstName} ${lastName}`),
          reason,
          run: to(`${paths.cards}?issue=virtual&holder=${membershipId}`),
        })) ?? []
      );
    if (of === 'request' && verb !== null)
      return (
        ofRequests.data?.map((request) => ({
          id: `${verb}-${request.id}`,
          group: 'do',
          verb,
          label: words[verb].of(askedText(request)),
          detail: [request.requestedBy.name, request.purpose].filter(Boolean).join(' · '),
          reason,
          run: to(`${paths.cardRequests}?open=${request.id}`),
        })) ?? []
      );
    return [];
  };
  const error = search.data === undefined ? search.error : null;
  return {
    choices: verb === null ? [] : choices(),
    isSearching: verb !== null && (text !== now || search.isFetching),
    failure: verb === null || error === null ? null : { error, retry: () => void search.refetch() },
  };
}
