import type { Site } from '@florin/contract/site';
import { useSyncExternalStore } from 'react';

let current: Site | null = null;

const listeners = new Set<() => void>();

/**
 * The public data of the page: the program, announcements, limits. The server writes it into the HTML as `<script
 * type="application/json" id="site">`; it is read once. While the page is open only one part changes: whether the site
 * is in service, and the operator's announcements.
 */
export function readSite(): Site {
  current ??= JSON.parse(document.getElementById('site')?.textContent ?? 'null') as Site | null;
  if (current === null) throw new Error('The page carries no #site.');
  return current;
}

/** The same for components. */
export function useSite(): Site {
  return useSyncExternalStore(subscribe, readSite, readSite);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sets whether the site is in service, with these announcements. */
export function setService(change: Pick<Site, 'outOfService'> & Partial<Pick<Site, 'announcements'>>): void {
  current = { ...readSite(), ...change };
  for (const listener of listeners) listener();
}

/** For the prerender, which has no document: sets the site of the next rendered page. */
export function setSite(site: Site): void {
  current = site;
}
