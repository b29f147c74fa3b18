import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { build, type Rolldown } from 'vite';

export interface BarePages {
  origin: string;
  /** Adds a page without scripts. */
  add(path: string, html: string): void;
  stop(): void;
}

/**
 * Serves the pages that the product's are measured beside, compressed like those: `/text`, HTML of the size of `like` with a
 * heading and text, and `/root`, which does nothing but hydrate an empty React root.
 */
export async function serveBarePages(like: string): Promise<BarePages> {
  const script = await emptyRoot();
  const files = new Map([
    ['/text', page(textOfSize(like))],
    ['/root', page('<h1>Log in</h1><div id="root"></div><script type="module" src="/root.js"></script>')],
    ['/root.js', script],
  ]);
  const server = createServer(({ url }, response) => {
    const content = files.get(url ?? '');
    if (content === undefined) return void response.writeHead(404).end();
    const type = url!.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8';
    return void response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' }).end(compressed(content));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (path, html) => void files.set(path, html),
    stop: () => void server.close(),
  };
}

/** As the server compresses its pages. */
const compressed = (content: string) =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });

const page = (body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bare</title><body>${body}</body></html>`;

/** Text that is as long as `like`, compressed: words of random letters. */
function textOfSize(like: string): string {
  const size = compressed(like).length;
  let text = '<h1>Log in</h1><p>';
  while (compressed(page(text)).length < size)
    text += Array.from({ length: 40 }, () => `${Math.random().toString(36).slice(2, 9)} `).join('');
  return `${text}</p>`;
}

async function emptyRoot(): Promise<string> {
  const input = fileURLToPath(new URL('../pages/empty-root.js', import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, rolldownOptions: { input } },
  });
  return (built as Rolldown.RolldownOutput).output[0].code;
}
