import type { Role } from '@florin/contract/access/session';
import {
  Banknote,
  ChartColumn,
  ClipboardCheck,
  ClipboardList,
  CreditCard,
  HandCoins,
  House,
  Landmark,
  LayoutGrid,
  Paperclip,
  ReceiptText,
  Scale,
  Settings,
  ShieldCheck,
  ShoppingBag,
  Store,
  Undo2,
  Users,
  type LucideIcon,
} from 'lucide-react';
import type { UserInfo } from '@florin/contract/program/user-info';
import { shellWords } from '../../messages/en/shell/shell.ts';
import { isClosed } from '../../session/account/eligibility.ts';
import { shellPaths, type PagePath } from '../../paths.ts';
import type { GuardedPerson, MayEnter } from '../../session/account/guards.ts';

type ShellPage = {
  [P in keyof typeof shellPaths]: (typeof shellPaths)[P] extends PagePath ? P : never;
}[keyof typeof shellPaths];
export type NavigationGroup = 'main' | 'spending' | 'business';

export interface NavigationItem {
  page: ShellPage;
  path: (typeof shellPaths)[ShellPage];
  icon: LucideIcon;
  /** The item's text, if it differs from its page's. */
  label?: string;
}

type Plan = readonly { group: NavigationGroup; pages: readonly (readonly [ShellPage, LucideIcon])[] }[];

/**
 * The items of the sidebar, by role. The guard of an item's route decides who sees it, so that no link leads nowhere.
 */
const plans: Record<Role, Plan> = {
  ADMIN: [
    {
      group: 'main',
      pages: [
        ['dashboard', House],
        ['transactions', ReceiptText],
        ['cards', CreditCard],
        ['teamMembers', Users],
      ],
    },
    {
      group: 'spending',
      pages: [
        ['review', ClipboardCheck],
        ['bills', Banknote],
        ['payments', HandCoins],
        ['vendors', Store],
        ['requisitions', ClipboardList],
      ],
    },
    {
      group: 'business',
      pages: [
        ['reports', ChartColumn],
        ['reconciliation', Scale],
        ['apps', LayoutGrid],
        ['externalAccounts', Landmark],
        ['businessSettings', Settings],
      ],
    },
  ],
  CARDHOLDER: [
    {
      group: 'main',
      pages: [
        ['dashboard', House],
        ['myCards', CreditCard],
        ['purchases', ShoppingBag],
        ['attachments', Paperclip],
        ['spendPolicies', ShieldCheck],
        ['fundingRequests', HandCoins],
      ],
    },
    {
      group: 'spending',
      pages: [
        ['reimbursements', Undo2],
        ['requisitions', ClipboardList],
        ['reports', ChartColumn],
      ],
    },
  ],
};

export type Navigator = GuardedPerson &
  Parameters<typeof isClosed>[0] & {
    userData: Pick<UserInfo['userData'], 'usePexAccountBalanceForAuths' | 'accountStatus'>;
  };

/** The items of a closed account or business: for reading what has been. */
const leftWhenClosed: ReadonlySet<ShellPage> = new Set(['dashboard', 'transactions', 'purchases', 'reports']);

/**
 * The settings link appears only for cardholders with the request-funding feature who do not use the business account
 * balance for authorizations and whose account is open (specification section 6).
 */
export const seesSettings = ({ role, features, userData }: Navigator): boolean =>
  role === 'CARDHOLDER' &&
  features.includes('request-funding') &&
  !userData.usePexAccountBalanceForAuths &&
  userData.accountStatus === 'OPEN';

const settings: NavigationItem = {
  page: 'account',
  path: shellPaths.account,
  icon: Settings,
  label: shellWords.settings,
};

/** The groups and items a person sees; empty groups are left out. */
export function navigationFor(
  person: Navigator,
  mayEnter: MayEnter,
): { group: NavigationGroup; items: NavigationItem[] }[] {
  const isOver = isClosed(person);
  return plans[person.role]
    .map(({ group, pages }) => ({
      group,
      items: [
        ...pages.flatMap(([page, icon]): NavigationItem[] => {
          if (isOver && !leftWhenClosed.has(page)) return [];
          const path = shellPaths[page];
          return mayEnter(path, person) ? [{ page, path, icon }] : [];
        }),
        ...(group === 'main' && !isOver && seesSettings(person) ? [settings] : []),
      ],
    }))
    .filter(({ items }) => items.length > 0);
}
