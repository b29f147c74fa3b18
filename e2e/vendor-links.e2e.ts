import { catalogue } from '../web/src/testing/catalogue.ts';
import type { Page } from '@playwright/test';
import { demoPassword } from '../server/src/demo/people.ts';
import { demoCardNumber } from '../server/src/demo/waiting-cards.ts';
import { demoVendorLinks } from '../server/src/demo/vendor-links.ts';
import { addAuthenticator } from './authenticator.ts';
import { enter, expect, test, type Inbox } from './fixtures.ts';
import { proveByMail, stepUpDialog } from './step-up.ts';

const number = demoCardNumber('0932');
const inGroups = number.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
const expired = catalogue['@8.23'];
const linkTo = (became?: string) =>
  `/card-details-request/${demoVendorLinks.find((link) => link.became === became && link.sentDaysAgo < 7)!.code}`;
const show = (page: Page) => page.getByRole('button', { name: 'Show card details' });
const own = (page: Page) => page.getByRole('region', { name: 'Your card' });
const row = (page: Page, email: string) => page.getByRole('listitem').filter({ hasText: email }).first();

/** The path of the link in a vendor's mail. */
async function mailedLink(inbox: Inbox, to: string): Promise<string> {
  return /https?:\/\/[^/\s]+(\/card-details-request\/\S+)/.exec((await inbox.next(to)).text)![1]!;
}

test('a vendor sees the card once, whatever has become of other links; its holder learns of it', async ({
  page,
  context,
  inbox,
}) => {
  await test.step('sees everything the business shares, once, and copies the card number @1.13 @2.routes.19 @2.vendor.1 @2.vendor.2 @2.vendor.3 @2.vendor.4 @2.vendor.5 @2.vendor.6 @2.vendor.7 @2.vendor.8 @2.vendor.9 @2.vendor.10 @2.vendor.11 @2.vendor.12 @2.vendor.13 @8.24 @9.7 @9.8', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(linkTo());
    await expect(page).toHaveTitle('Vendor Card Details');
    await expect(page.getByRole('heading', { level: 1, name: 'Vendor Card Details' })).toBeVisible();
    // The code is out of the address bar and out of the history before anything else happens.
    await expect(page).toHaveURL(/\/card-details-request$/);
    await expect(page.getByText('Get the card details')).toBeVisible();
    await expect(page.getByText('Enter them into your terminal')).toBeVisible();
    await expect(page.getByText('exact amount')).toBeVisible();
    await expect(page.getByText('The payment follows')).toBeVisible();
    await show(page).click();

    await expect(page.getByText(inGroups, { exact: true })).toBeVisible();
    const main = page.getByRole('main');
    for (const text of ['Northwind Trading', 'INV-2041', '418 Harbor Street, Suite 300', '$1,284.50', 'PRIYA NAIR'])
      await expect(main).toContainText(text);
    await expect(main).toContainText(/Expiry\s*09\/20\d\d/);
    await expect(main).toContainText(/CVV2\s*\d{3}/);
    await expect(main).toContainText(/Process a payment before \d{2}\/\d{2}\/20\d\d/);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

    await page.getByRole('button', { name: 'Copy card number' }).click();
    await expect(page.getByText(catalogue['@8.24'])).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number);

    // The address of the history's entry holds no code: going on and back shows nothing.
    await page.reload();
    await expect(page.getByText(expired)).toBeVisible();
    await expect(page.getByText(inGroups)).toHaveCount(0);
    await page.goto(linkTo());
    await show(page).click();
    await expect(page.getByText(expired)).toBeVisible();
  });

  await test.step('is told the same whatever has become of the link @2.vendor.14 @4.28 @7.2 @8.23', async () => {
    for (const path of [
      ...demoVendorLinks.slice(1).map(({ code }) => `/card-details-request/${code}`),
      '/card-details-request/unknown',
    ]) {
      await page.goto(path);
      await show(page).click();
      await expect(page.getByText(expired)).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await expect(page.getByText('ask the business for a new link')).toBeVisible();
    }
    // Without its code the page knows no better than the mail.
    await page.goto('/card-details-request');
    await expect(page.getByText(expired)).toBeVisible();
    await expect(page.getByText('open the link in your email again')).toBeVisible();
  });

  await test.step('learns that a vendor has seen the card', async () => {
    await enter(page, inbox, 'cardholder');
    await expect(own(page)).toContainText('By billing@harborline-freight.example, with a link that Maya Chen sent');
  });
});

