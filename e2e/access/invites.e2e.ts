import { catalogue } from '../../web/src/testing/catalogue.ts';
import type { Page } from '@playwright/test';
import { demoPassword } from '../../server/src/demo/people.ts';
import { enter, expect, signIn, test, type Inbox } from '../fixtures.ts';
import { becomeNobody } from '../nobody.ts';
import { createAccount, fillDetails, goOn, heading } from './registration.ts';
import { proveByCode } from './step-up.ts';

const worthless = catalogue['@8.20'];
const guest = { first: 'Ines', last: 'Moreau', email: 'ines.moreau@guests.example' };
const partner = { first: 'Noah', last: 'Park', email: 'noah.park@guests.example' };

const row = (page: Page) => page.getByRole('row').filter({ hasText: 'Ines Moreau' });

/** Opens the team members screen, and fills and sends the form of an invite. */
async function sendInvite(
  page: Page,
  { first, last, email }: typeof guest,
  role: 'Cardholder' | 'Business administrator',
): Promise<void> {
  await page.getByRole('link', { name: 'Team members' }).click();
  await page.getByRole('button', { name: 'Invite a person' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('First name').fill(first);
  await dialog.getByLabel('Last name').fill(last);
  await dialog.getByLabel('Role').click();
  await page.getByRole('option', { name: role }).click();
  await dialog.getByRole('button', { name: 'Send invite' }).click();
}

/** The link in the next mail to an address, as an address of the story's server. */
async function linkIn(inbox: Inbox, email: string): Promise<string> {
  const { text } = await inbox.next(email);
  const link = /https?:\/\/\S+code=\S+/.exec(text)?.[0];
  if (!link) throw new Error(`No link in: ${text}`);
  const { pathname, search } = new URL(link);
  return `${pathname}${search}`;
}
const codeOf = (link: string) => new URL(link, 'http://localhost').searchParams.get('code')!;

test(
  'an administrator invites a person, who registers without a card number and logs in, and one with a username',
  { tag: ['@0.2', '@1.2', '@1.8', '@2.routes.15', '@2.registration.3', '@2.registration.16', '@4.15', '@4.18'] },
  async ({ page, inbox, server, browser, baseURL }) => {
    await enter(page, inbox, 'admin', '/reports');
    await sendInvite(page, guest, 'Cardholder');
    await expect(page.getByText(`We have sent an invite to ${guest.email}.`)).toBeVisible();
    await page.getByRole('tab', { name: 'Invited' }).click();
    await expect(row(page)).toContainText('Pending');
    await expect(row(page)).toContainText(guest.email);
    await test.step('an invite as administrator is sent after a fresh proof @6.5', async () => {
      await server.advance(301);
      await sendInvite(page, partner, 'Business administrator');
      await proveByCode(page, inbox, 'maya.chen');
      await expect(page.getByText(`We have sent an invite to ${partner.email}.`)).toBeVisible();
      await page.getByRole('tab', { name: 'Invited' }).click();
    });

    const guests = await (await browser.newContext({ baseURL: baseURL! })).newPage();
    const link = await linkIn(inbox, guest.email);
    await guests.goto(`/registration?code=${codeOf(link)}`);
    await expect(heading(guests)).toHaveText('Your details');
    // The code leaves the address bar.
    await expect(guests).toHaveURL(/\/registration$/);
    // The invite's own token goes on without it.
    await guests.reload();
    await guests.getByRole('button', { name: 'Yes, continue' }).click();
    await expect(guests.getByLabel('First name')).toHaveValue(guest.first);
    await expect(guests.getByLabel('Last name')).toHaveValue(guest.last);
    const steps = guests.getByRole('list', { name: 'Steps of the registration' });
    await expect(steps.getByRole('listitem')).toHaveText([/Your details/, /Setup account/, /All set/]);
    await fillDetails(guests);
    await goOn(guests);
    await createAccount(guests, 'ines.moreau');
    await expect(heading(guests)).toHaveText('All set');
    await expect(guests.getByText('Register another card')).toHaveCount(0);
    await guests.getByRole('link', { name: 'Cardholder login' }).click();
    await expect(guests).toHaveURL(/\/fast-phone-verification$/);

    await page.reload();
    await expect(row(page).first()).toContainText('Accepted');
    await guests.goto(`/registration?code=${codeOf(link)}`);
    await expect(guests).toHaveURL(/\/login$/);
    await expect(guests.getByRole('alert').filter({ hasText: worthless })).toBeVisible();

    await test.step('a person with a username logs in inside the wizard and joins @2.routes.25 @4.17 @4.19', async () => {
      await becomeNobody(guests);
      await guests.goto(`/invites?code=${codeOf(await linkIn(inbox, partner.email))}`);
      await expect(guests.getByText('Northwind Trading has invited you to its card program.')).toBeVisible();
      await guests.getByRole('link', { name: 'Accept invitation' }).click();
      await guests.getByRole('button', { name: 'Log in instead' }).click();
      await signIn(guests, 'onefactor', demoPassword);
      await expect(guests.getByText('The business will be added to Noah Park (onefactor).')).toBeVisible();
      await fillDetails(guests);
      await guests.getByRole('button', { name: 'Add to my login' }).click();
      await expect(heading(guests)).toHaveText('All set');
      await guests.context().close();
    });
  },
);
