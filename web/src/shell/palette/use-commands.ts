import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { textOfCard } from '../../flows/cards/card-title.ts';
import { currentExport } from '../../flows/lists/current-export.ts';
import { askedText } from '../../flows/requests/asked-words.ts';
import { shortWhen } from '../../flows/time/when.ts';
import { showSnackbar } from '../../kit/feedback/snackbar-store.ts';
import { moneyText } from '../../kit/text/money-parts.ts';
import { en } from '../../messages/en.ts';
import { comingSoonWords } from '../../messages/en/shell/coming-soon.ts';
import { paletteWords as words } from '../../messages/en/shell/palette.ts';
import { shellWords } from '../../messages/en/shell/shell.ts';
import { pageAt, paths, type PagePath } from '../../paths.ts';
import { agreementPathOf, useMayEnter } from '../../session/account/guards.ts';
import { isSelectable } from '../../session/account/account-label.ts';
import { logOut } from '../../session/leave.ts';
import { useIsRestricted, usePerson } from '../../session/person.ts';
import { linkedAccountsQuery } from '../../session/queries/queries.ts';
import { useSite } from '../../site.ts';
import { isComingSoon } from '../navigation/coming-soon.ts';
import { useNavigationService } from '../navigation/navigation-service.ts';
import { spokenHolder } from '../sidebar/AccountItem.tsx';
import { toggleSimulator } from '../simulator.ts';
import { titleOf } from '../window-title.ts';
import type { Command } from './commands.ts';
import type { PaletteView } from './shortcuts.ts';
import type { SearchResults } from './use-found.ts';
import { useWhyNot } from './use-why-not.ts';

interface Ways {
  onOpen: (what: PaletteView) => void;
  onSwitch: (userId: string) => void;
}

/** The people, requests, cards and purchases that were found. */
export function useResults({ requests, people, cards, purchases }: SearchResults): Command[] {
  const { role, timeZone } = usePerson();
  const router = useRouter();
  const isAdministrator = role === 'ADMIN';
  const to = (href: string) => () => void router.navigate({ href });
  return [
    ...people.map(({ membershipId, firstName, lastName }): Command => ({
      id: `person-${membershipId}`,
      group: 'person',
      label: `${firstName} ${lastName}`,
      run: to(`${paths.teamMembers}?open=${membershipId}`),
    })),
    ...requests.map((request): Command => ({
      id: `request-${request.id}`,
      group: 'request',
      label: askedText(request),
      detail: [request.requestedBy.name, request.purpose].filter(Boolean).join(' · '),
      run: to(`${paths.cardRequests}?open=${request.id}`),
    })),
    ...cards.map((card): Command => ({
      id: `card-${card.id}`,
      group: 'card',
      label: textOfCard(card),
      ...(card.holder && { detail: `${card.holder.firstName} ${card.holder.lastName}` }),
      run: to((isAdministrator ? paths.card : paths.ownCard).replace('$id', card.id)),
    })),
    ...purchases.map(({ id, at, merchant, amount, cardholder }): Command => ({
      id: `purchase-${id}`,
      group: 'purchase',
      label: words.purchase(merchant.name, moneyText(amount)),
      detail: [cardholder?.name, shortWhen(at, timeZone)].filter(Boolean).join(', '),
      run: to(`${isAdministrator ? paths.transactions : paths.cardTransactions}?open=${id}`),
    })),
  ];
}

/**
 * The pages a person may enter, acts that need nothing typed, the other accounts, and the ways to get help.
 * @param isAsked something is typed
 */
