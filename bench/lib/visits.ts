/** People of the demo in a browser, and a cheap phone to visit pages on. */
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';
import { demoPassword } from '../../server/src/demo/people.ts';

/** 1.6 Mbps down, 150 ms, a quarter of the processor. */
export async function slowDown(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
    offline: false,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return devtools;
}

/** A browser in which a person of the demo is signed in. */
export async function signedIn(
  browser: Browser,
  origin: string,
  who: string,
  viewport = { width: 390, height: 844 },
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  await page.goto(`${origin}/login`);
  await page.getByLabel('Username').fill(who);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  const field = page.getByRole('textbox', { name: /code/i });
  await page
    .getByRole('heading', { level: 1, name: /Dashboard/ })
    .or(field)
    .first()
    .waitFor();
  if (await field.isVisible()) {
    await field.fill(await codeInOutbox(context, origin));
    await page.waitForURL('**/dashboard');
  }
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.close();
  return context;
}

async function codeInOutbox(context: BrowserContext, origin: string): Promise<string> {
  const outbox = await context.newPage();
  await outbox.goto(`${origin}/outbox`);
  const text = await outbox
    .getByText(/\b\d{6}\b/)
    .first()
    .innerText();
  await outbox.close();
  return /\b\d{6}\b/.exec(text)![0];
}
