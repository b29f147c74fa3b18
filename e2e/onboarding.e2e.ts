import type { Page } from '@playwright/test';
import { enter, expect, test } from './fixtures.ts';
import { becomeNobody } from './nobody.ts';
import { accounts, switcher } from './shell.ts';

const checklistLink = (page: Page) => page.getByRole('link', { name: /Onboarding Checklist/ });
const step = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });

test('the steps of a business, one after the other', async ({ page, inbox }) => {
  await test.step('a business opened today: five steps left; one that is taken is done here and in the sidebar @2.shell.22 @2.shell.33 @6.9', async () => {
    await enter(page, inbox, 'starter');
    await expect(checklistLink(page)).toContainText('5 steps left');
    await checklistLink(page).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Onboarding checklist' })).toBeVisible();
    await expect(page.getByText('1 of 6 steps done')).toBeVisible();
    await expect(step(page, 'Turn on the second factor')).toContainText('Done');
    await expect(step(page, 'Add funds')).toContainText('To do');
    await step(page, 'Read the security checklist').getByRole('link').click();
    await expect(page).toHaveURL(/\/security-checklist$/);
    await expect(checklistLink(page)).toContainText('4 steps left');
    await page.goBack();
    await expect(step(page, 'Read the security checklist')).toContainText('Done');
  });
  await becomeNobody(page);
  await test.step('the last step: "1 step left", and no link once it is taken @2.shell.23 @2.shell.24', async () => {
    await enter(page, inbox, 'admin');
    await expect(checklistLink(page)).toContainText('1 step left');
    await page.goto('/security-checklist');
    await expect(page.getByRole('heading', { name: 'Beware of phishing' })).toBeVisible();
    await expect(checklistLink(page)).toHaveCount(0);
    await page.goto('/onboarding-checklist');
    await expect(page.getByText('All steps are done.')).toBeVisible();
  });
});

test('another account, another area', async ({ page, inbox }) => {
  await test.step('another account has steps of its own, and a cardholder has none @2.shell.24 @4.66', async () => {
    await enter(page, inbox, 'seven');
    await expect(checklistLink(page)).toContainText('1 step left');
    await switcher(page).click();
    await accounts(page)
      .getByRole('option', { name: /Juniper Robotics/ })
      .click();
    await expect(page.getByText('You are now in Juniper Robotics.')).toBeVisible();
    await expect(checklistLink(page)).toContainText('3 steps left');
    await switcher(page).click();
    await accounts(page).getByRole('option', { name: /4821/ }).click();
    await expect(page.getByText('You are now in Northwind Trading.')).toBeVisible();
    await expect(checklistLink(page)).toHaveCount(0);
  });
  await switcher(page).click();
  await accounts(page)
    .getByRole('option', { name: /Northwind Trading/ })
    .filter({ hasNotText: '4821' })
    .click();
  await expect(checklistLink(page)).toContainText('1 step left');
  await test.step('Back to admin: remembered, and on to the area of the role @4.67 @4.68', async () => {
    const backToAdmin = async () => {
      await page.getByRole('button', { name: /^Profile menu of/ }).click();
      await page.getByRole('menuitem', { name: 'Back to admin' }).click();
    };
    await backToAdmin();
    await expect(page).toHaveURL(/\/transactions$/);
    const preference = await page.request.get('/api/user-preference');
    expect(await preference.json()).toEqual({ preferNewApp: false });
    await switcher(page).click();
    await accounts(page).getByRole('option', { name: /4821/ }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await backToAdmin();
    await expect(page).toHaveURL(/\/my-transactions\/purchases$/);
  });
});
