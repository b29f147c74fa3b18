import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import { DAY } from '@florin/contract/limits';
import type { Appearance } from '@florin/contract/program/appearance';
import type { Site } from '@florin/contract/program/site';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import type { Refused } from './call.ts';
import { networksOf, type Visitor } from './client.ts';
import { appearanceCookie, programCookie, readCookie, sessionCookie, writeCookie } from './cookies.ts';
import { sendRefusal } from './endpoints.ts';
import { answerUnknownAddress } from './error-answers.ts';
import { floodLimit } from './flood.ts';
import { hostnameOf } from './hosts/hosts.ts';
import type { Track } from './connections/in-flight.ts';
import { pagePolicy, type VendorScript } from './security-headers.ts';

const webFolder = new URL('../../../web/dist/', import.meta.url);

/** The exports of the built web/src/prerender.tsx. */
interface Prerender {
  render(input: { path: string; site: Site; files: string[] }): Promise<RenderedPage>;
  /** The program's tokens as CSS. */
  programStyle(site: Site): string;
  /** HTML for a browser that runs no scripts. */
  noscript: string;
}

interface RenderedPage {
  html: string;
  title: string;
  status: number;
  /** A script inside the page that runs before its files are loaded; empty: none. */
  script: string;
  /** Whether `script` loads the page's files and its font, instead of tags in its head. */
  loadsFiles: boolean;
}

interface BuiltWeb {
  /** With the tags that load the page's files, and without them. */
  template: string;
  bareTemplate: string;
  /** Addresses of those files, the entry first. */
  files: string[];
  prerender: Prerender;
}

/** The data of a page, passed in by app.ts: transport knows no feature. */
export interface PageContent {
  /** The site for a visitor, as of now. */
  site: (context: Context, visitor: Visitor) => Promise<Site>;
  /** The appearance in a browser's cookie; null if it is missing or invalid. */
  appearance: (cookie: string | null) => Appearance | null;
}

/** Serves the built web app: hashed assets, and for every page address the HTML with the page's first paint. */
export async function registerPages(
  app: FastifyInstance,
  context: Context,
  content: PageContent,
  track: Track,
): Promise<void> {
  const web = await builtWeb();
  if (!web) {
    app.setNotFoundHandler(answerUnknownAddress);
    return;
  }
  const files: FastifyStaticOptions = {
    root: new URL('client/', webFolder).pathname,
    index: false,
    preCompressed: true,
    cacheControl: false,
    // Only names with a hash of their content may be cached for ever.
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/');
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    },
  };
  // Hundreds of assets share one route: a route for each would take a quarter of a second at every start. The plugin's own
  // route would list the whole folder at every request, for the exact spelling of the name.
  const folder = new URL('client/assets/', webFolder);
  const assets = new Set((await readdir(folder)).filter((name) => !/\.(?:br|gz)$/.test(name)));
  await app.register(fastifyStatic, { ...files, root: folder.pathname, serve: false });
  app.get<{ Params: { name: string } }>('/assets/:name', ({ params: { name } }, reply) =>
    assets.has(name) ? reply.sendFile(name) : reply.callNotFound(),
  );
  await app.register(fastifyStatic, {
    ...files,
    decorateReply: false,
    wildcard: false,
    globIgnore: ['assets/**', '**/*.br', '**/*.gz', '**/index.html', '.vite/**'],
  });
  const flood = floodLimit({ limit: pagesLimit });
  app.setNotFoundHandler(async (request, reply) => {
    const accept = request.headers.accept ?? '*/*';
    const takesPage =
      (request.method === 'GET' || request.method === 'HEAD') && (asksForPage(request) || accept.includes('*/*'));
    if (!takesPage) return answerUnknownAddress(request, reply);
    const refused = await flood(networksOf(request.ip));
    if (refused === null) return track(sendPage(context, content, web, request, reply));
    return asksForPage(request) ? sendBusy(reply, refused) : sendRefusal(reply, refused);
  });
}

/** Each page is compressed anew, for its nonce: without a limit, one address could keep the server busy. */
const pagesLimit = { per: 'address', requests: 60, windowSeconds: 10 } as const;

/** A page cannot say less: no script, no style, no data. */
const sendBusy = (reply: FastifyReply, { retryAfterSeconds }: Refused) =>
  reply
    .code(429)
    .header('retry-after', String(retryAfterSeconds))
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send('There are too many requests from your network. Please wait a few seconds, then load the page again.');

async function builtWeb(): Promise<BuiltWeb | null> {
  try {
    const template = await readFile(new URL('client/index.html', webFolder), 'utf8');
    const prerender = (await import(new URL('server/prerender.js', webFolder).href)) as Prerender;
    return { template, ...withoutFiles(template), prerender };
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
}

const fileTag =
  /\s*<(?:script type="module"[^>]* src|link rel="modulepreload"[^>]* href)="([^"]+)"[^>]*>(?:<\/script>)?/g;

/** Takes the tags that load files out of a built page, whose entry comes first. */
export const withoutFiles = (template: string): { bareTemplate: string; files: string[] } => ({
  bareTemplate: template.replaceAll(fileTag, ''),
  files: Array.from(template.matchAll(fileTag), ([, address]) => address!),
});

/** Whether the client is a browser that opens a page, not a call. */
export const asksForPage = (request: FastifyRequest) => (request.headers.accept ?? '').includes('text/html');

/** How long a browser keeps the branding of the sign-in page that it opened first. */
const rememberedSeconds = 30 * DAY;

