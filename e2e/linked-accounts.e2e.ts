import type { Page } from '@playwright/test';
import { enter, expect, test } from './fixtures.ts';
import { becomeNobody } from './nobody.ts';
import { proveByMail, stepUpDialog } from './step-up.ts';
import { accounts, balanceOf, currentAccount, inWords, switcher, type Amount } from './shell.ts';

const option = (page: Page, name: string | RegExp) => accounts(page).getByRole('option', { name });

test('the switcher: what it lists, what can be chosen, and what changes with it', async ({ page, inbox }) => {
  await enter(page, inbox, 'seven');
  await switcher(page).click();
  await expect(accounts(page)).toBeVisible();

  await test.step('lists seven accounts, each with what the server says and its label @2.shell.14 @2.shell.15 @2.shell.16 @2.shell.17 @2.shell.18 @6.15', async () => {
    const response = await page.request.get('/api/linked-accounts');
    const { accounts: known } = (await response.json()) as { accounts: { accountBalance: Amount }[] };
    const [first, second, third, fourth, fifth, sixth, seventh] = known.map(({ accountBalance }) =>
      inWords(accountBalance),
    );
    await expect(accounts(page).getByRole('option')).toHaveText([
      new RegExp(`Northwind Trading.*Administrator.*${quoted(first)}$`),
      new RegExp(`Brightline Studio.*Administrator.*${quoted(second)}$`),
      new RegExp(`Northwind Trading.*Ada Okafor •• 4821.*${quoted(third)}$`),
      new RegExp(`Copper Kettle Catering.*Administrator.*${quoted(fourth)}.*Suspended$`),
      new RegExp(`Old Town Print Shop.*Administrator.*${quoted(fifth)}.*Closed$`),
      new RegExp(`Meadowlark Schools.*Ada Okafor •• 1187.*${quoted(sixth)}.*Closed$`),
      new RegExp(`Juniper Robotics.*Administrator.*${quoted(seventh)}.*In review$`),
    ]);
    await expect(option(page, /Northwind Trading Administrator/)).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('shows five and scrolls to the rest @2.shell.20 @9.29', async () => {
    await expect(option(page, /Old Town Print Shop/)).toBeInViewport({ ratio: 1 });
    await expect(option(page, /Juniper Robotics/)).not.toBeInViewport();
    await accounts(page).hover();
    await page.mouse.wheel(0, 600);
    await expect(option(page, /Juniper Robotics/)).toBeInViewport({ ratio: 1 });
  });

  await test.step('closed accounts cannot be chosen @2.accounts.7', async () => {
    for (const name of [/Old Town Print Shop/, /Meadowlark Schools/]) {
      await expect(option(page, name)).toBeDisabled();
      // Playwright would wait for it to be enabled; a person just clicks.
      await option(page, name).click({ force: true });
      await expect(accounts(page)).toBeVisible();
      await expect(currentAccount(page)).toContainText('Northwind Trading');
    }
    // Neither by keyboard: the arrow passes over them.
    await option(page, /Copper Kettle/).focus();
    await page.keyboard.press('ArrowDown');
    await expect(option(page, /Juniper Robotics/)).toBeFocused();
  });

  await test.step('"View all" leads to the linked accounts @2.shell.19', async () => {
    await page.getByRole('dialog').getByRole('link', { name: 'View all' }).click();
    await expect(page).toHaveURL(/\/account\/linked-accounts$/);
    await expect(accounts(page)).toBeHidden();
  });

  await test.step('changes name, balance, dashboard and navigation with the account @0.5', async () => {
    await page.goto('/dashboard');
    await switcher(page).click();
    const before = await balanceOf(page);
    await option(page, /Ada Okafor •• 4821/).click();
    await expect(currentAccount(page)).toContainText('Ada Okafor •• 4821');
    await expect(page).toHaveURL(/\/dashboard$/);
    const card = await balanceOf(page);
    expect(card.available).not.toEqual(before.available);
    await expect(currentAccount(page)).toContainText(`${inWords(card.available)} available`);
    await expect(page.getByRole('region', { name: 'Balance' })).toContainText(inWords(card.available));
    await expect(page.getByRole('region', { name: 'Balance' })).not.toContainText(inWords(before.available));
    await expect(page.getByText('You are now in Northwind Trading.')).toBeVisible();
    const navigation = page.getByRole('navigation', { name: 'Navigation' });
    await expect(navigation.getByRole('link', { name: 'Purchases' })).toBeVisible();
    await expect(navigation.getByRole('link', { name: 'Team members' })).toHaveCount(0);

    await switcher(page).click();
    await option(page, /Brightline Studio/).click();
    await expect(currentAccount(page)).toContainText('Brightline Studio');
    const credit = await balanceOf(page);
    await expect(currentAccount(page)).toContainText(`${inWords(credit.available)} available credit`);
    await expect(navigation.getByRole('link', { name: 'Team members' })).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText('Cardholder');
  });

  await test.step('a switch that fails says so, and the page is where it was', async () => {
    await page.route('**/api/switch-user', (route) => route.abort(), { times: 1 });
    await page.goto('/account/linked-accounts');
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Switch/ })
      .first()
      .press('Enter');
    await expect(page.getByText('We could not reach the server')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Linked accounts' })).toBeFocused();
  });

  await test.step('from another page a switch leads to the dashboard', async () => {
    await page.goto('/team-members');
    await switcher(page).click();
    await option(page, /Ada Okafor •• 4821/).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(currentAccount(page)).toContainText('Ada Okafor •• 4821');
  });
});

test('a switch seen from elsewhere: answers come late, another tab, and an account that closes', async ({
  page,
  inbox,
  server,
  context,
}) => {
  await test.step('a switch in one tab is followed by the other @4.65', async () => {
    await enter(page, inbox, 'seven');
    const other = await context.newPage();
    await other.goto('/dashboard');
    await expect(currentAccount(other)).toContainText('Northwind Trading');
    await switcher(page).click();
    await option(page, /Brightline Studio/).click();
    await expect(currentAccount(page)).toContainText('Brightline Studio');
    // What the specification has for a changed token (section 4): the tab that did not change it goes to the login page,
    // and whoever is signed in goes from there to the dashboard.
    await expect(currentAccount(other)).toContainText('Brightline Studio');
    await expect(other).toHaveURL(/\/dashboard$/);
    await other.close();
  });

  await test.step('an answer of the account before, come late, is never shown', async () => {
    await becomeNobody(page);
    await enter(page, inbox, 'seven');
    const strange = '$7,654,321.09';
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    let asked = 0;
    await page.route('**/api/balance', async (route) => {
      asked += 1;
      if (asked > 1) return route.continue();
      const answer = await route.fetch();
      const body = (await answer.json()) as { available: Amount };
      body.available.amount = 7_654_321_09;
      await released;
      // The page may have given the call up.
      return route.fulfill({ response: answer, json: body }).catch(() => {});
    });
    await page.reload();
    await switcher(page).click();
    await option(page, /Brightline Studio/).click();
    await expect(currentAccount(page)).toContainText('Brightline Studio');
    await expect(currentAccount(page)).toContainText('available credit');
    release();
    await page.unrouteAll({ behavior: 'wait' });
    // Anything that is drawn anew would show it.
    await page.getByRole('button', { name: 'Collapse sidebar' }).click();
    await page.getByRole('button', { name: 'Expand sidebar' }).click();
    await expect(currentAccount(page)).toContainText('available credit');
    await expect(page.getByText(strange)).toHaveCount(0);
    await expect(page.getByRole('main')).not.toContainText(strange);
  });

  await test.step('a closed account gives way to the first open one; where all are closed, a banner says so @4.35 @4.36 @8.32', async () => {
    await becomeNobody(page);
    await enter(page, inbox, 'seven');
    await server.sql(
      `update membership set status = 'CLOSED' from person, business
       where person.id = membership.person_id and business.id = membership.business_id
         and person.username = 'seven' and business.name = 'Northwind Trading' and membership.role = 'ADMIN'`,
    );
    await page.reload();
    await expect(currentAccount(page)).toContainText('Brightline Studio');
    await expect(page.getByText('This account was closed!')).toHaveCount(0);

    await becomeNobody(page);
    await enter(page, inbox, 'allclosed');
    await expect(page.getByText('This account was closed!')).toBeVisible();
  });
});

test(
  'an account that asks for the second factor is entered once the person has proven one',
  { tag: '@beyond.16' },
  async ({ page, inbox, server }) => {
    await enter(page, inbox, 'onefactor');
    await server.sql(`insert into membership (id, person_id, business_id, role, status, position, created_at)
    select gen_random_uuid(), person.id, business.id, 'ADMIN', 'OPEN', 9, now() from person, business
    where username = 'onefactor' and business.name = 'Brightline Studio'`);
    await page.reload();
    const choose = async () => {
      await switcher(page).click();
      await option(page, /Brightline Studio/).click();
      await expect(stepUpDialog(page)).toBeVisible();
    };
    await choose();
    await stepUpDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(currentAccount(page)).toContainText('Northwind Trading');
    await choose();
    await proveByMail(page, inbox, 'noah.park');
    await expect(page.getByText('You are now in Brightline Studio.')).toBeVisible();
    await expect(currentAccount(page)).toContainText('Brightline Studio');
  },
);

const quoted = (text = '') => text.replaceAll(/[.$]/g, String.raw`\$&`);