export function useCommands({ onOpen, onSwitch }: Ways, isAsked: boolean): Command[] {
  const person = usePerson();
  const mayEnter = useMayEnter();
  const restricted = useIsRestricted();
  const service = useNavigationService();
  const router = useRouter();
  const { program, simulator } = useSite();
  const { data: accounts = [] } = useQuery({ ...linkedAccountsQuery(), enabled: !restricted });
  const whyNotInvite = useWhyNot('invites.send', isAsked);
  const whyNotSchedule = useWhyNot('card-funding.run', isAsked);
  const takeExport = useSyncExternalStore(currentExport.subscribe, currentExport.snapshot);
  const page = (group: 'page' | 'help', path: PagePath): Command => ({
    id: path,
    group,
    label: titleOf(path),
    also: words.alsoFoundBy[pageAt(path)?.name ?? ''] ?? '',
    ...(isComingSoon(pageAt(path)?.name ?? '') && { detail: comingSoonWords.tag }),
    run: () => void router.navigate({ to: path }),
  });
  const inSidebar = service.sidebar(person, mayEnter).flatMap(({ items }) => items.map(({ path }) => path));
  const isOpen = (path: PagePath) => mayEnter(path, person);
  // The sidebar shows it only while steps remain, so the list stays as short until it is typed.
  const asked = isAsked ? [paths.onboardingChecklist].filter(isOpen) : [];
  const pages = new Set<PagePath>([...inSidebar, ...asked, ...ownPages.filter(isOpen)]);
  const tabs = tabPages.filter(({ path }) => !pages.has(path) && isOpen(path));
  return [
    ...[...pages].map((path) => page('page', path)),
    ...tabs.map(({ path, of }): Command => ({ ...page('page', path), detail: titleOf(of) })),
    ...(isOpen(paths.teamMembers)
      ? [
          {
            id: 'invite',
            group: 'do',
            label: words.invite,
            also: words.inviteAlso,
            reason: whyNotInvite,
            run: () => void router.navigate({ to: paths.teamMembers, search: { invite: 'new' } }),
          } satisfies Command,
        ]
      : []),
    ...(isAsked && isOpen(paths.cardFunding)
      ? [
          {
            id: 'schedule-funding',
            group: 'do',
            label: words.schedule,
            also: words.scheduleAlso,
            reason: whyNotSchedule,
            run: () => void router.navigate({ to: paths.cardFunding, search: { schedule: 'new' } }),
          } satisfies Command,
        ]
      : []),
    ...(takeExport === null
      ? []
      : (['csv', 'xlsx'] as const).map((format): Command => ({
          id: `export-${format}`,
          group: 'do',
          label: words.exportList[format],
          also: words.exportAlso,
          run: () => takeExport(format),
        }))),
    ...accounts
      .filter((account) => !account.isCurrent && isSelectable(account))
      .map((account): Command => ({
        id: account.userId,
        group: 'account',
        label: words.switchTo(account.businessName),
        detail: spokenHolder(account),
        also: spokenHolder(account),
        run: () => onSwitch(account.userId),
      })),
    page('help', paths.contactUs),
    // Found by those who type their names, so that the list stays short.
    ...(isAsked
      ? [
          { ...page('help', agreementPathOf(person)), label: shellWords.footer.cardUseGuide },
          page('help', paths.privacyPolicy),
          page('help', paths.termsAndConditions),
          {
            id: 'log-out',
            group: 'do',
            label: shellWords.logOut,
            also: words.logOutAlso,
            run: () => {
              showSnackbar({ severity: 'info', text: en.loggingOut });
              void logOut('user');
            },
          } satisfies Command,
        ]
      : []),
    page('help', paths.faq),
    {
      id: 'help-center',
      group: 'help',
      label: words.helpCenter,
      run: () => void window.open(program.supportUrl, '_blank', 'noreferrer'),
    },
    { id: 'shortcuts', group: 'help', label: words.shortcuts, run: () => onOpen('shortcuts') },
    ...(simulator
      ? [{ id: 'simulator', group: 'help', label: words.acts.simulator, run: toggleSimulator } satisfies Command]
      : []),
  ];
}

const ownPages: readonly PagePath[] = [
  paths.account,
  paths.accountSecurity,
  paths.accountPreferences,
  paths.linkedAccounts,
  paths.loginActivity,
  paths.securityChecklist,
];

/** Pages that the sidebar does not list, with the page whose tabs or panels lead to them. */
const tabPages: readonly { path: PagePath; of: PagePath }[] = [
  { path: paths.cardRequests, of: paths.cards },
  { path: paths.cardPolicies, of: paths.cards },
  { path: paths.cardFunding, of: paths.cards },
  { path: paths.vendorLinks, of: paths.cards },
  { path: paths.cardTransactions, of: paths.purchases },
  { path: paths.cardDeclines, of: paths.purchases },
  { path: paths.teamChanges, of: paths.teamMembers },
  { path: paths.spendControls, of: paths.businessSettings },
  { path: paths.businessPermissions, of: paths.businessSettings },
  { path: paths.businessNotifications, of: paths.businessSettings },
  { path: paths.bankTransfers, of: paths.externalAccounts },
  { path: paths.accountNotifications, of: paths.account },
];
