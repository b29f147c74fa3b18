import type { UserInfo } from '@florin/contract/program/user-info';
import { expect, test } from 'vitest';
import { linkedAccountsServer, sevenAccounts } from '../../testing/accounts.ts';
import type { Answers } from '../../testing/answers.ts';
import { screen, setAppearance, userEvent } from '../../testing/component.ts';
import { administrator, answersFor, cardholder, usd } from '../../testing/people.ts';
import { renderApp, usualSite } from '../../testing/render-app.tsx';

const heading = screen.getByRole('heading', { level: 1 });
const main = screen.getByRole('main');
const banner = screen.getByRole('banner');
const footer = screen.getByRole('contentinfo');
const home = banner.getByRole('link', { name: 'Northwind' });
const currentAccount = screen.getByRole('region', { name: 'Current account' });
const switcher = screen.getByRole('button', { name: /^Switch account/ });
const profileMenu = screen.getByRole('button', { name: /^Profile menu of/ });
const mainLinks = screen.getByRole('navigation', { name: 'Main links' });
const navigation = screen.getByRole('navigation', { name: 'Navigation' });
const skip = screen.getByRole('link', { name: 'Skip to content' });
const menuItem = (name: string) => screen.getByRole('menuitem', { name });
const link = (name: string) => screen.getByRole('link', { name });
const isSideways = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
const focus = (target: ReturnType<typeof screen.getByRole>) => (target.element() as HTMLElement).focus();

