// The first pages on a cheap phone: 1.6 Mbps, 150 ms, a quarter of the processor, nothing cached. The sign-in is measured
// beside bare HTML of its size and a page that hydrates an empty React root, the first dashboard beside its own shell.
// Goals for the sign-in, as ratios in this run; no violation of the Content-Security-Policy, no finding of axe.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium as launcher, type Browser, type BrowserContext } from 'playwright';
import { chromium } from '../scripts/browser.ts';
import { demoPassword } from '../server/src/demo/people.ts';
import { serveBarePages } from './lib/bare-pages.ts';
import { startProduct } from './lib/server.ts';
import { goal, median, printTable } from './lib/table.ts';

/** Single loads differ by a fifth. */
const rounds = 15;
const slow = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, offline: false };
const phone = { width: 390, height: 844 };

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

interface Load {
  firstPaint: number;
  largestPaint: number;
  blocking: number;
  layoutShift: number;
  kilobytes: number;
  complaints: string[];
}

const product = await startProduct();
const browser = await launcher.launch(await chromium());
const login = `${product.origin}/login`;
const bare = await serveBarePages(await (await fetch(login, { headers: { accept: 'text/html' } })).text());
const session = await signIn();
bare.add('/shell', await shellOf(session));

const pages = {
  'sign-in': () => load(login),
  'bare HTML of its size': () => load(`${bare.origin}/text`),
  'empty React root': () => load(`${bare.origin}/root`),
  dashboard: () => load(`${product.origin}/dashboard`, session),
  'its shell as HTML': () => load(`${bare.origin}/shell`),
};
type Name = keyof typeof pages;
const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((value) => ({ value, at: Math.random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ value }) => value);
const loads = new Map<Name, Load[]>();
for (let round = 0; round < rounds; round++)
  // In another order each time, so that what a page leaves to the browser meets them all alike.
  for (const [name, once] of shuffled(Object.entries(pages) as [Name, () => Promise<Load>][]))
    loads.set(name, [...(loads.get(name) ?? []), await once()]);
const violations = await axeViolations(browser, login);
await browser.close();
bare.stop();
await product.stop();

type Figure = Exclude<keyof Load, 'complaints'>;
const figures: Figure[] = ['firstPaint', 'largestPaint', 'blocking', 'layoutShift', 'kilobytes'];
const middle = (name: Name, figure: Figure) => median(loads.get(name)!.map((one) => one[figure]));
const worst = (name: Name, figure: Figure) => Math.max(...loads.get(name)!.map((one) => one[figure]));
printTable([
  ['slow profile, median (worst)', ...figures],
  ...[...loads.keys()].map((name) => [
    name,
    ...figures.map((figure) => {
      const digits = figure === 'layoutShift' ? 3 : 0;
      return `${middle(name, figure).toFixed(digits)} (${worst(name, figure).toFixed(digits)})`;
    }),
  ]),
]);
const allComplaints = [...loads.get('sign-in')!, ...loads.get('dashboard')!].flatMap((one) => one.complaints);
for (const complaint of [...allComplaints, ...violations]) console.log(complaint);
const paint = middle('sign-in', 'largestPaint') / middle('bare HTML of its size', 'largestPaint');
// Both may be zero; a millisecond is far below what anybody notices.
const blocking = (middle('sign-in', 'blocking') + 1) / (middle('empty React root', 'blocking') + 1);
goal('largest paint of the sign-in, at most 1.25 times that of bare HTML', paint, paint <= 1.25);
goal('blocking of the sign-in, at most 1.2 times that of an empty React root', blocking, blocking <= 1.2);
goal('errors and policy violations', allComplaints.length, allComplaints.length === 0);
goal('axe violations', violations.length, violations.length === 0);

/** The cookies and the storage of a person who has just logged in, and has never opened the dashboard. */
async function signIn(): Promise<Session> {
  const context = await browser.newContext({ viewport: phone });
  const page = await context.newPage();
  await page.goto(login);
  await page.getByLabel('Username').fill('onefactor');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL('**/dashboard');
  const state = await context.storageState();
  await context.close();
  return state;
}

/** The dashboard's frame before its scripts have loaded any data, as HTML with its styles and without scripts. */
async function shellOf(state: Session): Promise<string> {
  const context = await browser.newContext({ viewport: phone, storageState: state });
  const page = await context.newPage();
  await page.route('**/api/**', () => {});
  await page.goto(`${product.origin}/dashboard`, { waitUntil: 'load' });
  await page.locator('main').waitFor();
  const html = await page.evaluate(() => {
    for (const one of document.querySelectorAll('script, link')) one.remove();
    return `<!doctype html>${document.documentElement.outerHTML}`;
  });
  await context.close();
  return html;
}

async function load(address: string, storageState?: Session): Promise<Load> {
  const context = await browser.newContext({ viewport: phone, ...(storageState && { storageState }) });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', slow);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  let bytes = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  // oxlint-disable-next-line typescript/no-implied-eval -- a script for the page, not for this process
  await page.addInitScript(observe);
  // A visit comes from another site, for which a browser changes the process whatever the page's headers say.
  await page.goto(`${bare.origin.replace('127.0.0.1', 'elsewhere.localhost')}/text`);
  bytes = 0;
  await page.goto(address, { waitUntil: 'networkidle' });
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
  await context.close();
  return {
    firstPaint: seen.first,
    largestPaint: seen.largest,
    // Total blocking time: the part of tasks after the first paint beyond 50 ms.
    blocking: seen.tasks
      .filter(({ end }) => end > seen.first)
      .reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
    layoutShift: seen.shift,
    kilobytes: bytes / 1000,
    complaints,
  };
}

interface Seen {
  first: number;
  largest: number;
  shift: number;
  tasks: { end: number; duration: number }[];
}

/** Runs in the page, before its own scripts. */
function observe() {
  const seen: Seen = { first: 0, largest: 0, shift: 0, tasks: [] };
  Object.assign(globalThis, { seen });
  const watch = (type: string, each: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.first = entry.startTime;
  });
  watch('largest-contentful-paint', (entry) => (seen.largest = entry.startTime));
  watch('layout-shift', (entry) => (seen.shift += (entry as PerformanceEntry & { value: number }).value));
  watch('longtask', ({ startTime, duration }) => seen.tasks.push({ end: startTime + duration, duration }));
}

async function axeViolations(from: Browser, address: string): Promise<string[]> {
  const source = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [320, 768, 1440]) {
      const context = await from.newContext({ viewport: { width, height: 900 }, colorScheme });
      const page = await context.newPage();
      await page.goto(address, { waitUntil: 'networkidle' });
      await page.evaluate(source);
      const ids = await page.evaluate(async () => {
        const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } };
        return (await axe.run()).violations.map(({ id }) => id);
      });
      found.push(...ids.map((id) => `axe, ${colorScheme}, ${width} px: ${id}`));
      await context.close();
    }
  return found;
}
