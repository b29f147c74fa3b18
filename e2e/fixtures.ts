import { existsSync, readdirSync } from 'node:fs';
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import type { SignedIn } from '@florin/contract/access/login';
import type { OutboxMessage } from '@florin/contract/program/outbox';
import { leaksIn } from './canary/canaries.ts';
import { leaksInBrowser, leaksInDatabase, leaksInHar } from './canary/places.ts';
import { demoPassword, demoPeople } from '../server/src/demo/people.ts';
import { codeIn, nextMessage } from './outbox.ts';
import { marker as storedMarker, type Marker } from '../web/src/session/browser-session.ts';
import { startHost, type Host, type Server } from './server.ts';

/** Mail and texts, each read once. */
export interface Inbox {
  next(to?: string): Promise<OutboxMessage>;
  code(to?: string): Promise<string>;
}

interface Fixtures {
  /** Environment variables of the story's server. */
  environment: Record<string, string>;
  server: Server;
  inbox: Inbox;
  /** Fails a story whose pages log an error, throw, or break the Content-Security-Policy. */
  quietPages: void;
  /** With FLORIN_CANARY, fails a story after which a card number is somewhere it must not be (`npm run canary`). */
  noCanaries: void;
}

const searches = Boolean(process.env['FLORIN_CANARY']);

export const test = base.extend<Fixtures, { host: Host }>({
  host: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it needs from the pattern
    async ({}, use) => {
      const host = startHost();
      await use(host);
      await host.stop();
    },
    { scope: 'worker' },
  ],
  environment: [{}, { option: true }],
  server: async ({ host, environment }, use) => {
    const server = await host.startServer({ ...(searches && { LOG_LEVEL: 'debug' }), ...environment });
    await use(server);
    const leaks = searches ? await leaksInDatabase(server) : [];
    const log = await server.stop();
    if (searches) leaks.push(...leaksIn(log, 'server log'));
    expect(leaks).toEqual([]);
  },
  // What a context records is written when it closes, and that is before this goes on.
  contextOptions: async ({ contextOptions }, use, testInfo) => {
    if (!searches) return use(contextOptions);
    let contexts = 0;
    // Asked for anew by each context, those that a story opens for a second person among them.
    const recordHar = {
      get path() {
        contexts += 1;
        return testInfo.outputPath(`story-${contexts}.har`);
      },
    };
    await use({ ...contextOptions, recordHar });
    const written = existsSync(testInfo.outputDir) ? readdirSync(testInfo.outputDir) : [];
    for (const file of written.filter((name) => /^story-\d+\.har$/.test(name)))
      expect(await leaksInHar(testInfo.outputPath(file))).toEqual([]);
    return undefined;
  },
  noCanaries: [
    async ({ context }, use) => {
      await use();
      if (!searches) return;
      for (const page of context.pages()) expect(await leaksInBrowser(page)).toEqual([]);
    },
    { auto: true },
  ],
  baseURL: async ({ server }, use) => use(server.origin),
  inbox: async ({ server }, use) => {
    const seen = new Set<string>();
    const next = async (to?: string) => {
      const message = await nextMessage(server, seen, to);
      seen.add(message.id);
      return message;
    };
    await use({ next, code: async (to) => codeIn(await next(to)) });
  },
  quietPages: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      context.on('weberror', (error) => complaints.push(String(error.error())));
      context.on('console', (message) => {
        // The browser logs every refused call as a failed resource; refusals are what many stories are about.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          complaints.push(message.text());
      });
      await use();
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Fills and sends the sign-in form. */
export async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

/**
 * Signs a demo person in, code and all, by the calls that the sign-in page makes; login.e2e.ts and mfa.e2e.ts go through
 * the screens. For people with one way to get a code.
 */
export async function signInByCalls(
  { request }: Pick<BrowserContext, 'request'>,
  inbox: Inbox,
  username: string,
): Promise<SignedIn> {
  const { contacts } = demoPeople.find((person) => person.username === username)!;
  let answer = await request.post('/api/login', { data: { username, password: demoPassword } });
  if (answer.status() === 401) {
    const { TwoFactorAuthSessionId: twoFactorAuthSessionId, TwoFactorAuthEntities: ways } = await answer.json();
    await request.post('/api/send-code', {
      headers: { authorization: `Bearer ${twoFactorAuthSessionId}` },
      data: { twoFactorAuthEntityType: ways[0].EntityType, userName: username, actionReason: 'LoginNewDevice' },
    });
    const code = await inbox.code(contacts[0]!.address);
    answer = await request.post('/api/authenticate', { data: { username, code, twoFactorAuthSessionId } });
  }
  expect(answer.status()).toBe(200);
  return answer.json();
}

/** Signs a demo person in by the calls; the page is then one of the origin that loads nothing. */
export async function signInAs(page: Page, inbox: Inbox, username: string): Promise<void> {
  const { epoch } = await signInByCalls(page.context(), inbox, username);
  const marker: Marker = { epoch, lastActivity: Date.now() };
  await page.goto('/healthz');
  // What the tabs share is written before the first of them opens.
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    storedMarker.key,
    JSON.stringify(marker),
  ] as const);
}

/** Signs a demo person in by the calls and opens an address; on the dashboard, waits until it stands there. */
export async function enter(page: Page, inbox: Inbox, username: string, path = '/dashboard'): Promise<void> {
  await signInAs(page, inbox, username);
  await page.goto(path);
  if (path.startsWith('/dashboard'))
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
}
