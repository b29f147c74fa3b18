import { csvRows } from '../core/csv/parse.ts';
import type { TestBrowser } from './browser.ts';
import type { TestServer } from './server.ts';

/**
 * The rows of an export as CSV, each by the titles of its columns in small letters.
 * @param path of the call with its query, without the format
 * @throws Error for an answer that is no file
 */
export async function exported(server: TestServer, who: TestBrowser, path: string): Promise<Map<string, string>[]> {
  const { statusCode, body } = await server.app.inject({
    method: 'GET',
    url: `${path}${path.includes('?') ? '&' : '?'}format=csv`,
    headers: { cookie: [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  });
  if (statusCode !== 200) throw new Error(`${path}: ${statusCode}`);
  return (csvRows(body) ?? []).map(({ cells }) => new Map(cells));
}
