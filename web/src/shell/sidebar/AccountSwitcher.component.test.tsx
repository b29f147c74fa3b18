import { expect, test } from 'vitest';
import { linkedAccountsServer, sevenAccounts } from '../../testing/accounts.ts';
import { faults, type Answers } from '../../testing/answers.ts';
import { screen, userEvent } from '../../testing/component.ts';
import { usd } from '../../testing/people.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { afterProof, provable, proveByPassword, stepUpDialog } from '../../testing/step-up.ts';

const main = screen.getByRole('main');
const heading = screen.getByRole('heading', { level: 1 });
const currentAccount = screen.getByRole('region', { name: 'Current account' });
const switcher = screen.getByRole('button', { name: /^Switch account/ });
const list = screen.getByRole('listbox', { name: 'Your accounts' });
const option = (name: RegExp) => list.getByRole('option', { name });
const navigation = screen.getByRole('navigation', { name: 'Navigation' });
const checklist = screen.getByRole('link', { name: /Onboarding Checklist/ });

async function openList(path = '/dashboard', more: Answers = {}) {
  const app = await renderApp(path, { ...linkedAccountsServer(), ...more });
  await switcher.click();
  await expect.element(list).toBeVisible();
  return app;
}

async function choose(name: RegExp): Promise<void> {
  await switcher.click();
  await option(name).click();
}

