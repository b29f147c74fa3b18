import { balance, linkedAccounts } from '@florin/contract/access/linked-accounts';
import { session } from '@florin/contract/access/session';
import { appearance } from '@florin/contract/program/appearance';
import { businessPreferences } from '@florin/contract/program/business-icon';
import type { Site } from '@florin/contract/program/site';
import { userInfo } from '@florin/contract/program/user-info';
import { renderToString } from 'react-dom/server';
import entryStyles from 'virtual:entry-styles';
import { Entrance } from './Entrance.tsx';
import { keepPress } from './keep-press.ts';
import { loadAfterPaint } from './load-after-paint.ts';
import { noScript } from './messages/en/shell/no-script.ts';
import { isEntryPath, pageAt, paths } from './paths.ts';
import { marker } from './session/browser-session.ts';
import { askAhead } from './session/browser/ask-ahead.ts';
import { keepKeys } from './session/browser/keep-keys.ts';
import { windowTitleOf } from './shell/window-title.ts';
import { setSite } from './site.ts';
import { programThemeCss } from './theme/program-theme.ts';

/**
 * The first paint, made on the server; built as dist/server/prerender.js.
 *
 * dist/client/index.html is a template with these marks, each filled once:
 *
 *     <!--title-->  `title`, escaped
 *     <!--head-->   `<style nonce="…">` with `programStyle(site)`: the entry's styles and the program's tokens
 *     <!--noscript--> `noscript`, what a browser without scripts shows
 *     <!--app-->    `html`
 *     <!--site-->   `<script nonce="…">` with `script`, if there is one; `<script type="application/json" id="site">` with
 *                   the site as JSON, `<` written as \u003c
 *
 * At the sign-in's addresses `html` is `<div id="entrance">…</div>`, which hydrate.tsx hydrates at the first touch with the same `<Entrance/>`;
 * everywhere else it is empty and the browser renders the page. The markup carries no style attribute, as the page's
 * Content-Security-Policy wants it; `script` is the only one inside the page. Where it loads the page's files itself
 * (`loadsFiles`), the template's own tags for them are removed, and the page begins with the fallback of its font.
 * @param files addresses of the modules that the template loads, the entry first
 */
export function render({ path, site, files }: { path: string; site: Site; files: string[] }): Promise<Rendered> {
  const html = isSignIn(path) ? `<div id="entrance">${entrance(site)}</div>` : '';
  const page = pageAt(path);
  const isThere = page !== null && (page.path !== paths.outbox || site.embeddedDelivery);
  const title = windowTitleOf(isThere ? path : '/not-found', site.program.name);
  const ahead = isEntryPath(path) ? keysScript + (site.telemetry ? '' : aheadScript(site)) : '';
  const loadsFiles = html !== '';
  const script = loadsFiles ? `${pressScript}(${loadAfterPaint.toString()})(${JSON.stringify(files)})` : ahead;
  return Promise.resolve({ html, title, status: isThere ? 200 : 404, script, loadsFiles });
}

interface Rendered {
  html: string;
  title: string;
  status: number;
  /** A script inside the page, before its files are loaded; empty for none. */
  script: string;
  /** Whether `script` loads the page's files. */
  loadsFiles: boolean;
}

/** As in theme/tokens.css; said first, because the first mention of a layer decides its place. */
const layerOrder = '@layer reset,tokens,base,components,utilities;';

/** The CSS of a page's head. */
export const programStyle = (site: Site): string => layerOrder + entryStyles + programThemeCss(site.program.theme);

/** Keeps presses of the sign-in's buttons until the page listens. */
const pressScript = `(${keepPress.toString()})();`;
/** Keeps the shortcuts of a page with a shell until it listens. */
const keysScript = `(${keepKeys.toString()})(${JSON.stringify(marker.key)});`;

/** Sends the calls of every page with a shell before its files are loaded; not where each call is measured with its page. */
const aheadScript = ({ sessionTimeout: { idleTimeSeconds, warningTimeSeconds } }: Site) =>
  `(${askAhead.toString()})(${JSON.stringify(marker.key)},${(idleTimeSeconds + warningTimeSeconds) * 1000},${JSON.stringify(shellCalls.map(({ path }) => path))})`;
const shellCalls = [session, userInfo, balance, linkedAccounts, businessPreferences, appearance];

/** What is needed, for a browser that runs no scripts. */
export const noscript = `<noscript><p>${noScript}</p></noscript>`;

const isSignIn = (path: string) => /^\/login(\/[^/]+)?\/?$/.test(path);

/** Synchronous from the first line to the last, so that one request never sees the site of another. */
function entrance(site: Site): string {
  setSite(site);
  return renderToString(<Entrance />);
}
