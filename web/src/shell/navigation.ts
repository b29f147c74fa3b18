import type { Role } from '@florin/contract/session';
import {
  Banknote,
  ChartColumn,
  ClipboardCheck,
  ClipboardList,
  CreditCard,
  HandCoins,
  House,
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
import { decide, type GuardedPerson } from '../routes/guards.ts';
import { shellPages } from '../routes/table.ts';

type ShellPage = (typeof shellPages)[number];
export type NavigationGroup = 'main' | 'spending' | 'business';

export interface NavigationItem {
  page: ShellPage['page'];
  path: ShellPage['path'];
  icon: LucideIcon;
}

type Plan = readonly { group: NavigationGroup; pages: readonly (readonly [ShellPage['page'], LucideIcon])[] }[];

/** What stands in the sidebar, by role. Who may see an item is the guard of its route, so that no link leads nowhere. */
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
        ['businessSettings', Settings],
      ],
    },
  ],
  CARDHOLDER: [
    {
      group: 'main',
      pages: [
        ['dashboard', House],
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

/** The groups and items a person sees; empty groups are left out. */
export function navigationFor(person: GuardedPerson): { group: NavigationGroup; items: NavigationItem[] }[] {
  return plans[person.role]
    .map(({ group, pages }) => ({
      group,
      items: pages.flatMap(([page, icon]) => {
        const entry = shellPages.find((candidate) => candidate.page === page)!;
        const { path } = entry;
        return decide(entry.guard, { path, person }) === 'enter' ? [{ page, path, icon }] : [];
      }),
    }))
    .filter(({ items }) => items.length > 0);
}
