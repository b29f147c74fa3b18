import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Server } from '../server.ts';
import { leaksIn } from './canaries.ts';

/** Every row of every table, of every schema, as text; bytes as hex. Mail and texts are among them. */
export async function leaksInDatabase(server: Pick<Server, 'sql'>): Promise<string[]> {
  const tables = await server.sql<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await server.sql<{ row: string }>(`select each::text as row from ${name} each`);
    found.push(...leaksIn(rows.map(({ row }) => row).join('\n'), `database, ${name}`));
  }
  return found;
}

/** Local and session storage, cookies, IndexedDB, the cache storage, the history's state and address, and the window's name. */
export async function leaksInBrowser(page: Page): Promise<string[]> {
  if (page.isClosed() || !page.url().startsWith('http')) return [];
  const kept = await page.evaluate(async () => {
    const bases = await indexedDB.databases();
    const rows = await Promise.all(
      bases.map(
        ({ name }) =>
          new Promise<unknown[]>((resolve, reject) => {
            const opening = indexedDB.open(name!);
            opening.addEventListener('error', () => reject(opening.error!));
            opening.onsuccess = () => {
              const { result } = opening;
              const stores = [...result.objectStoreNames];
              if (stores.length === 0) return resolve([]);
              const reading = result.transaction(stores);
              const all = stores.map((store) => reading.objectStore(store).getAll());
              reading.oncomplete = () => {
                result.close();
                resolve(all.map(({ result: values }) => values as unknown));
              };
              return undefined;
            };
          }),
      ),
    );
    const cached = await Promise.all(
      (await caches.keys()).map(async (name) => {
        const cache = await caches.open(name);
        return Promise.all(
          (await cache.keys()).map(async (request) => request.url + (await (await cache.match(request))!.text())),
        );
      }),
    );
    return {
      'local storage': JSON.stringify({ ...localStorage }),
      'session storage': JSON.stringify({ ...sessionStorage }),
      IndexedDB: JSON.stringify(rows),
      'cache storage': JSON.stringify(cached),
      history: JSON.stringify([window.history.state, window.location.href, window.name, document.referrer]),
    };
  });
  const cookies = JSON.stringify(await page.context().cookies());
  return Object.entries({ ...kept, cookies }).flatMap(([place, text]) => leaksIn(text, place));
}

interface Har {
  log: { entries: HarEntry[] };
}
interface HarEntry {
  request: { method: string; url: string; postData?: { text?: string } };
  response: { content: { text?: string; encoding?: string } };
}

/** The bodies that carry a number to or from the people who may see it: section 7's calls of the wizard and of the card details. */
const mayCarry = [
  { part: 'request', path: '/Account/Cardholder/Registration/Card/Verify' },
  { part: 'request', path: '/Account/Cardholder/Registration/Code/Verify' },
  { part: 'response', path: '/api/card-details/embossing-data-sharing' },
  { part: 'response', path: '/api/card-details/view' },
] as const;

/** Everything that went over the wire: addresses, headers and bodies, but for the bodies that have to carry a number. */
export async function leaksInHar(file: string): Promise<string[]> {
  const har = JSON.parse(await readFile(file, 'utf8')) as Har;
  return har.log.entries.flatMap((entry) => {
    const { pathname } = new URL(entry.request.url);
    const carries = (part: 'request' | 'response') =>
      mayCarry.some((body) => body.part === part && body.path === pathname);
    if (carries('request')) delete entry.request.postData;
    const { content } = entry.response;
    if (carries('response')) delete content.text;
    else if (content.encoding === 'base64') content.text = Buffer.from(content.text ?? '', 'base64').toString('latin1');
    return leaksIn(JSON.stringify(entry), `HAR, ${entry.request.method} ${pathname}`);
  });
}
