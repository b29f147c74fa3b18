import type { Page } from '@playwright/test';
import { enter, expect, test, type Inbox } from '../fixtures.ts';

/** The two amounts, as the embedded bank's statement shows them. */
async function statementAmounts(inbox: Inbox): Promise<[string, string]> {
  const { text } = await inbox.next('statements-6789@bank.example');
  const [first = '', second = ''] = [...text.matchAll(/\$(0\.\d\d)/g)].map(([, amount]) => amount!);
  return [first, second];
}

async function tryAmounts(page: Page, first: string, second: string) {
  await page.getByLabel('First amount').fill(first);
  await page.getByLabel('Second amount').fill(second);
  await page.getByRole('button', { name: 'Confirm account' }).click();
}

/** An amount that is neither of them. */
const otherThan = (amounts: readonly string[]) => ['0.11', '0.22', '0.33'].find((amount) => !amounts.includes(amount))!;

const checklistLink = (page: Page) => page.getByRole('link', { name: /Onboarding Checklist/ });
const step = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });

test('a new business: a step of its checklist is taken, and the two amounts of its bank account confirm it', async ({
  page,
  inbox,
  browser,
  baseURL,
}) => {
  await test.step('a step of the onboarding checklist that is taken is done, in the sidebar too @2.shell.22 @2.shell.33 @6.9', async () => {
    await enter(page, inbox, 'starter', '/reports');
    await expect(checklistLink(page)).toContainText('7 steps left');
    await checklistLink(page).click();
    await expect(page.getByText('1 of 8 steps done')).toBeVisible();
    await expect(step(page, 'Turn on the second factor')).toContainText('Done');
    await step(page, 'Read the security checklist').getByRole('link').click();
    await expect(page).toHaveURL(/\/security-checklist$/);
    await expect(checklistLink(page)).toContainText('6 steps left');
    await page.goBack();
    await expect(step(page, 'Read the security checklist')).toContainText('Done');
  });
  await test.step('the administrator adds the account @2.routes.65', async () => {
    await page.goto('/business-settings/external-accounts');
    await page.getByRole('button', { name: 'Add a bank account' }).click();
    await page.getByLabel('Bank', { exact: true }).fill('Granite State Bank');
    await page.getByLabel('Routing number').fill('011000015');
    await page.getByLabel('Account number').fill('000123456789');
    await page.getByRole('button', { name: 'Send micro-deposits' }).click();
    await expect(page.getByText('Two micro-deposits are on their way.')).toBeVisible();
  });
  const amounts = await statementAmounts(inbox);
  const link = /http:\S+\/funds-verification#\S+/.exec((await inbox.next('jonah.wells')).text)![0];
  const bookkeeper = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  await test.step('the bookkeeper tries by the link of the mail, without a login @2.routes.24', async () => {
    await bookkeeper.goto(link);
    await expect(bookkeeper.getByText('For Sproutline Gardens')).toBeVisible();
    // The secret has left the address bar and the history.
    expect(new URL(bookkeeper.url()).hash).toBe('');
    await tryAmounts(bookkeeper, otherThan(amounts), amounts[0]);
    await expect(bookkeeper.getByText('2 tries left', { exact: true })).toBeVisible();
  });
  await test.step('the administrator confirms, with the amounts in the other order @2.routes.66', async () => {
    await page.reload();
    await page.getByRole('link', { name: 'Enter amounts for Granite State Bank ending in 6789' }).click();
    await expect(page.getByText('2 tries left', { exact: true })).toBeVisible();
    await tryAmounts(page, amounts[1], amounts[0]);
    await expect(page.getByRole('heading', { name: 'Bank account confirmed' })).toBeFocused();
    await page.getByRole('link', { name: 'Bank accounts' }).last().click();
    await expect(page.getByRole('main').getByRole('table')).toContainText('Confirmed');
  });
  // In the tab that shows the page already, where only the part after # changes.
  await bookkeeper.goto(link);
  await expect(bookkeeper.getByText('This link has expired or was used.')).toBeVisible();
  await bookkeeper.context().close();
});
