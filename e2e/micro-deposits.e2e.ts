import type { Page } from '@playwright/test';
import { enter, expect, test, type Inbox } from './fixtures.ts';

const accounts = '/business-settings/external-accounts';

/** The two amounts, as the embedded bank's statement shows them. */
async function statementAmounts(inbox: Inbox, lastFour = '6789'): Promise<[string, string]> {
  const { text } = await inbox.next(`statements-${lastFour}@bank.example`);
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

async function addAccount(page: Page, inbox: Inbox) {
  await enter(page, inbox, 'starter', accounts);
  await expect(page.getByText('No bank account is connected yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Add a bank account' }).click();
  await page.getByLabel('Bank', { exact: true }).fill('Granite State Bank');
  await page.getByLabel('Routing number').fill('011000016');
  await page.getByLabel('Account number').fill('000123456789');
  await page.getByRole('button', { name: 'Send deposits' }).click();
  await expect(page.getByLabel('Routing number')).toHaveAccessibleDescription(/This is no routing number/);
  await page.getByLabel('Routing number').fill('011000015');
  await page.getByRole('button', { name: 'Send deposits' }).click();
  await expect(page.getByText('Two micro-deposits are on their way.')).toBeVisible();
}

test(
  'an administrator adds a bank account, reads its statement and confirms it by the two amounts',
  { tag: '@2.routes.65' },
  async ({ page, inbox }) => {
    await addAccount(page, inbox);
    const amounts = await statementAmounts(inbox);
    await page.getByRole('link', { name: 'Enter amounts for Granite State Bank ending in 6789' }).click();
    await page.getByRole('button', { name: 'Confirm account' }).click();
    await expect(page.getByLabel('First amount')).toHaveAccessibleDescription(/Please enter an amount/);
    await expect(page.getByLabel('First amount')).toBeFocused();

    await tryAmounts(page, amounts[0], otherThan(amounts));
    await expect(page.getByRole('alert')).toContainText('These are not the amounts we sent.');
    await expect(page.getByText('2 tries left')).toBeVisible();
    // The order does not matter.
    await tryAmounts(page, amounts[1], amounts[0]);
    await expect(page.getByRole('heading', { name: 'Bank account confirmed' })).toBeFocused();
    await page.getByRole('link', { name: 'Bank accounts' }).last().click();
    await expect(page.getByRole('main').getByRole('listitem')).toContainText('Confirmed');
  },
);

test(
  'a suspension for a lost bank says what to do next, and ends when the bank is confirmed',
  { tag: '@4.39' },
  async ({ page, inbox }) => {
    const line = page.getByRole('region', { name: 'Notices about your account' }).locator('p');
    await page.route('**/api/external-accounts', (route) => route.fulfill({ status: 500, json: {} }));
    await enter(page, inbox, 'suspended.bank');
    await expect(line.first()).toHaveText('Account suspended because the connection to your bank was lost.');
    await page.unrouteAll();
    await page.reload();
    await expect(line).toHaveText([/was lost\. Please reconnect your bank\.$/]);
    await page.getByRole('link', { name: 'Reconnect bank' }).click();
    await page.getByRole('button', { name: /^Reconnect/ }).click();
    await page.getByLabel('Routing number').fill('000000518');
    await page.getByLabel('Account number').fill('100020003106');
    await page.getByRole('button', { name: 'Send deposits' }).click();
    await expect(line).toHaveText([/^Account suspended until your account at .* ending in 3106 is confirmed/]);
    const [first, second] = await statementAmounts(inbox, '3106');
    await page.getByRole('region', { name: 'Notices' }).getByRole('link', { name: 'Enter amounts' }).click();
    await tryAmounts(page, first, second);
    await expect(page.getByRole('heading', { name: 'Bank account confirmed' })).toBeFocused();
    await expect(line).toHaveCount(0);
  },
);

test(
  'three wrong tries: locked, with the reason, for good',
  { tag: ['@2.routes.66', '@beyond.53'] },
  async ({ page, inbox, server }) => {
    await enter(page, inbox, 'deposits');
    await page.getByRole('link', { name: 'Enter amounts' }).click();
    for (const left of ['2 tries left', '1 try left']) {
      await tryAmounts(page, '0.11', '0.12');
      await expect(page.getByText(left, { exact: true })).toBeVisible();
    }
    await tryAmounts(page, '0.11', '0.12');
    await expect(page.getByRole('heading', { name: 'Bank account locked' })).toBeFocused();
    await expect(page.getByRole('main').getByText('The amounts were wrong three times')).toBeVisible();
    // The navigation state outlives a reload.
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Bank account locked' })).toBeVisible();
    await page.goto(accounts);
    await expect(page.getByRole('main').getByRole('listitem')).toContainText('Locked');
    await expect(
      page.getByText(/^Bank account locked: the amounts for Granite State Bank ending in 2290/),
    ).toBeVisible();
    await page.goto(`${accounts}/validate-external-account`);
    await expect(page.getByText('No bank account waits for its amounts.')).toBeVisible();
    const events = await server.sql(`select type from audit_event where type like 'bank_%' order by sequence`);
    expect(events.map(({ type }) => type)).toEqual([
      'bank_validation_fail',
      'bank_validation_fail',
      'bank_validation_fail',
      'bank_validation_lock',
    ]);
  },
);

test(
  'the link of the mail: whoever reads the statements confirms the account without a login',
  { tag: '@2.routes.24' },
  async ({ page, inbox, browser, baseURL }) => {
    await addAccount(page, inbox);
    const amounts = await statementAmounts(inbox);
    const { text } = await inbox.next('jonah.wells');
    const link = /http:\S+\/funds-verification#\S+/.exec(text)![0];

    const context = await browser.newContext({ baseURL: baseURL! });
    const bookkeeper = await context.newPage();
    await bookkeeper.goto(link);
    await expect(bookkeeper.getByText('For Sproutline Gardens')).toBeVisible();
    // The secret has left the address bar and the history.
    expect(new URL(bookkeeper.url()).hash).toBe('');
    await tryAmounts(bookkeeper, otherThan(amounts), amounts[0]);
    await expect(bookkeeper.getByText('2 tries left', { exact: true })).toBeVisible();
    await tryAmounts(bookkeeper, ...amounts);
    await expect(bookkeeper.getByRole('heading', { name: 'Bank account confirmed' })).toBeFocused();

    await bookkeeper.goto('/funds-verification');
    await expect(bookkeeper.getByText('Please open this page with the link from your email.')).toBeVisible();
    // In the tab that shows the page already, where nothing is loaded anew.
    await bookkeeper.goto(link);
    await expect(bookkeeper.getByText('This link has expired or was used.')).toBeVisible();
    expect(new URL(bookkeeper.url()).hash).toBe('');
    await context.close();
    await page.reload();
    await expect(page.getByRole('main').getByRole('listitem')).toContainText('Confirmed');
  },
);
