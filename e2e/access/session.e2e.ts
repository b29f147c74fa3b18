import type { Page } from '@playwright/test';
import { demoPassword } from '../../server/src/demo/people.ts';
import { enter, expect, signIn, test } from '../fixtures.ts';
import { becomeNobody } from '../nobody.ts';

async function logOut(page: Page) {
  await page.getByRole('button', { name: /^Profile menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
}

test('logging out ends the session in every tab, is not taken for done where the server fails, and loses no typed words', async ({
  page,
  context,
  inbox,
}) => {
  const session = async () => (await page.request.get('/api/session')).status();
  const other = await context.newPage();

  await test.step('in every tab, whatever page it shows @2.shell.7', async () => {
    await enter(page, inbox, 'onefactor', '/reports');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const sid = (await context.cookies()).find(({ name }) => name === '__Host-sid');
    expect(sid).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/' });
    await other.goto('/registration');
    await expect(other.getByText(/Noah Park/)).toBeVisible();
    await logOut(page);
    for (const tab of [page, other]) await expect(tab).toHaveURL(/\/login$/);
    expect(await session()).toBe(401);
  });

  await test.step('a logout that fails: every tab says so, and it is tried until it is done @2.shell.7', async () => {
    await becomeNobody(page);
    await enter(page, inbox, 'onefactor', '/reports');
    await other.goto('/reports');
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
    await context.route('**/api/logout', (route) => route.fulfill({ status: 500, json: {} }));
    await logOut(page);
    for (const tab of [page, other]) {
      await expect(tab).toHaveURL(/\/login$/);
      await expect(tab.getByText('You may still be logged in: the server did not answer.')).toBeVisible();
    }
    expect(await session()).toBe(200);
    await context.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    for (const tab of [page, other]) await expect(tab.getByText('You are logged out.', { exact: true })).toBeVisible();
    expect(await session()).toBe(401);
    await page.reload();
    await expect(page.getByLabel('Username')).toBeVisible();
    await expect(page.getByText('You are logged out.', { exact: true })).toHaveCount(0);
  });

  await test.step('one that is ended elsewhere in the middle of a form: nothing that was typed is lost', async () => {
    const email = 'ada.okafor@guest.example';
    await other.close();
    await becomeNobody(page);
    await enter(page, inbox, 'admin', '/team-members');
    await page.getByRole('button', { name: 'Invite a person' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite a person' });
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByLabel('First name').fill('Ada');
    await dialog.getByLabel('Last name').fill('Okafor');
    const headers = { 'x-requested-by': 'florin' };
    expect((await page.request.post('/api/logout', { headers, data: { reason: 'user' } })).status()).toBe(204);
    await dialog.getByRole('button', { name: 'Send invite' }).click();
    await expect(page.getByText('Your session has ended. Please log in again.')).toBeVisible();

    await signIn(page, 'admin', demoPassword);
    await expect(page).toHaveURL(/\/team-members$/);
    await expect(dialog.getByText('We kept what you typed.')).toBeVisible();
    await expect(dialog.getByLabel('First name')).toHaveValue('Ada');
    await dialog.getByRole('button', { name: 'Send invite' }).click();
    await expect(page.getByText(`We have sent an invite to ${email}.`)).toBeVisible();
  });
});

test(
  'an idle person is warned and logged out; activity in any tab counts, and sleep extends nothing',
  { tag: ['@1.14', '@2.shell.38', '@4.59', '@4.60', '@4.61', '@4.62', '@4.63', '@9.18', '@beyond.49'] },
  async ({ page, context, inbox }) => {
    await context.clock.install();
    await enter(page, inbox, 'onefactor', '/reports');
    const other = await context.newPage();
    await other.goto('/reports');
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
    const warning = page.getByRole('alertdialog', { name: 'Auto logout' });
    const wait = (time: string) => context.clock.fastForward(time);

    await test.step('movements and pages in another tab put the warning off', async () => {
      await wait('18:00');
      await other.mouse.move(50, 50);
      await wait('18:00');
      await expect(warning).toHaveCount(0);
      // Opening a page is activity too, without a movement.
      await other.goto('/team-members');
      await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
      await wait('18:00');
      await expect(warning).toHaveCount(0);
    });
    await test.step('Resume and Esc end it in every tab', async () => {
      await wait('01:05');
      await expect(warning).toBeVisible();
      // By its key: a pointer on its way to the button is activity already, and ends the warning.
      await other.getByRole('alertdialog').getByRole('button', { name: 'Resume' }).press('Enter');
      await expect(warning).toBeHidden();
      await wait('19:02');
      await expect(warning).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(warning).toBeHidden();
      await expect(other.getByRole('alertdialog')).toBeHidden();
    });
    await test.step('after a sleep every tab is at the page that says why, and leads to the login', async () => {
      await wait('30:00');
      for (const tab of [page, other]) await expect(tab).toHaveURL(/\/auto-logout$/);
      await expect(page.getByText(/logged out for security reasons/)).toBeVisible();
      await page.getByRole('link', { name: 'Sign in again' }).click();
      await expect(page).toHaveURL(/\/login$/);
    });
  },
);
