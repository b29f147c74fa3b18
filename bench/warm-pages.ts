// Pages behind the login on a cheap phone that has their files: 1.6 Mbps, 150 ms, a quarter of the processor, the demo's
// two years of data. A page is interactive when its heading and its figures stand, nothing in it is still loading, and
// the task that drew them has ended. The time of a fixed loop tells how fast the machine is.
import { chromium as launcher, type BrowserContext, type Page } from 'playwright';
import { chromium } from '../scripts/browser.ts';
import { startProduct } from './lib/server.ts';
import { goal, median, printTable } from './lib/table.ts';
import { signedIn, slowDown } from './lib/visits.ts';

const rounds = 9;
const goalMilliseconds = 1500;
const visits = [
  { who: 'onefactor', path: '/dashboard' },
  { who: 'admin', path: '/dashboard' },
  { who: 'admin', path: '/transactions' },
];

interface Load {
  heading: number;
  interactive: number;
  /** Of the page's scripts, styles and layout until it is interactive and a second after. */
  busy: number;
  files: number;
  loop: number;
}

const product = await startProduct({ DEMO_LIFE: 'on' });
const browser = await launcher.launch(await chromium());
const contexts = new Map<string, BrowserContext>();
for (const who of new Set(visits.map((visit) => visit.who)))
  contexts.set(who, await signedIn(browser, product.origin, who));
const loads = new Map<string, Load[]>();
// Twice before: the second visit of a file makes the browser keep what it has compiled.
for (let round = -2; round < rounds; round++)
  for (const { who, path } of visits) {
    const one = await load(contexts.get(who)!, path);
    const name = `${path} of ${who}`;
    if (round >= 0) loads.set(name, [...(loads.get(name) ?? []), one]);
  }
await browser.close();
await product.stop();

const figures = ['heading', 'interactive', 'busy', 'files', 'loop'] as const;
const middle = (name: string, figure: keyof Load) => median(loads.get(name)!.map((one) => one[figure]));
printTable([
  ['slow profile, files cached, median ms', ...figures],
  ...[...loads.keys()].map((name) => [name, ...figures.map((figure) => middle(name, figure).toFixed(0))]),
]);
for (const name of loads.keys()) {
  const figure = middle(name, 'interactive');
  goal(`${name} interactive, at most ${goalMilliseconds} ms`, figure, figure <= goalMilliseconds);
}

async function load(context: BrowserContext, path: string): Promise<Load> {
  const page = await context.newPage();
  const devtools = await slowDown(page);
  await devtools.send('Performance.enable');
  // oxlint-disable-next-line typescript/no-implied-eval -- a script for the page, not for this process
  await page.addInitScript(observe);
  await page.goto(product.origin + path);
  const seen = await interactive(page);
  const { metrics } = await devtools.send('Performance.getMetrics');
  const { files, loop } = await page.evaluate(() => {
    const began = performance.now();
    let sum = 0;
    for (let i = 0; i < 2e6; i++) sum = (sum * 31 + i) % 1_000_003;
    return {
      loop: performance.now() - began + (sum < 0 ? 1 : 0),
      files: performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/')).length,
    };
  });
  await page.close();
  const busy = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  return { ...seen, busy, files, loop };
}

/** A second after the page was ready, so that the task that drew it has ended and is known. */
async function interactive(page: Page): Promise<Pick<Load, 'heading' | 'interactive'>> {
  const handle = await page.waitForFunction(() => {
    const { seen } = globalThis as unknown as { seen: Seen };
    return seen.ready > 0 && performance.now() > seen.ready + 1000 && { ...seen };
  });
  const { heading, ready, tasks } = (await handle.jsonValue()) as Seen;
  return {
    heading,
    interactive: Math.max(ready, ...tasks.filter(({ start }) => start <= ready).map(({ end }) => end)),
  };
}

interface Seen {
  heading: number;
  /** The first frame of which nothing is loading any more; 0 until then. */
  ready: number;
  tasks: { start: number; end: number }[];
}

/** Runs in the page, before its own scripts. */
function observe() {
  const seen: Seen = { heading: 0, ready: 0, tasks: [] };
  Object.assign(globalThis, { seen });
  const look = (now: number) => {
    const main = document.querySelector('main');
    if (main?.querySelector('h1')) seen.heading ||= now;
    const isLoaded = seen.heading > 0 && /\$\d/.test(main!.textContent) && !main!.querySelector('[aria-busy="true"]');
    if (!isLoaded) seen.ready = 0;
    else seen.ready ||= now;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      seen.tasks.push({ start: startTime, end: startTime + duration });
  }).observe({ type: 'longtask', buffered: true });
}
