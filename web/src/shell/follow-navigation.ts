import type { RegisteredRouter } from '@tanstack/react-router';
import { setPageTitle } from '../flows/use-window-title.ts';
import { paths } from '../paths.ts';
import { plaidDocument } from '../session/browser/plaid-document.ts';
import { readSite } from '../site.ts';
import { windowTitleOf } from './window-title.ts';

/**
 * Announces a new page as a new document would: the window gets the page's title, and focus goes to its heading, where
 * screen readers continue. Opening the current address again counts as a new document: it begins at the top, wherever
 * its history entry was scrolled to.
 *
 * A document that may run Plaid's script has a weaker policy than others: whatever follows its one page is a document of its
 * own.
 * @param fromSignIn the first page follows the sign-in, in the same document
 */
export function followNavigation(router: RegisteredRouter, fromSignIn: boolean): void {
  if (plaidDocument() !== null)
    router.subscribe('onBeforeLoad', ({ toLocation: { pathname, href } }) => {
      if (pathname !== paths.externalAccounts) window.location.assign(href);
    });
  router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged, hrefChanged }) => {
    if (fromLocation !== undefined && !hrefChanged && !toLocation.hash) {
      window.scrollTo(0, 0);
      focusHeading();
    }
    if (!pathChanged) return;
    setPageTitle(windowTitleOf(toLocation.pathname, readSite().program.name));
    if (fromLocation !== undefined || fromSignIn) focusHeading();
  });
}

/** Moves focus to the page's heading, unless the page has already put it somewhere. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading || document.activeElement?.closest('main')) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
