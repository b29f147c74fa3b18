import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { refusals } from '../../../../messages/en/refusals.ts';
import { refuse, type Answers } from '../../../../testing/answers.ts';
import { screen } from '../../../../testing/component.ts';
import { administrator, answersFor, bank, inBusiness } from '../../../../testing/people.ts';
import { renderApp } from '../../../../testing/render-app.tsx';

const path = '/business-settings/external-accounts';

describe('connecting a bank', () => {
  const lost = { ...bank, openBankingConnection: { isActive: false } };
  const link = { id: '0190a000-0000-7000-8000-0000000000c1', linkToken: 'link', expiresAt: '2026-11-02T15:30:00Z' };
  const visit = {
    visit: 'visit',
    institution: 'First Demo Bank',
    accounts: [
      { id: 'checking', name: 'Operating', mask: '2290', isEligible: true },
      { id: 'savings', name: 'Savings', mask: '4428', isEligible: true },
      { id: 'card', name: 'Credit Card', mask: '0071', isEligible: false },
    ],
  };
  const answers: Answers = {
    ...answersFor(administrator),
    externalAccounts: { accounts: [lost], openBanking: 'embedded' },
    startBankLink: link,
    signInToDemoBank: visit,
    shareDemoBankAccounts: { publicToken: 'public' },
    finishBankLink: { accounts: [bank] },
  };
  const press = (name: string | RegExp) => screen.getByRole('button', { name, exact: true }).click();
  const sees = (text: string) => expect.element(screen.getByText(text)).toBeVisible();

  async function signIn(more: Answers = {}, opened: string | RegExp = 'Add a bank account') {
    const app = await renderApp(path, { ...answers, ...more });
    await screen.getByRole('button', { name: opened }).click();
    await press('Connect your bank');
    await screen.getByLabelText('Username at the bank').fill('demo');
    await screen.getByLabelText('Password at the bank', { exact: true }).fill('demo-bank');
    await press('Log in to the bank');
    return app;
  }

  test('the account to reconnect is chosen already, and works at once', async () => {
    const app = await signIn({}, /^Reconnect /);
    await expect.element(screen.getByLabelText('Operating ·· 2290')).toBeChecked();
    await expect.element(screen.getByLabelText('Credit Card ·· 0071')).toBeDisabled();
    app.answer({ externalAccounts: { accounts: [bank], openBanking: 'embedded' } });
    await press('Share with the dashboard');
    const title = screen.getByRole('heading', { name: 'Your bank is connected' });
    await expect.element(title).toHaveFocus();
    await sees('The account at Granite State Bank ending in 2290 can be used from now on.');
    expect(app.requestsOf('startBankLink')).toMatchObject([{ body: { reconnects: bank.id } }]);
    expect(app.requestsOf('shareDemoBankAccounts')).toMatchObject([{ body: { accountIds: ['checking'] } }]);
    expect(app.requestsOf('finishBankLink')).toMatchObject([
      { params: { id: link.id }, body: { publicToken: 'public' } },
    ]);
    await press('Done');
    await expect.element(screen.getByRole('main').getByRole('table').filter({ hasText: 'Confirmed' })).toBeVisible();
  });

  test('reconnecting the primary account of a suspended business says that it ends the suspension', async () => {
    const suspended = inBusiness(administrator, 'SUSPENDED', 'PlaidConnectivity');
    const app = await renderApp(path, {
      ...answers,
      ...answersFor(suspended),
      externalAccounts: answers.externalAccounts,
    });
    await screen
      .getByRole('main')
      .getByRole('button', { name: /^Reconnect / })
      .click();
    await sees('Connecting the bank again ends the suspension of your account.');
    await press('Connect your bank');
    await screen.getByLabelText('Username at the bank').fill('demo');
    await screen.getByLabelText('Password at the bank', { exact: true }).fill('demo-bank');
    await press('Log in to the bank');
    app.answer({ externalAccounts: { accounts: [bank], openBanking: 'embedded' }, ...answersFor(administrator) });
    await press('Share with the dashboard');
    await expect.element(screen.getByText('Your account is no longer suspended.')).toBeVisible();
  });

  test('several accounts can be shared, and none cannot', async () => {
    const app = await signIn({ finishBankLink: { accounts: [bank, { ...bank, id: link.id, accountLast4: '4428' }] } });
    await press('Share with the dashboard');
    await sees('Please choose at least one account.');
    await screen.getByLabelText('Operating ·· 2290').click();
    await screen.getByLabelText('Savings ·· 4428').click();
    await press('Share with the dashboard');
    await sees('The accounts at Granite State Bank ending in 2290 and 4428 can be used from now on.');
    expect(app.requestsOf('shareDemoBankAccounts')).toMatchObject([{ body: { accountIds: ['checking', 'savings'] } }]);
  });

  test.each([
    ['credentials', 'The bank does not know this username and password.'],
    ['down', 'The bank does not answer right now.'],
  ] as const)('a sign-in that fails (%s) says why, where it was typed', async (Reason, sentence) => {
    await signIn({ signInToDemoBank: refuse('BANK_LINK_FAILED', { Reason }) });
    await expect.element(screen.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
    await expect.element(screen.getByLabelText('Username at the bank')).toHaveValue('demo');
  });

  test('an expired visit leads back to the two ways', async () => {
    await signIn({ signInToDemoBank: refuse('BANK_LINK_FAILED', { Reason: 'expired' }) });
    await sees('Your visit to the bank has expired. Please connect your bank again.');
    await expect.element(screen.getByRole('heading', { name: 'Use micro-deposits' })).toBeVisible();
  });

  test('a customer without an eligible account can sign in as someone else', async () => {
    await signIn({ signInToDemoBank: { ...visit, accounts: [visit.accounts[2]!] } });
    await sees('This customer has no account that can be connected. Only checking and savings accounts can.');
    expect(screen.getByRole('button', { name: 'Share with the dashboard' }).elements()).toEqual([]);
    await press('Log in as someone else');
    await expect.element(screen.getByLabelText('Username at the bank')).toBeVisible();
  });

  test('leaving the bank changes nothing, and says so', async () => {
    const app = await signIn();
    await press('Cancel');
    await sees('You left the bank before sharing an account. Nothing has changed.');
    expect(app.requestsOf('finishBankLink')).toEqual([]);
  });

  test.each([
    [
      refuse('BANK_LINK_FAILED', { Reason: 'other' }),
      'That was another account. Please choose the one ending in 2290.',
    ],
    [refuse('BANK_ACCOUNT_EXISTS'), refusals.BANK_ACCOUNT_EXISTS],
  ])('what was shared cannot be connected: the reason is told', async (refusal, sentence) => {
    await signIn({ finishBankLink: refusal }, /^Reconnect /);
    await press('Share with the dashboard');
    await sees(sentence);
    await expect.element(screen.getByRole('button', { name: 'Connect your bank' })).toBeVisible();
  });

  test('a bank that cannot be opened leaves micro-deposits', async () => {
    await renderApp(path, { ...answers, startBankLink: refuse('BANK_LINK_FAILED', { Reason: 'down' }) });
    await screen.getByRole('button', { name: 'Add a bank account' }).click();
    await press('Connect your bank');
    await sees('The bank does not answer right now. Please try again later, or use micro-deposits.');
    await expect.element(screen.getByRole('button', { name: 'Send micro-deposits' })).toBeVisible();
  });

  test('what is typed stays: the ways are shown once they are known', async () => {
    const known = Promise.withResolvers<{ accounts: (typeof lost)[]; openBanking: 'embedded' }>();
    await renderApp(path, { ...answers, externalAccounts: () => known.promise });
    await screen.getByRole('button', { name: 'Add a bank account' }).click();
    await expect.element(screen.getByRole('dialog')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send micro-deposits' }).elements()).toEqual([]);
    known.resolve({ accounts: [lost], openBanking: 'embedded' });
    await expect.element(screen.getByRole('button', { name: 'Connect your bank' })).toBeVisible();
  });

  test('without open banking there are only the deposits', async () => {
    await renderApp(path, { ...answers, externalAccounts: { accounts: [lost], openBanking: null } });
    await screen.getByRole('button', { name: /^Reconnect / }).click();
    await expect.element(screen.getByRole('button', { name: 'Send micro-deposits' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Connect your bank' }).elements()).toEqual([]);
  });

  test('Plaid’s script has a document of its own', async () => {
    const app = await renderApp(path, { ...answers, externalAccounts: { accounts: [lost], openBanking: 'plaid' } });
    await screen.getByRole('button', { name: /^Reconnect / }).click();
    await press('Connect your bank');
    await expect.poll(() => app.departures).toEqual([`${path}?connect`]);
    expect(document.querySelectorAll('script[src*="plaid"]')).toHaveLength(0);
    expect(sessionStorage.getItem('florin-bank-link')).toBe(
      JSON.stringify({ id: link.id, linkToken: 'link', reconnects: bank.id }),
    );
    sessionStorage.clear();
  });

  describe('the document of Plaid’s script', () => {
    /** As if the browser had loaded the document from that address. */
    function loadedFrom(address: string) {
      const entries = vi.spyOn(performance, 'getEntriesByType');
      entries.mockReturnValue([{ name: new URL(address, window.location.href).href } as PerformanceEntry]);
      onTestFinished(() => entries.mockRestore());
    }
    const plaid = { externalAccounts: { accounts: [bank], openBanking: 'plaid' as const } };

    test.each(['?connect', '?oauth_state_id=1'])('%s is left by the next page', async (search) => {
      loadedFrom(path + search);
      const app = await renderApp(path + search, { ...answers, ...plaid });
      await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
      expect(app.departures).toEqual([]);
      await screen.getByRole('link', { name: 'Dashboard' }).first().click();
      await expect.poll(() => app.departures).toEqual(['/dashboard']);
    });

    test('is left for the login, too, where no one is logged in', async () => {
      loadedFrom(`${path}?connect`);
      const app = await renderApp(`${path}?connect`, {});
      await expect.poll(() => app.departures).toEqual(['/login']);
    });

    test('is the only one that is left so', async () => {
      const app = await renderApp(path, { ...answers, ...plaid });
      await screen.getByRole('link', { name: 'Dashboard' }).first().click();
      await expect.element(screen.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
      expect(app.departures).toEqual([]);
    });
  });
});
