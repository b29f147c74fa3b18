import { isEntryPath, paths, redirects, type EntryPath } from '../../../paths.ts';

/**
 * One of the dashboard's own addresses for the query parameter `url`; anything else goes to /dashboard (reading 8). The
 * answer is an entry of the table of addresses, never a part of what was given, so no payload can lead elsewhere (security
 * design P15): there is no URL to parse and nothing to escape.
 */
export function destinationOf(url: string | null): EntryPath {
  const [given = ''] = (url ?? '').split(/[?#]/, 1);
  const path = given.replace(/(?<=.)\/$/, '');
  const destination = Object.entries(redirects).find(([from]) => from === path)?.[1] ?? path;
  return isEntryPath(destination) ? destination : paths.dashboard;
}
