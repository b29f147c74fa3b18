import type { Page } from '@playwright/test';
import { demoPassword } from '../server/src/db/demo/people.ts';
import { enter, expect, signIn, test, type Inbox } from './fixtures.ts';
import { createAccount, fillDetails, goOn, heading } from './registration.ts';
import { proveByMail } from './step-up.ts';

const worthless = 'Invite code expired or does not exist';
const problem = 'There is a problem with your invitation. Please contact your business administrator for assistance.';
const guest = { first: 'Ines', last: 'Moreau', email: 'ines.moreau@guests.example', name: 'Ines Moreau' };
const day = 24 * 60 * 60;

const row = (page: Page, name = guest.name) => page.getByRole('listitem').filter({ hasText: name });

/** An administrator invites a person from the team members screen. */
async function invite(page: Page, inbox: Inbox, role = 'Cardholder'): Promise<void> {
  await enter(page, inbox, 'admin');
  await page.getByRole('link', { name: 'Team members' }).click();
  await page.getByRole('button', { name: 'Invite a person' }).click();
  await fillInvite(page, role);
  await expect(page.getByText(`We have sent an invite to ${guest.email}.`)).toBeVisible();
}

async function fillInvite(page: Page, role = 'Cardholder'): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(guest.email);
  await dialog.getByLabel('First name').fill(guest.first);
  await dialog.getByLabel('Last name').fill(guest.last);
  await dialog.getByLabel('Role').selectOption(role);
  await dialog.getByRole('button', { name: 'Send invite' }).click();
}

/** The link in the next mail to the guest, as an address of the story's server. */
async function linkIn(inbox: Inbox): Promise<string> {
  const { text } = await inbox.next(guest.email);
  const link = /https?:\/\/\S+code=\S+/.exec(text)?.[0];
  if (!link) throw new Error(`No link in: ${text}`);
  const { pathname, search } = new URL(link);
  return `${pathname}${search}`;
}
const codeOf = (link: string) => new URL(link, 'http://localhost').searchParams.get('code')!;

test('an administrator invites a person, who registers without a card number and logs in', async ({
  page,
  inbox,
  browser,
  baseURL,
}) => {
  await invite(page, inbox);
  await expect(row(page)).toContainText('Pending');
  await expect(row(page)).toContainText(guest.email);

  const guests = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  const link = await linkIn(inbox);
  await guests.goto(`/registration?code=${codeOf(link)}`);
  await expect(heading(guests)).toHaveText('Your details');
  // The code leaves the address bar.
  await expect(guests).toHaveURL(/\/registration$/);
  // The invite's own token goes on without it.
  await guests.reload();
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
  await expect(guests).toHaveURL(/\/login$/);

  await page.reload();
  await expect(row(page).first()).toContainText('Accepted');
  await guests.goto(`/registration?code=${codeOf(link)}`);
  await expect(guests).toHaveURL(/\/login$/);
  await expect(guests.getByRole('alert').filter({ hasText: worthless })).toBeVisible();
  await guests.context().close();
});

test.describe('the invites area', () => {
  test('shows who has invited whom, and leads to the registration', async ({ page, inbox, browser, baseURL }) => {
    await invite(page, inbox);
    const guests = await (await browser.newContext({ baseURL: baseURL! })).newPage();
    await guests.goto(`/invites?code=${codeOf(await linkIn(inbox))}`);
    await expect(heading(guests)).toHaveText('You are invited');
    await expect(guests.getByText('Northwind Trading has invited you to its card program.')).toBeVisible();
    await guests.getByRole('link', { name: 'Accept invitation' }).click();
    await expect(heading(guests)).toHaveText('Your details');
    await guests.context().close();
  });

  test('without a code there is no such page', async ({ page }) => {
    for (const address of ['/invites', '/invites?code=']) {
      await page.goto(address);
      await expect(page.getByText('404')).toBeVisible();
    }
  });
});

for (const area of ['/invites', '/registration']) {
  test(`an unknown code at ${area} ends the session and leads to the login page`, async ({ page, inbox }) => {
    await enter(page, inbox, 'onefactor', `${area}?code=inv_nothing`);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('alert').filter({ hasText: worthless })).toBeVisible();
    // Told once.
    await page.reload();
    await expect(page.getByLabel('Username')).toBeVisible();
    await expect(page.getByText(worthless)).toHaveCount(0);
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/login$/);
  });

  test(`an invite that cannot be resolved at ${area} says so, and can be tried again`, async ({ page }) => {
    await page.route('**/Invite/Verify', (route) => route.abort());
    await page.goto(`${area}?code=inv_nothing`);
    await expect(page.getByRole('alert')).toContainText(problem);
    await page.unroute('**/Invite/Verify');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page).toHaveURL(/\/login$/);
  });
}

