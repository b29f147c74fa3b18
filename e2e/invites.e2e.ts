import { catalogue } from '../web/src/testing/catalogue.ts';
import type { Page } from '@playwright/test';
import { demoPassword } from '../server/src/demo/people.ts';
import { enter, expect, signIn, test, type Inbox } from './fixtures.ts';
import { createAccount, fillDetails, goOn, heading } from './registration.ts';
import { proveByMail } from './step-up.ts';

const worthless = catalogue['@8.20'];
const problem = catalogue['@8.19'];
const guest = { first: 'Ines', last: 'Moreau', email: 'ines.moreau@guests.example', name: 'Ines Moreau' };
const day = 24 * 60 * 60;

const row = (page: Page, name = guest.name) => page.getByRole('listitem').filter({ hasText: name });

/** An administrator invites a person from the team members screen. */
async function invite(page: Page, inbox: Inbox): Promise<void> {
  await enter(page, inbox, 'admin');
  await page.getByRole('link', { name: 'Team members' }).click();
  await sendInvite(page);
}

async function sendInvite(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Invite a person' }).click();
  await fillInvite(page);
  await expect(page.getByText(`We have sent an invite to ${guest.email}.`)).toBeVisible();
}

async function fillInvite(page: Page, role = 'Cardholder'): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(guest.email);
  await dialog.getByLabel('First name').fill(guest.first);
  await dialog.getByLabel('Last name').fill(guest.last);
  await dialog.getByLabel('Role').click();
  await page.getByRole('option', { name: role }).click();
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

test(
  'an administrator invites a person, who registers without a card number and logs in',
  { tag: ['@0.2', '@1.2', '@1.8', '@2.routes.15', '@2.registration.3', '@2.registration.16', '@4.15', '@4.18'] },
  async ({ page, inbox, browser, baseURL }) => {
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
    await guests.context().close();
  },
);

test('an invitation that is worthless, or has no code', async ({ page, inbox }) => {
  await test.step('without a code there is no such page @2.routes.25 @2.routes.69 @4.21', async () => {
    for (const address of ['/invites', '/invites?code=']) {
      await page.goto(address);
      await expect(page.getByText('404')).toBeVisible();
    }
  });
  for (const area of ['/invites', '/registration']) {
    await test.step(`an invite that cannot be resolved at ${area} says so, and can be tried again @8.19`, async () => {
      await page.route('**/Invite/Verify', (route) => route.abort());
      await page.goto(`${area}?code=inv_nothing`);
      await expect(page.getByRole('alert')).toContainText(problem);
      await page.unroute('**/Invite/Verify');
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page).toHaveURL(/\/login$/);
    });
    await test.step(`an unknown code at ${area} ends the session and leads to the login page @4.20 @8.20`, async () => {
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
  }
});

test('an invite, and everyone who may open it', async ({ page, inbox, browser, baseURL }) => {
  await invite(page, inbox);
  await test.step('reads at each field what is wrong, and that somebody is invited already', async () => {
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
  const guests = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  const code = codeOf(await linkIn(inbox));
  await test.step('shows who has invited whom, and leads to the registration @4.19', async () => {
    await guests.goto(`/invites?code=${code}`);
    await expect(heading(guests)).toHaveText('You are invited');
    await expect(guests.getByText('Northwind Trading has invited you to its card program.')).toBeVisible();
    await guests.getByRole('link', { name: 'Accept invitation' }).click();
    await expect(heading(guests)).toHaveText('Your details');
  });
  await test.step('whoever is signed in already is told whose login it joins, and is led to no second username', async () => {
    await page.goto(`/registration?code=${code}`);
    await expect(page.getByText('The business will be added to Maya Chen (admin).')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add to my login' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Log in instead' })).toHaveCount(0);
  });
  await test.step('are joined by logging in inside the wizard; there is no way to the card @4.17 @beyond.33', async () => {
    await guests.goto(`/registration?code=${code}`);
    await guests.getByRole('button', { name: 'Log in instead' }).click();
    await expect(guests.getByRole('button', { name: 'Use another card' })).toHaveCount(0);
    await signIn(guests, 'onefactor', demoPassword);
    await expect(heading(guests)).toHaveText('Your details');
    const joined = guests.getByText('The business will be added to Noah Park (onefactor).');
    await expect(joined).toBeVisible();
    await guests.reload();
    await expect(joined).toBeVisible();
    const tab = await guests.context().newPage();
    await tab.goto('/registration');
    for (const each of [guests, tab]) {
      await fillDetails(each);
      await each.getByRole('button', { name: 'Add to my login' }).click();
      if (each === guests) await expect(heading(guests)).toHaveText('All set');
    }
    await expect(tab.getByText(/^The invitation of .+ has been used already\.$/)).toBeVisible();
    await expect(tab.getByRole('link', { name: 'Go to dashboard' })).toBeVisible();
    await expect(guests.getByText('Register another card')).toHaveCount(0);
    await guests.context().close();
  });
});

test.describe('an administrator', () => {
  test('looks after an invite: sends it again, sees it expire, revokes it', async ({
    page,
    inbox,
    server,
    browser,
    baseURL,
  }) => {
    await test.step('sees the members of the business; a cardholder is led away @2.routes.50 @6.5', async () => {
      await enter(page, inbox, 'admin', '/team-members');
      await expect(row(page, 'Priya Nair')).toContainText('Cardholder');
      await expect(row(page, 'Priya Nair')).toContainText('0932');
      const other = await (await browser.newContext({ baseURL: baseURL! })).newPage();
      await enter(other, inbox, 'cardholder', '/team-members');
      await expect(other).toHaveURL(/\/dashboard$/);
      await other.context().close();
    });
    let code = '';
    await test.step('sends an invite again: the new link works, the old one does not', async () => {
      await sendInvite(page);
      const old = codeOf(await linkIn(inbox));
      await server.advance(31);
      await page.getByRole('button', { name: `Resend the invite of ${guest.name}` }).click();
      await expect(
        page.getByText(`We have sent a new link to ${guest.email}. The old link does not work any more.`),
      ).toBeVisible();
      code = codeOf(await linkIn(inbox));
      expect(code).not.toBe(old);
      await page.getByRole('button', { name: `Resend the invite of ${guest.name}` }).click();
      await expect(
        page.getByText(/^This invite was sent a moment ago\. You can send it again in \d+ seconds\.$/),
      ).toBeVisible();
      await expect(page.getByText('We have sent a new link')).toHaveCount(0);
      await page.getByRole('button', { name: /^Profile menu/ }).click();
      await page.getByRole('menuitem', { name: 'Log out' }).click();
      await expect(page).toHaveURL(/\/login$/);
      await page.goto(`/registration?code=${code}`);
      await expect(heading(page)).toHaveText('Your details');
      await page.goto(`/registration?code=${old}`);
      await expect(page.getByRole('alert').filter({ hasText: worthless })).toBeVisible();
    });
    await test.step('sees when an invite has expired; its link is worth nothing @4.20', async () => {
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
    code = codeOf(await linkIn(inbox));
    await test.step('revokes an invite: its link is worth nothing', async () => {
      await page.getByRole('button', { name: `Revoke the invite of ${guest.name}` }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke invite' }).click();
      await expect(page.getByText(`The invite of ${guest.name} was revoked.`)).toBeVisible();
      await expect(row(page)).toContainText('Revoked');
      await expect(row(page).getByRole('button')).toHaveCount(0);
      await expect(row(page)).toBeFocused();
      await page.goto(`/registration?code=${code}`);
      await expect(page.getByRole('alert').filter({ hasText: worthless })).toBeVisible();
    });
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
});
