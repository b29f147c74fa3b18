import { openPages, redirects, shellPages, type EntryPath } from '../../../routes/table.ts';

const own: ReadonlySet<string> = new Set([...openPages, ...shellPages].map(({ path }) => path));
const isOwn = (path: string): path is EntryPath => own.has(path);

/**
 * One of the dashboard's own addresses for the query parameter `url`; anything else goes to /dashboard (reading 8). The
 * answer is an entry of the route table, never a part of what was given, so no payload can lead elsewhere (security
 * design P15): there is no URL to parse and nothing to escape.
 */
export function destinationOf(url: string | null): EntryPath {
  const [given = ''] = (url ?? '').split(/[?#]/, 1);
  const path = given.replace(/(?<=.)\/$/, '');
  const ledTo = redirects.find((redirect) => redirect.path === path)?.to ?? path;
  return isOwn(ledTo) ? ledTo : '/dashboard';
}
