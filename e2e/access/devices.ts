import { sendQuota } from '@florin/contract/limits';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { expect, signInByCalls, type Inbox } from '../fixtures.ts';
import type { Server } from '../server.ts';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

interface Device {
  browser: Browser;
  server: Server;
  inbox: Inbox;
}

/** Another device of a person, signed in: a browser of its own, Firefox on Windows by what it says of itself. */
export async function anotherDevice(
  { browser, server, inbox }: Device,
  username: string,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: server.origin, userAgent: firefox, ...options });
  // Nobody is sent codes faster than that.
  await server.advance(sendQuota[0].windowSeconds + 1);
  await signInByCalls(context, inbox, username);
  await server.advance(sendQuota[0].windowSeconds + 1);
  return context;
}

/** Whether a device still has its session. */
export const isSignedIn = async (device: BrowserContext) => (await device.request.get('/api/session')).status() === 200;

const recentDevices = (page: Page) => page.getByRole('region', { name: 'Recent devices' });
export const deviceRows = (page: Page) =>
  recentDevices(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });
export const profileMenu = (page: Page) => page.getByRole('button', { name: /^Profile menu of/ });

/** Opens the login activity and waits until it counts as seen. */
export async function look(page: Page): Promise<void> {
  const seen = page.waitForResponse('**/security/login-activity-seen');
  await page.goto('/login-activity');
  expect((await seen).status()).toBe(200);
}