test(
  'by keyboard the stops of the shell are in order, and Escape returns to what opened',
  { tags: ['@1.14', '@2.routes.64', '@2.shell.1', '@2.shell.2', '@2.shell.4'] },
  async () => {
    await renderApp('/dashboard', linkedAccountsServer());
    await expect.element(switcher).toBeVisible();
    const onboarding = screen.getByRole('link', { name: /^Onboarding Checklist/ });
    await expect.element(onboarding).toBeVisible();
    const logo = banner.getByRole('link').first();
    const help = link('Help (opens in a new tab)');
    focus(skip);
    for (const stop of [
      logo,
      banner.getByRole('button', { name: 'Search or do anything' }),
      mainLinks.getByRole('link', { name: 'Transactions' }),
      help,
      profileMenu,
      switcher,
      onboarding,
      navigation.getByRole('link', { name: 'Dashboard' }),
    ]) {
      await userEvent.tab();
      await expect.element(stop).toHaveFocus();
    }
    await expect.element(logo).toHaveAttribute('href', '/');
    await expect.element(help).toHaveAttribute('href', 'https://support.example');

    focus(profileMenu);
    await userEvent.keyboard('{Enter}');
    await expect.element(menuItem('My Profile')).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(menuItem('Login activity')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(profileMenu).toHaveFocus();

    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByRole('option', { name: /^Northwind Trading/ }).first()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(switcher).toHaveFocus();
  },
);

test('the first stop leads past the shell to the content', async () => {
  await renderApp('/dashboard', linkedAccountsServer());
  await expect.element(main.getByRole('link', { name: 'Posted' })).toBeVisible();
  focus(skip);
  await expect.element(skip).toBeInViewport();
  await userEvent.keyboard('{Enter}');
  await expect.element(main).toHaveFocus();
  await userEvent.tab();
  await expect.element(main.getByRole('link', { name: 'Fund cards' })).toHaveFocus();
});

test(
  'the profile menu leads to My Profile, another account and the way out',
  { tags: ['@2.routes.64', '@2.shell.5', '@2.shell.8'] },
  async () => {
    await renderApp('/reports', answersFor(cardholder));
    await profileMenu.click();
    expect(
      screen
        .getByRole('menuitem')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['My Profile', 'Login activity', 'Security checklist', 'Add another account', 'Log out']);
    await expect.element(menuItem('My Profile')).toHaveAttribute('href', '/account');
    await expect.element(menuItem('Add another account')).toHaveAttribute('href', '/add-account');
  },
);

test.each([
  ['administrator', administrator, '/transactions'],
  ['cardholder who is an administrator elsewhere', cardholder, '/my-transactions/purchases'],
])(
  '"Back to admin" is remembered and leads the %s to their area',
  { tags: ['@4.67', '@4.68'] },
  async (_, person, area) => {
    const app = await renderApp('/dashboard', {
      ...answersFor(person),
      linkedAccounts: { accounts: [...sevenAccounts] },
      createUserPreference: ({ body }) => body,
    });
    await profileMenu.click();
    await menuItem('Back to admin').click();
    await expect.poll(() => window.location.pathname).toBe(area);
    expect(app.requestsOf('createUserPreference')).toMatchObject([{ body: { preferNewApp: false } }]);
  },
);

const withBalance = (person: UserInfo): Answers => {
  const answers = answersFor(person);
  return { ...answers, balance: { ...(answers.balance as object), available: usd(432_10) } as never };
};

test.each([
  ['prepaid: the balance', { ...administrator, fundingSource: 'Prepaid' }, ['Northwind Trading', '$432.10 available']],
  ['credit: what is left of the line', administrator, ['Northwind Trading', '$432.10 available credit']],
  ['a card: its holder and digits', cardholder, ['Maya Chen ··\u00a00932', '$432.10 available']],
] satisfies [string, UserInfo, string[]][])(
  'the current account of %s',
  { tags: ['@2.shell.13', '@2.shell.25', '@6.8'] },
  async (_, person, texts) => {
    await renderApp('/dashboard', withBalance(person));
    await expect.element(currentAccount).toMatchTextContent('available');
    for (const text of texts) expect(currentAccount.element().textContent).toContain(text);
    if (person.fundingSource !== 'Credit') expect(currentAccount.element().textContent).not.toContain('credit');
    await expect.element(screen.getByRole('region', { name: 'Balance' })).toMatchTextContent('$432.10');
    await expect.element(switcher).not.toBeInTheDocument();
  },
);

const ofFifthThird = { ...cardholder.userData, bankId: 'FIFTHTHIRD', program: 'Grants' } as const;
test.each([
  ['a prepaid card of Bancorp', cardholder, 'The Bancorp Bank, N.A.', 'prepaid'],
  ['a credit card of Bancorp', administrator, 'The Bancorp Bank, N.A.', 'credit'],
  ['a prepaid card of Fifth Third', { ...cardholder, userData: ofFifthThird }, 'Fifth Third Bank, N.A.', 'prepaid'],
])('the footer says who issues %s', { tags: '@2.shell.31' }, async (_, person, bank, kind) => {
  await renderApp('/reports', answersFor(person));
  const issuer = footer.getByText('Member FDIC', { exact: false });
  await expect.element(issuer).toMatchTextContent(bank);
  const text = issuer.element().textContent ?? '';
  expect([text.includes('prepaid'), text.includes('credit')]).toEqual([kind === 'prepaid', kind === 'credit']);
});

/** The tests run in New York. */
const year = new Intl.DateTimeFormat('en-US', { year: 'numeric', timeZone: 'America/New_York' });
test(
  'the footer has every link, the copyright and the version',
  { tags: ['@2.shell.28', '@2.shell.29', '@2.shell.30', '@2.shell.32', '@9.37'] },
  async () => {
    await renderApp('/account/linked-accounts', { ...answersFor(cardholder), contacts: { contacts: [] } });
    await expect.element(footer.getByRole('link', { name: 'Card use guide' })).toBeVisible();
    await expect.element(footer).toMatchTextContent(`2007–${year.format(new Date())}`);
    await expect.element(footer).toMatchTextContent('Version 0.1.0');
    expect(
      footer
        .getByRole('link')
        .elements()
        .map((element) => [element.textContent, element.getAttribute('href')]),
    ).toEqual([
      ['Terms and conditions', '/legal/terms-and-conditions'],
      ['Privacy policy', '/legal/privacy-policy'],
      ['Card use guide', '/cardholder-bancorp-agreement'],
      ['Services agreement', '/legal/services-agreement'],
      ['E-Sign agreement', '/legal/e-sign-agreement'],
      ['FAQ', '/legal/faq'],
      ['Security & Trust', '/security-checklist'],
      ['Contact Us', '/contact-us'],
    ]);
    await footer.getByRole('link', { name: 'Contact Us' }).click();
    await expect.element(heading).toHaveTextContent('Contact Us');
    await expect.element(heading).toHaveFocus();
    // The same address opened again begins at the top.
    footer.element().scrollIntoView();
    await footer.getByRole('link', { name: 'Contact Us' }).click();
    await expect.element(heading).toHaveFocus();
    await expect.poll(() => window.scrollY).toBe(0);
  },
);

test('a folded sidebar stays folded after a reload', { tags: '@2.shell.12' }, async () => {
  const app = await renderApp('/reports', answersFor(cardholder));
  const purchases = navigation.getByRole('link', { name: 'Purchases' });
  const width = () => purchases.element().getBoundingClientRect().width;
  const button = (name: string) => screen.getByRole('button', { name });
  await expect.element(purchases).toBeVisible();
  const wide = width();
  await expect.element(button('Collapse sidebar')).toHaveAttribute('aria-expanded', 'true');
  await button('Collapse sidebar').click();
  await app.open('/reports');
  await expect.element(button('Expand sidebar')).toHaveAttribute('aria-expanded', 'false');
  expect(width()).toBeLessThan(wide / 2);
  await button('Expand sidebar').click();
  await app.open('/reports');
  await expect.element(button('Collapse sidebar')).toBeVisible();
});

test(
  'on a narrow screen the sidebar is a drawer that works by keyboard',
  { tags: ['@2.shell.34', '@2.shell.35'] },
  async () => {
    await setAppearance({ width: 320, height: 640 });
    await renderApp('/dashboard', linkedAccountsServer());
    const open = screen.getByRole('button', { name: 'Open navigation' });
    await expect.element(open).toBeVisible();
    await expect.element(currentAccount).not.toBeInTheDocument();
    await expect.element(mainLinks.getByRole('link', { name: 'Transactions' })).toBeInViewport({ ratio: 1 });
    expect(isSideways()).toBe(false);

    focus(open);
    await userEvent.keyboard('{Enter}');
    const drawer = screen.getByRole('dialog', { name: 'Navigation' });
    await expect.element(drawer).toBeVisible();
    await expect.element(drawer).toMatchTextContent('Northwind Trading');
    await expect.element(drawer.getByRole('link', { name: 'Transactions' })).toBeVisible();
    expect(isSideways()).toBe(false);
    await userEvent.keyboard('{Escape}');
    await expect.element(drawer).not.toBeInTheDocument();
    await expect.element(open).toHaveFocus();

    await userEvent.keyboard('{Enter}');
    await expect.element(drawer).toBeVisible();
    const reports = drawer.getByRole('link', { name: 'Reports' });
    for (let stop = 0; stop < 30 && document.activeElement !== reports.element(); stop += 1) await userEvent.tab();
    await expect.element(reports).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(heading).toHaveTextContent('Reports');
    await expect.element(heading).toHaveFocus();
    await expect.element(drawer).not.toBeInTheDocument();
  },
);

const drawing = (width: number, height: number) =>
  `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}'/>`;

test.each([
  ['its favicon', drawing(64, 64), () => home.getByRole('presentation', { includeHidden: true })],
  ['its initial', null, () => home.getByText('N', { exact: true })],
])('phones show %s in place of a wide logo', async (_, faviconUrl, mark) => {
  const program = { ...usualSite.program, name: 'Northwind', logoUrl: drawing(240, 32), faviconUrl };
  await renderApp('/reports', answersFor(administrator), { program });
  const logo = home.getByRole('img', { name: 'Northwind' });
  await expect.poll(() => logo.element().clientWidth).toBe(200);
  await expect.element(mark()).not.toBeVisible();

  await setAppearance({ width: 320, height: 640 });
  await expect.poll(() => mark().element().clientWidth).toBe(32);
  await expect.element(logo).not.toBeInViewport();
  expect(isSideways()).toBe(false);
});