test(
  'the list has every account with its holder, balance and label',
  {
    tags: ['@2.shell.14', '@2.shell.15', '@2.shell.16', '@2.shell.17', '@2.shell.18', '@6.15'],
  },
  async () => {
    await openList();
    expect(
      list
        .getByRole('option')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(
      [
        /Northwind Trading.*Administrator.*\$100\.00$/,
        /Brightline Studio.*Administrator.*\$200\.00$/,
        /Northwind Trading.*Maya Chen.*··\s4821.*\$300\.00$/,
        /Copper Kettle Catering.*Administrator.*\$400\.00Suspended$/,
        /Old Town Print Shop.*Administrator.*\$500\.00Closed$/,
        /Meadowlark Schools.*Maya Chen.*··\s1187.*\$600\.00Closed$/,
        /Juniper Robotics.*Administrator.*\$700\.00In review$/,
      ].map((text) => expect.stringMatching(text)),
    );
    await expect.element(option(/^Northwind Trading.*Administrator/)).toHaveAttribute('aria-selected', 'true');
  },
);

test('the list shows five accounts and scrolls to the rest', { tags: ['@2.shell.20', '@9.29'] }, async () => {
  await openList();
  await expect.element(option(/Old Town Print Shop/)).toBeInViewport({ ratio: 1 });
  await expect.element(option(/Juniper Robotics/)).not.toBeInViewport();
  option(/Juniper Robotics/)
    .element()
    .scrollIntoView();
  await expect.element(option(/Juniper Robotics/)).toBeInViewport({ ratio: 1 });
});

test('closed accounts cannot be chosen, by mouse or by keyboard', { tags: '@2.accounts.7' }, async () => {
  const app = await openList();
  for (const name of [/Old Town Print Shop/, /Meadowlark Schools/]) {
    await expect.element(option(name)).toHaveAttribute('aria-disabled', 'true');
    await option(name).click({ force: true });
    await expect.element(list).toBeVisible();
  }
  (option(/Copper Kettle/).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(option(/Juniper Robotics/)).toHaveFocus();
  expect(app.requestsOf('switchUser')).toEqual([]);
});

test('"View all" leads to the linked accounts', { tags: '@2.shell.19' }, async () => {
  await openList();
  await screen.getByRole('dialog').getByRole('link', { name: 'View all' }).click();
  await expect.element(heading).toHaveTextContent('Linked accounts');
  await expect.element(list).not.toBeInTheDocument();
});

test(
  'a switch changes name, balance, dashboard, navigation and onboarding steps',
  { tags: ['@0.5', '@2.shell.24', '@4.66'] },
  async () => {
    await renderApp('/dashboard', linkedAccountsServer());
    await expect.element(currentAccount).toMatchTextContent('$100.00 available');
    await expect.element(checklist).toMatchTextContent('1 step left');
    await choose(/4821/);
    await expect.element(screen.getByText('You are now in Northwind Trading.')).toBeVisible();
    await expect.element(currentAccount).toMatchTextContent('$300.00 available');
    await expect.element(screen.getByRole('region', { name: 'Balance' })).toMatchTextContent('$300.00');
    await expect.element(navigation.getByRole('link', { name: 'Purchases' })).toBeVisible();
    await expect.element(navigation.getByRole('link', { name: 'Team members' })).not.toBeInTheDocument();
    await expect.element(checklist).not.toBeInTheDocument();
    await choose(/Juniper Robotics/);
    await expect.element(screen.getByText('You are now in Juniper Robotics.')).toBeVisible();
    await expect.element(checklist).toMatchTextContent('7 steps left');
    await expect.element(navigation.getByRole('link', { name: 'Team members' })).toBeVisible();
  },
);

test('a switch on another page leads to the dashboard', { tags: '@1.11' }, async () => {
  await renderApp('/my-accounts', linkedAccountsServer());
  const rows = main.getByRole('listitem');
  await expect.element(rows.filter({ hasText: 'Current' }).getByRole('button')).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Switch to Brightline Studio, Administrator' }).click();
  await expect.element(heading).toHaveTextContent('Dashboard');
  await expect.element(currentAccount).toMatchTextContent('Brightline Studio');
  expect(window.location.pathname).toBe('/dashboard');
});

test('a switch that fails says so, and the page stays', async () => {
  await renderApp('/reports', { ...linkedAccountsServer(), switchUser: faults['breaks off'] });
  await choose(/Brightline Studio/);
  await expect.element(screen.getByText(/We could not reach the server/)).toBeVisible();
  await expect.element(heading).toHaveTextContent('Reports');
  await expect.element(currentAccount).toMatchTextContent('Northwind Trading');
  await expect.element(heading).toHaveFocus();
});

test('a late answer of the account before is never shown', async () => {
  const server = linkedAccountsServer();
  const late = Promise.withResolvers<void>();
  let isFirst = true;
  await renderApp('/dashboard', {
    ...server,
    balance: async (request) => {
      const usual = (server.balance as (of: typeof request) => object)(request);
      if (!isFirst) return usual as never;
      isFirst = false;
      await late.promise;
      return { ...usual, available: usd(7_654_321_09) } as never;
    },
  });
  await choose(/Brightline Studio/);
  await expect.element(currentAccount).toMatchTextContent('$200.00 available');
  late.resolve();
  // What renders again would show it.
  await screen.getByRole('button', { name: 'Collapse sidebar' }).click();
  await screen.getByRole('button', { name: 'Expand sidebar' }).click();
  await expect.element(currentAccount).toMatchTextContent('$200.00 available');
  expect(document.body.textContent).not.toContain('7,654,321');
});

// Which accounts require the second factor is tested on the server (switch-user.test.ts).
test('an account that requires the second factor is entered after a fresh proof', { tags: '@beyond.16' }, async () => {
  const server = linkedAccountsServer();
  const [, brightline] = sevenAccounts;
  const switchUser = server.switchUser as (request: object) => never;
  const app = await renderApp('/dashboard', {
    ...server,
    ...provable,
    switchUser: afterProof(undefined) as never,
  });
  await choose(/Brightline Studio/);
  await stepUpDialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(currentAccount).toMatchTextContent('Northwind Trading');
  let isProven = false;
  app.answer({
    switchUser: (request) => {
      if (isProven) return switchUser(request);
      isProven = true;
      return afterProof(undefined)() as never;
    },
  });
  await choose(/Brightline Studio/);
  await proveByPassword();
  await expect.element(screen.getByText('You are now in Brightline Studio.')).toBeVisible();
  await expect.element(currentAccount).toMatchTextContent('Brightline Studio');
  expect(app.requestsOf('switchUser').at(-1)?.body.userId).toBe(brightline!.userId);
});