test('a link that was only opened stays good, also after a broken connection; what it shows goes away', async ({
  page,
  request,
  server,
}) => {
  await page.clock.install();

  await test.step('opening the link changes nothing: what reads mail and follows its links leaves it good', async () => {
    for (const method of ['GET', 'HEAD'] as const)
      expect((await request.fetch(linkTo(), { method, headers: { accept: 'text/html' } })).status()).toBe(200);
    for (let visit = 0; visit < 2; visit += 1) {
      await page.goto(linkTo());
      await expect(show(page)).toBeVisible();
    }
    expect(await server.sql(`select 1 from vendor_link where opened_at is null and code_hash is not null`)).not.toEqual(
      [],
    );
  });

  await test.step('tries again after a connection that broke, and does not lose the link to it', async () => {
    await page.route('**/api/card-details/embossing-data-sharing', (route) => route.abort(), { times: 1 });
    await show(page).click();
    await expect(page.getByRole('alert')).toContainText('We could not reach the server');
    await show(page).click();
    await expect(page.getByText(inGroups, { exact: true })).toBeVisible();
  });

  await test.step('says so when the card number cannot be copied, and not that it was @8.25', async () => {
    const copied = page.getByText(catalogue['@8.24']);
    await page.context().grantPermissions(['clipboard-write']);
    await page.getByRole('button', { name: 'Copy card number' }).click();
    await expect(copied).toBeVisible();
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await page.getByRole('button', { name: 'Copy card number' }).click();
    await expect(page.getByText('Something went wrong. Please select the text')).toBeVisible();
    // At once: by itself it would stay a while.
    expect(await copied.count()).toBe(0);
  });

  await test.step('the details leave the page by themselves, and when it is left', async () => {
    await expect(page.getByText(inGroups, { exact: true })).toBeVisible();
    await page.clock.runFor(10 * 60 * 1000);
    await expect(page.getByText(expired)).toBeVisible();
    expect(await page.content()).not.toContain(inGroups);
  });
});

test.describe('an administrator', () => {
  test(
    'sends card details, sees them opened and used, sends again and revokes',
    { tag: '@6.5' },
    async ({ page, inbox, server, browser }) => {
      await enter(page, inbox, 'admin', '/cards');
      for (const status of ['Created', 'Viewed', 'Used', 'Expired', 'Revoked'])
        await expect(page.getByRole('listitem').filter({ hasText: status }).first()).toBeVisible();

      await page.getByRole('button', { name: 'Send card details' }).click();
      const dialog = page.getByRole('dialog', { name: 'Send card details' });
      await dialog.getByRole('button', { name: 'Send', exact: true }).click();
      await expect(dialog.getByLabel('Card', { exact: true })).toHaveAccessibleDescription(/Card is required\./);
      await expect(dialog.getByLabel('Card', { exact: true })).toBeFocused();
      await expect(dialog.getByLabel('Vendor’s email')).toHaveAccessibleDescription(/Email is required\./);
      await dialog.getByLabel('Card', { exact: true }).click();
      await page.getByRole('option', { name: 'PRIYA NAIR •• 0932' }).click();
      await dialog.getByLabel('Vendor’s email').fill('till@corner-shop.example');
      await dialog.getByLabel('Invoice number').fill('C-77');
      await dialog.getByLabel('Amount in USD').fill('12.345');
      await dialog.getByLabel('Note to the vendor').fill(`Use ${inGroups}`);
      await dialog.getByRole('button', { name: 'Send', exact: true }).click();
      await expect(dialog.getByLabel('Amount in USD')).toHaveAccessibleDescription(/Please enter an amount such as/);
      await expect(dialog.getByLabel('Note to the vendor')).toHaveAccessibleDescription(/leave the card number out/);
      await dialog.getByLabel('Amount in USD').fill('$1,012.30');
      await dialog.getByLabel('Note to the vendor').fill('Thank you for the quick delivery.');
      await dialog.getByLabel('Process before').fill('2020-01-31');
      await dialog.getByRole('button', { name: 'Send', exact: true }).click();
      await expect(dialog.getByLabel('Process before')).toHaveAccessibleDescription(/today or a later date/);
      await dialog.getByLabel('Process before').fill('');
      await dialog.getByRole('button', { name: 'Send', exact: true }).click();
      await expect(page.getByText('We have sent a link to till@corner-shop.example.')).toBeVisible();
      await expect(row(page, 'till@corner-shop.example')).toContainText(/\$1,012\.30\s*Invoice C-77\s*Created/);

      const vendor = await (await browser.newContext({ baseURL: server.origin })).newPage();
      await vendor.goto(await mailedLink(inbox, 'till@corner-shop.example'));
      await show(vendor).click();
      await expect(vendor.getByText(inGroups, { exact: true })).toBeVisible();
      await vendor.context().close();
      await page.reload();
      await expect(row(page, 'till@corner-shop.example')).toContainText('Used');

      // Five minutes later the proof is too old.
      await server.advance(5 * 60);
      await page.getByRole('button', { name: 'Send again to till@corner-shop.example' }).click();
      await proveByMail(page, inbox, 'maya.chen');
      await expect(page.getByText('We have sent a new link to till@corner-shop.example.')).toBeVisible();
      await expect(row(page, 'till@corner-shop.example')).toContainText('Created');
      const second = await mailedLink(inbox, 'till@corner-shop.example');
      await page.getByRole('button', { name: 'Revoke the link sent to till@corner-shop.example' }).click();
      const revoking = page.getByRole('alertdialog');
      // What cannot be taken back is not one key press away.
      await expect(revoking.getByRole('button', { name: 'Cancel' })).toBeFocused();
      await revoking.getByRole('button', { name: 'Revoke link' }).click();
      await expect(page.getByText('The link sent to till@corner-shop.example was revoked.')).toBeVisible();
      await expect(row(page, 'till@corner-shop.example')).toContainText('Revoked');
      await expect(row(page, 'till@corner-shop.example')).toBeFocused();
      await page.goto(second);
      await show(page).click();
      await expect(page.getByText(expired)).toBeVisible();
    },
  );
});

