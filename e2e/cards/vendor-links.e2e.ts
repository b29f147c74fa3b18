import type { Page } from '@playwright/test';
import { demoCardNumber } from '../../server/src/demo/waiting-cards.ts';
import { catalogue } from '../../web/src/testing/catalogue.ts';
import { enter, expect, test, type Inbox } from '../fixtures.ts';
import { proveByCode } from '../access/step-up.ts';

const number = demoCardNumber('0932');
const inGroups = number.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
const expired = catalogue['@8.23'];
const email = 'till@corner-shop.example';
const show = (page: Page) => page.getByRole('button', { name: 'Show card details' });
const own = (page: Page) => page.getByRole('region', { name: 'Your card' });

/** The path of the link in a vendor's mail. */
async function mailedLink(inbox: Inbox, to: string): Promise<string> {
  return /https?:\/\/[^/\s]+(\/card-details-request\/\S+)/.exec((await inbox.next(to)).text)![1]!;
}

test('an administrator sends card details to a vendor, who sees them once', async ({
  page,
  inbox,
  server,
  browser,
}) => {
  await test.step('the administrator sends a link @6.5', async () => {
    await enter(page, inbox, 'admin', '/cards/vendor-links');
    await page.getByRole('button', { name: 'Send card details' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send card details' });
    await dialog.getByLabel('Card', { exact: true }).click();
    await page.getByRole('option', { name: 'PRIYA NAIR ·· 0932' }).click();
    await dialog.getByLabel('Vendor’s email').fill(email);
    await dialog.getByLabel('Invoice number').fill('C-77');
    await dialog.getByLabel('Amount in USD').fill('$1,012.30');
    await dialog.getByRole('button', { name: 'Send link', exact: true }).click();
    await expect(page.getByText(`We have sent a link to ${email}.`)).toBeVisible();
  });
  const context = await browser.newContext({
    baseURL: server.origin,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const vendor = await context.newPage();
  const link = await mailedLink(inbox, email);
  await test.step('opening the link changes nothing, for a program that reads mail either', async () => {
    for (const method of ['GET', 'HEAD'] as const)
      expect((await context.request.fetch(link, { method, headers: { accept: 'text/html' } })).status()).toBe(200);
    await vendor.goto(link);
    await expect(show(vendor)).toBeVisible();
    // The code has left the address bar and the history.
    await expect(vendor).toHaveURL(/\/card-details-request$/);
    await vendor.reload();
  });
  await test.step('the vendor sees the card and copies its number @1.13 @2.routes.19 @2.vendor.1 @2.vendor.2 @2.vendor.11 @8.24', async () => {
    await expect(vendor).toHaveTitle('Vendor Card Details');
    await show(vendor).click();
    await expect(vendor.getByText(inGroups, { exact: true })).toBeVisible();
    for (const text of ['Northwind Trading', 'C-77', '$1,012.30', 'PRIYA NAIR'])
      await expect(vendor.getByRole('main')).toContainText(text);
    await vendor.getByRole('button', { name: 'Copy card number' }).click();
    await expect(vendor.getByText(catalogue['@8.24'])).toBeVisible();
    expect(await vendor.evaluate(() => navigator.clipboard.readText())).toBe(number);
  });
  await test.step('the details are shown once @2.vendor.14 @4.28 @7.2 @8.23', async () => {
    await vendor.reload();
    await expect(vendor.getByText(expired)).toBeVisible();
    await vendor.goto(link);
    await show(vendor).click();
    await expect(vendor.getByText(expired)).toBeVisible();
    await expect(vendor.getByText(inGroups)).toHaveCount(0);
    await context.close();
  });
  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Used');
});

test('a cardholder views the card with a fresh second factor', { tag: '@6.3' }, async ({ page, inbox, server }) => {
  await page.clock.install();
  await enter(page, inbox, 'cardholder');
  await server.advance(5 * 60);
  await show(page).click();
  await proveByCode(page, inbox, 'priya.nair');
  const shown = own(page).getByText(inGroups, { exact: true });
  await expect(shown).toBeVisible();
  await expect(own(page)).toContainText(/Card details were viewed .+ ET/);
  // The page's clock also runs by itself, however long the machine takes. OwnCard.component.test.tsx looks at the last second.
  await page.clock.runFor(15_000);
  await expect(shown).toBeVisible();
  await page.clock.runFor(20_000);
  await expect(page.getByText(inGroups)).toHaveCount(0);
});