async function sendPage(
  context: Context,
  content: PageContent,
  { template, bareTemplate, files, prerender }: BuiltWeb,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const path = request.url.split('?')[0]!;
  const customSlug = /^\/login\/([^/]+)$/.exec(path)?.[1];
  const site = await content.site(context, {
    hostname: hostnameOf(request.headers.host) ?? '',
    customSlug,
    sessionToken: readCookie(request, sessionCookie),
    programSlug: readCookie(request, programCookie),
  });
  const { html, title, status, script, loadsFiles } = await rendered(prerender, { path, site, files });
  // Requests without an Accept header for pages get a page if there is one, otherwise the answer of a call.
  if (!asksForPage(request) && status !== 200) return answerUnknownAddress(request, reply);
  if (customSlug !== undefined && customSlug === site.program.slug)
    writeCookie(reply, { name: programCookie, value: customSlug, maxAgeSeconds: rememberedSeconds });
  // An address without a customer, such as /login/florin, removes the remembered one.
  else if (customSlug !== undefined) writeCookie(reply, { name: programCookie, value: null, maxAgeSeconds: 0 });
  const nonce = randomBytes(16).toString('base64');
  // As a module it runs after the first paint, which it would delay; keys are kept from the start.
  const type = loadsFiles ? ' type="module"' : '';
  const ownScript = script === '' ? '' : `<script${type} nonce="${nonce}">${script}</script>`;
  const page = fill(loadsFiles ? bareTemplate : template, {
    '<html lang="en">': rootTag(content.appearance(readCookie(request, appearanceCookie)), loadsFiles),
    '/favicon.svg': site.program.faviconUrl ?? '/favicon.svg',
    '<!--title-->': escapeText(title),
    '<!--head-->': `<style nonce="${nonce}">${prerender.programStyle(site)}</style>`,
    '<!--noscript-->': prerender.noscript,
    '<!--app-->': html,
    '<!--site-->': `${ownScript}<script type="application/json" id="site">${JSON.stringify(site).replaceAll('<', '\\u003c')}</script>`,
  });
  const vendor = plaidScript(context.config.openBanking, request.url);
  // Some banks sign people in on their own page, in a popup that sends its result to its opener.
  if (vendor) reply.header('cross-origin-opener-policy', 'same-origin-allow-popups');
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header(
      'content-security-policy',
      pagePolicy(nonce, captchaOrigins(site), collectorOrigins(context), vendor, ownScript !== ''),
    )
    .header('cache-control', 'no-store')
    .header('vary', 'accept-encoding');
  return sendCompressed(request, reply, page);
}

/** An address that exists neither in the product nor in the API. */
const nowhere = '/not-found';

/**
 * The address of a request line. An address that cannot belong to this server (`//host`, a backslash, a part that cannot
 * be decoded, an asset that no file can be) is replaced by one that does not exist, and is answered like every unknown
 * address: browsers get the 404 page.
 */
export function readableUrl(url: string): string {
  const path = url.split('?')[0]!;
  if (!/^\/(?![/\\])[^\\]*$/.test(path)) return nowhere;
  try {
    const decoded = decodeURIComponent(path);
    const isNoFile = decoded.startsWith('/assets/') && (decoded.includes('//') || decoded.includes('\0'));
    return isNoFile ? nowhere : url;
  } catch {
    return nowhere;
  }
}

const captchaOrigins = (site: Site) =>
  site.captcha.provider === 'recaptcha' ? ['https://www.google.com', 'https://www.gstatic.com'] : [];

/**
 * Plaid's script, which only the document that signs in to a bank may load (decision 039). `?connect` opens that
 * document, and a bank with its own page sends the browser back to it with `oauth_state_id`.
 */
export function plaidScript(openBanking: Config['openBanking'], url: string): VendorScript | null {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const isForBank = searchParams.has('connect') || searchParams.has('oauth_state_id');
  if (openBanking.kind !== 'plaid' || pathname !== '/business-settings/external-accounts' || !isForBank) return null;
  return {
    scriptUrl: 'https://cdn.plaid.com/link/v2/stable/link-initialize.js',
    frameOrigin: 'https://cdn.plaid.com',
    connectOrigin: openBanking.url,
  };
}

const collectorOrigins = ({ config: { telemetry } }: Context) =>
  telemetry === null ? [] : [new URL(telemetry.collectorUrl).origin];

/** The page's first tag, with the appearance that was last used in this browser. */
function rootTag(appearance: Appearance | null, loadsFiles: boolean): string {
  const theme = appearance?.theme === 'legacy' ? ' data-theme="legacy"' : '';
  const scheme = appearance === null || appearance.scheme === 'system' ? '' : ` data-scheme="${appearance.scheme}"`;
  const font = loadsFiles ? ' data-font="fallback"' : '';
  return `<html lang="en"${theme}${scheme}${font}>`;
}

/** Rendered pages by path and site. There are few of both, and the oldest page is dropped first. */
const cache = new Map<string, ReturnType<Prerender['render']>>();
const cachedPagesAtMost = 100;

function rendered(prerender: Prerender, input: { path: string; site: Site; files: string[] }) {
  const key = `${input.path}\n${JSON.stringify(input.site)}`;
  let page = cache.get(key);
  if (!page) {
    page = prerender.render(input);
    page.catch(() => cache.delete(key));
    if (cache.size >= cachedPagesAtMost) cache.delete(cache.keys().next().value!);
    cache.set(key, page);
  }
  return page;
}

const fill = (template: string, parts: Record<string, string>) =>
  Object.entries(parts).reduce((page, [mark, part]) => page.replace(mark, () => part), template);
const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

async function sendCompressed(request: FastifyRequest, reply: FastifyReply, page: string) {
  const accepted = request.headers['accept-encoding'] ?? '';
  if (accepted.includes('br')) {
    const body = await brotli(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
    return reply.header('content-encoding', 'br').send(body);
  }
  if (accepted.includes('gzip')) return reply.header('content-encoding', 'gzip').send(await zip(page));
  return reply.send(page);
}
