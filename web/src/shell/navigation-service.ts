import { createContext, useContext } from 'react';
import { en } from '../messages/en.ts';
import { paths } from '../paths.ts';
import { decide } from '../routes/guards.ts';
import { pageAt } from '../routes/table.ts';
import { navigationFor, type Navigator } from './navigation.ts';

/** A link of the header's main navigation: its words and where it leads. */
export interface HeaderLink {
  label: string;
  path: (typeof paths)[keyof typeof paths];
}

/** Where header and sidebar get their links from; whoever builds on the dashboard can put another one in its place. */
export interface NavigationService {
  header(person: Navigator): readonly HeaderLink[];
  sidebar: typeof navigationFor;
}

/** The product's own: transactions in the header (a cardholder's are the purchases), the plans by role in the sidebar. */
export const defaultNavigation: NavigationService = {
  header: (person) => {
    const path = person.role === 'ADMIN' ? paths.transactions : paths.purchases;
    return decide(pageAt(path)!.guard, { path, person }) === 'enter' ? [{ label: en.pages.transactions, path }] : [];
  },
  sidebar: navigationFor,
};

export const NavigationServiceContext = createContext<NavigationService>(defaultNavigation);

export const useNavigationService = (): NavigationService => useContext(NavigationServiceContext);