test('a cardholder views the card, which does not stay shown', async ({ page, inbox, server }) => {
  await page.clock.install();

  await test.step('views the card with a fresh second factor; it is hidden after 30 seconds, on blur, and each view is listed @6.3', async () => {
    await enter(page, inbox, 'cardholder');
    await expect(own(page)).toContainText('•••• 0932');
    await expect(own(page)).toContainText('Nobody has viewed the details of this card.');
    await server.advance(5 * 60);
    await show(page).click();
    await expect(stepUpDialog(page)).toBeVisible();
    await expect(page.getByText(inGroups)).toHaveCount(0);
    await proveByMail(page, inbox, 'priya.nair');

    await expect(own(page).getByText(inGroups, { exact: true })).toBeVisible();
    await expect(own(page)).toContainText(/CVV2\s*\d{3}/);
    await expect(own(page)).toContainText(/Hides in \d+ s/);
    await expect(own(page)).toContainText(/Card details were viewed .+ ET/);
    await page.evaluate(() => window.dispatchEvent(new Event('blur')));
    await expect(own(page)).toContainText('•••• 0932');
    expect(await page.content()).not.toContain(inGroups);

    await show(page).click();
    await expect(own(page).getByText(inGroups, { exact: true })).toBeVisible();
    await expect(own(page).getByRole('listitem')).toHaveCount(2);
    await page.getByRole('button', { name: 'Hide card details' }).click();
    await expect(page.getByText(inGroups)).toHaveCount(0);
  });

  await test.step('the details are gone after 30 seconds', async () => {
    await show(page).click();
    await expect(own(page).getByText(inGroups, { exact: true })).toBeVisible();
    await page.clock.runFor(29_000);
    await expect(own(page).getByText(inGroups, { exact: true })).toBeVisible();
    await page.clock.runFor(2000);
    await expect(page.getByText(inGroups)).toHaveCount(0);
  });
});

test(
  'after a change of factors the card stays hidden for a day, but for what they have had for longer',
  { tag: '@beyond.45' },
  async ({ page, inbox, server }) => {
    await enter(page, inbox, 'cardholder');
    await page.goto('/account/security');
    const app = await addAuthenticator(page, server, 'My phone');
    await page.goto('/dashboard');
    await expect(show(page)).toBeDisabled();
    const held = own(page).getByText(
      /the way you log in has changed\. For your safety, card details can be shown and sent again from .+ ET\./,
    );
    await expect(held).toBeVisible();

    // Had the app been there before, it would open the card.
    await server.sql(`update authenticator set confirmed_at = confirmed_at - interval '1 day'`);
    await page.reload();
    await show(page).click();
    const dialog = stepUpDialog(page);
    await expect(dialog).toContainText('only with a passkey or an authenticator app that you have had for longer');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(held).toBeVisible();
    await show(page).click();
    await dialog.getByLabel('Current password').fill(demoPassword);
    await dialog.getByLabel('Code of your authenticator app').fill(await app.nextCode());
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(own(page).getByText(inGroups, { exact: true })).toBeVisible();
  },
);
