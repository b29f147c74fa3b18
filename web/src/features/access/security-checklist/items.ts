import type { ChecklistItem } from '@florin/contract/access/security-checklist';
import type { Role } from '@florin/contract/access/session';
import {
  Bookmark,
  Contact,
  Eye,
  Fish,
  KeyRound,
  SlidersHorizontal,
  UserRoundMinus,
  type LucideIcon,
} from 'lucide-react';
import { securityChecklistWords } from '../../../messages/en/access/security-checklist.ts';
import { paths } from '../../../paths.ts';

const { links } = securityChecklistWords;

interface Way {
  to: typeof paths.account | typeof paths.accountSecurity | typeof paths.loginActivity | typeof paths.teamMembers;
  text: string;
}

const ways: Partial<Record<ChecklistItem, Way>> = {
  'enable-multi-factor': { to: paths.accountSecurity, text: links.security },
  'monitor-activity': { to: paths.loginActivity, text: links.loginActivity },
  'keep-info-updated': { to: paths.account, text: links.profile },
  'remove-former-users': { to: paths.teamMembers, text: links.teamMembers },
};

/** The link of an item; none if the page is closed to the role. */
export function wayTo(item: ChecklistItem, role: Role): Way | null {
  const way = ways[item];
  if (way === undefined) return null;
  return way.to === paths.teamMembers && role !== 'ADMIN' ? null : way;
}

export const iconOf: Record<ChecklistItem, LucideIcon> = {
  'bookmark-dashboard': Bookmark,
  'beware-of-phishing': Fish,
  'enable-multi-factor': KeyRound,
  'monitor-activity': Eye,
  'keep-info-updated': Contact,
  'remove-former-users': UserRoundMinus,
  'enable-spend-policies': SlidersHorizontal,
};
