import { isEntryPath, paths, redirects, type EntryPath } from '../paths.ts';

/**
 * One of the dashboard's own addresses for the query parameter `url`; anything else goes to /dashboard (reading 8). The
 * answer is an entry of the table of addresses, with at most the id of an object, so no payload can lead elsewhere (security
 * design P15): there is no URL to parse and nothing to escape.
 */
export function destinationOf(url: string | null): EntryPath {
  const [given = ''] = (url ?? '').split(/[?#]/, 1);
  const path = given.replace(/(?<=.)\/$/, '');
  const destination = Object.entries(redirects).find(([from]) => from === path)?.[1] ?? path;
  return isEntryPath(destination) ? destination : paths.dashboard;
}

/** One of the dashboard's own pages, possibly with a query. */
export type OwnAddress = EntryPath | `${EntryPath}?${string}`;

/** `destinationOf` with the query of the address, for addresses that a page of this app had. */
export function ownAddressOf(address: string): OwnAddress {
  const path = destinationOf(address);
  const query = /^[^?#]*\?([^#]+)/.exec(address)?.[1];
  return query === undefined || path === paths.dashboard ? path : `${path}?${query}`;
}
