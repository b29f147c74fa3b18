import type { Site } from '@florin/contract/program/site';
import { useSyncExternalStore } from 'react';

let current: Site | null = null;

const listeners = new Set<() => void>();

/**
 * The public data of the page: the program, announcements, limits. The server writes it into the HTML as `<script
 * type="application/json" id="site">`, so that nothing waits for it; assets/config.json replaces it (reading 25).
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

/** Sets the site: of the next rendered page in the prerender, which has no document, or of this page. */
export function setSite(site: Site): void {
  current = site;
  for (const listener of listeners) listener();
}
