import type { Page } from '@playwright/test';
import { enter, expect, test } from '../fixtures.ts';

const checklistLink = (page: Page) => page.getByRole('link', { name: /Onboarding Checklist/ });
const step = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });

test(
  'a step of the onboarding checklist that is taken is done, in the sidebar too',
  { tag: ['@2.shell.22', '@2.shell.33', '@6.9'] },
  async ({ page, inbox }) => {
    await enter(page, inbox, 'starter');
    await expect(checklistLink(page)).toContainText('7 steps left');
    await checklistLink(page).click();
    await expect(page.getByText('1 of 8 steps done')).toBeVisible();
    await expect(step(page, 'Turn on the second factor')).toContainText('Done');
    await step(page, 'Read the security checklist').getByRole('link').click();
    await expect(page).toHaveURL(/\/security-checklist$/);
    await expect(checklistLink(page)).toContainText('6 steps left');
    await page.goBack();
    await expect(step(page, 'Read the security checklist')).toContainText('Done');
  },
);
