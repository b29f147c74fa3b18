import { createContext, useContext } from 'react';
import { pageTitles } from '../../messages/en/shell/pages.ts';
import { paths } from '../../paths.ts';
import type { MayEnter } from '../../session/account/guards.ts';
import { navigationFor, type Navigator } from './navigation.ts';

/** A link of the header's main navigation: its text and address. */
export interface HeaderLink {
  label: string;
  path: (typeof paths)[keyof typeof paths];
}

/** The source of the links in header and sidebar. A product built on the dashboard can provide its own. */
export interface NavigationService {
  header(person: Navigator, mayEnter: MayEnter): readonly HeaderLink[];
  sidebar: typeof navigationFor;
}

/** The product's own: transactions in the header, a cardholder's purchases there, the plans by role in the sidebar. */
export const defaultNavigation: NavigationService = {
  header: (person, mayEnter) => {
    const page = person.role === 'ADMIN' ? 'transactions' : 'purchases';
    return mayEnter(paths[page], person) ? [{ label: pageTitles[page], path: paths[page] }] : [];
  },
  sidebar: navigationFor,
};

export const NavigationServiceContext = createContext<NavigationService>(defaultNavigation);

export const useNavigationService = (): NavigationService => useContext(NavigationServiceContext);