test.describe('an administrator', () => {
  test('sends an invite again: the new link works, the old one does not', async ({ page, inbox, server }) => {
    await invite(page, inbox);
    const old = codeOf(await linkIn(inbox));
    await server.advance(31);
    await page.getByRole('button', { name: `Resend the invite of ${guest.name}` }).click();
    await expect(
      page.getByText(`We have sent a new link to ${guest.email}. The old link does not work any more.`),
    ).toBeVisible();
    const fresh = codeOf(await linkIn(inbox));
    expect(fresh).not.toBe(old);
    await page.getByRole('button', { name: /^Profile menu/ }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await page.goto(`/registration?code=${fresh}`);
    await expect(heading(page)).toHaveText('Your details');
    await page.goto(`/registration?code=${old}`);
    await expect(page.getByRole('alert').filter({ hasText: worthless })).toBeVisible();
  });

  test('invites another administrator, and sends the invite again, only after a fresh proof', async ({
    page,
    inbox,
    server,
  }) => {
    await enter(page, inbox, 'admin');
    await server.advance(301);
    await page.getByRole('link', { name: 'Team members' }).click();
    await page.getByRole('button', { name: 'Invite a person' }).click();
    await fillInvite(page, 'Business administrator');
    await proveByMail(page, inbox, 'maya.chen');
    await expect(page.getByText(`We have sent an invite to ${guest.email}.`)).toBeVisible();
    await expect(row(page)).toContainText('Business administrator');
    await server.advance(301);
    await page.getByRole('button', { name: `Resend the invite of ${guest.name}` }).click();
    await proveByMail(page, inbox, 'maya.chen');
    await expect(page.getByText(`We have sent a new link to ${guest.email}.`)).toBeVisible();
  });

  test('revokes an invite: its link is worth nothing', async ({ page, inbox }) => {
    await invite(page, inbox);
    const code = codeOf(await linkIn(inbox));
    await page.getByRole('button', { name: `Revoke the invite of ${guest.name}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke invite' }).click();
    await expect(page.getByText(`The invite of ${guest.name} was revoked.`)).toBeVisible();
    await expect(row(page)).toContainText('Revoked');
    await expect(row(page).getByRole('button')).toHaveCount(0);
    await page.goto(`/registration?code=${code}`);
    await expect(page.getByRole('alert').filter({ hasText: worthless })).toBeVisible();
  });

  test('sees when an invite has expired; its link is worth nothing', async ({ page, inbox, server }) => {
    await invite(page, inbox);
    const code = codeOf(await linkIn(inbox));
    // A page that is still open would find its session over and lead to the login page, in the midst of what follows.
    await page.goto('about:blank');
    await server.advance(7 * day + 1);
    await page.goto(`/registration?code=${code}`);
    await expect(page.getByRole('alert').filter({ hasText: worthless })).toBeVisible();
    // The administrator's device is remembered.
    await signIn(page, 'admin', demoPassword);
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goto('/team-members');
    await expect(row(page)).toContainText('Expired');
    await expect(row(page).getByRole('button', { name: /^Revoke/ })).toHaveCount(0);
    await row(page)
      .getByRole('button', { name: /^Resend/ })
      .click();
    await expect(row(page)).toContainText('Pending');
  });

  test('reads at each field what is wrong, and that somebody is invited already', async ({ page, inbox }) => {
    await invite(page, inbox);
    await page.getByRole('button', { name: 'Invite a person' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Email')).toBeFocused();
    await dialog.getByRole('button', { name: 'Send invite' }).click();
    await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription('Email is required.');
    await expect(dialog.getByLabel('First name')).toHaveAccessibleDescription('First name is required');
    await expect(dialog.getByLabel('Last name')).toHaveAccessibleDescription('Last name is required');
    await dialog.getByLabel('Email').fill('ines');
    await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription(
      'Email needs to be in name@example.com format',
    );
    await fillInvite(page);
    await expect(dialog.getByRole('alert')).toHaveText(
      'That address has been invited already. You can send the invite again.',
    );
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
  });

  test('sees the members of the business; a cardholder is led away', async ({ page, inbox, browser, baseURL }) => {
    await enter(page, inbox, 'admin', '/team-members');
    await expect(row(page, 'Priya Nair')).toContainText('Cardholder');
    await expect(row(page, 'Priya Nair')).toContainText('0932');
    const other = await (await browser.newContext({ baseURL: baseURL! })).newPage();
    await enter(other, inbox, 'cardholder', '/team-members');
    await expect(other).toHaveURL(/\/dashboard$/);
    await other.context().close();
  });
});

test.describe('an invite and a username that exists', () => {
  test('are joined by logging in inside the wizard; there is no way to the card', async ({
    page,
    inbox,
    browser,
    baseURL,
  }) => {
    await invite(page, inbox);
    const guests = await (await browser.newContext({ baseURL: baseURL! })).newPage();
    await guests.goto(`/registration?code=${codeOf(await linkIn(inbox))}`);
    await guests.getByRole('button', { name: 'Log in instead' }).click();
    await expect(guests.getByRole('button', { name: 'Use another card' })).toHaveCount(0);
    await signIn(guests, 'onefactor', demoPassword);
    await expect(heading(guests)).toHaveText('Your details');
    await fillDetails(guests);
    await guests.getByRole('button', { name: 'Add to my login' }).click();
    await expect(heading(guests)).toHaveText('All set');
    await expect(guests.getByText('Register another card')).toHaveCount(0);
    await guests.context().close();
  });

  test('whoever is signed in already is asked first', async ({ page, inbox }) => {
    await invite(page, inbox);
    const code = codeOf(await linkIn(inbox));
    await page.goto(`/registration?code=${code}`);
    await page.getByRole('button', { name: 'Log in instead' }).click();
    await expect(heading(page)).toHaveText('You are logged in already');
    await expect(page.getByText('You are logged in as Maya Chen (admin).')).toBeVisible();
    await page.getByRole('button', { name: 'Register instead' }).click();
    await expect(heading(page)).toHaveText('Your details');
  });
});
