/** `npm run pictures`: takes the README's pictures of the running product with its demo data. */
import { fileURLToPath } from 'node:url';
import { chromium as launcher } from 'playwright';
import type { OutboxMessage } from '@florin/contract/program/outbox';
import { startProduct } from '../bench/lib/server.ts';
import { demoPassword } from '../server/src/demo/people.ts';
import { chromium } from './browser.ts';

const folder = fileURLToPath(new URL('../docs/images/', import.meta.url));
const product = await startProduct({ DEMO_LIFE: 'on' });
const browser = await launcher.launch(await chromium());
const page = await browser.newPage({
  baseURL: product.origin,
  viewport: { width: 1440, height: 900 },
  colorScheme: 'light',
  reducedMotion: 'reduce',
});
const picture = async (name: string) => {
  // Without the blinking cursor of a focused field.
  await page.screenshot({ path: `${folder}${name}.png`, caret: 'hide' });
  console.log(`docs/images/${name}.png`);
};

await page.goto('/login', { waitUntil: 'networkidle' });
await picture('login');
await page.getByLabel('Username').fill('seven');
await page.getByLabel('Password', { exact: true }).fill(demoPassword);
await page.getByRole('button', { name: 'Log in', exact: true }).click();
await page.getByText('We sent a 6-digit code').waitFor();
await picture('code');
const messages = (await (await fetch(`${product.origin}/outbox/messages`)).json()) as OutboxMessage[];
await page.getByLabel('Secure Access Code').fill(/\b\d{6}\b/.exec(messages[0]!.text)![0]);
await page.waitForURL(/\/dashboard$/);
await page.getByRole('heading', { name: 'Just now' }).waitFor();
await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null);
await picture('dashboard');

await browser.close();
await product.stop();
