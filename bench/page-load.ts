// The sign-in page on a cheap phone: 1.6 Mbps, 150 ms, a quarter of the processor, nothing cached. Goals: largest paint
// 0.6 s, blocking time 50 ms, no violation of the Content-Security-Policy, no finding of axe.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium as launcher, type Browser } from 'playwright';
import { chromium } from '../scripts/browser.ts';
import { startProduct } from './lib/server.ts';
import { goal, median, printTable } from './lib/table.ts';

const rounds = 7;
const slow = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, offline: false };
const phone = { width: 390, height: 844 };

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
const loads: Load[] = [];
for (let round = 0; round < rounds; round++) loads.push(await load(browser, `${product.origin}/login`));
const violations = await axeViolations(browser, `${product.origin}/login`);
await browser.close();
await product.stop();

const middle = (pick: (one: Load) => number) => median(loads.map(pick));
printTable([
  ['sign-in page, slow profile', 'median', 'worst'],
  ...(['firstPaint', 'largestPaint', 'blocking', 'layoutShift', 'kilobytes'] as const).map((name) => [
    name,
    middle((one) => one[name]).toFixed(name === 'layoutShift' ? 3 : 0),
    Math.max(...loads.map((one) => one[name])).toFixed(name === 'layoutShift' ? 3 : 0),
  ]),
]);
const allComplaints = loads.flatMap((one) => one.complaints);
for (const complaint of [...allComplaints, ...violations]) console.log(complaint);
goal(
  'largest paint, ms, at most 600',
  middle((one) => one.largestPaint),
  middle((one) => one.largestPaint) <= 600,
);
goal(
  'blocking time, ms, at most 50',
  middle((one) => one.blocking),
  middle((one) => one.blocking) <= 50,
);
goal('errors and policy violations', allComplaints.length, allComplaints.length === 0);
goal('axe violations', violations.length, violations.length === 0);

async function load(from: Browser, address: string): Promise<Load> {
  const context = await from.newContext({ viewport: phone });
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
