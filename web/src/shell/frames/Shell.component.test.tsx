import { expect, test, vi } from 'vitest';
import { errorId, faults, type Answers } from '../../testing/answers.ts';
import { screen, setAppearance } from '../../testing/component.ts';
import { administrator, answersFor } from '../../testing/people.ts';
import { renderApp, type TestApp } from '../../testing/render-app.tsx';

const heading = (name: string) => screen.getByRole('heading', { level: 1, name });
const main = screen.getByRole('main');
const footer = screen.getByRole('contentinfo');
const currentAccount = screen.getByRole('region', { name: 'Current account' });
const switcher = screen.getByRole('button', { name: /^Switch account/ });
const onboarding = screen.getByRole('navigation', { name: 'Onboarding' });
const notifications = screen.getByRole('region', { name: 'Notifications' });
const tryAgain = { name: 'Try again' };

const [own] = administrator.linkedUsers;
const other = { ...own!, userId: '0190a000-0000-7000-8000-000000000002', cardLast4: '4821' };
const answers: Answers = {
  ...answersFor({ ...administrator, linkedUsers: [own!, other], fundingSource: 'Prepaid' }),
  onboardingChecklist: { quantity: 1, counter: 0, steps: [{ step: 'connect-bank', isDone: false, doneAt: null }] },
};

/** The shell's calls. */
const calls = [
  'linkedAccounts',
  'balance',
  'branding',
  'appearance',
  'businessPreferences',
  'loginActivityAlert',
  'onboardingChecklist',
] as const;
type Call = (typeof calls)[number];
type Fault = keyof typeof faults;

const broken = (names: readonly Call[], fault: Fault): Answers =>
  Object.fromEntries(names.map((name) => [name, faults[fault]]));

async function stands(): Promise<void> {
  await expect.element(heading('Reports')).toBeVisible();
  const navigation = screen.getByRole('navigation', { name: 'Navigation' });
  await expect.element(navigation.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await expect.element(footer.getByRole('link', { name: 'Contact Us' })).toBeVisible();
  await expect.element(currentAccount).toMatchTextContent('Northwind Trading');
}

async function isRepaired(app: TestApp, retry: ReturnType<typeof screen.getByRole>): Promise<void> {
  app.answer(answers);
  await retry.click();
  await expect.element(currentAccount).toMatchTextContent('$1,250.00 available');
  await expect.element(switcher).toBeVisible();
}

test.each([
  ...calls.map((name) => [[name], 'fails'] as const),
  ...(Object.keys(faults) as Fault[]).map((fault) => [calls, fault] as const),
])(
  'the shell is shown while %s: %s',
  { tags: ['@2.shell.9', '@2.shell.27', '@8.29', '@8.33'] },
  async (names: readonly Call[], fault) => {
    const app = await renderApp('/reports', { ...answers, ...broken(names, fault) });
    await stands();
    if (names.includes('onboardingChecklist'))
      await expect.element(onboarding).toMatchTextContent('We could not load your Onboarding Checklist.');
    const isAway = { balance: names.includes('balance'), accounts: names.includes('linkedAccounts') };
    if (!isAway.balance && !isAway.accounts) return;
    const retry = currentAccount.getByRole('button', tryAgain);
    await expect.element(retry).toBeVisible();
    // A failed state without text. Of balance and accounts, the loaded one is shown; nothing replaces the other.
    if (names.length === 1) expect(screen.getByRole('alert').elements()).toEqual([]);
    if (isAway.balance) await expect.element(currentAccount).not.toMatchTextContent('$');
    else await expect.element(currentAccount).toMatchTextContent('$');
    if (isAway.accounts) await expect.element(switcher).not.toBeInTheDocument();
    else await expect.element(switcher).toBeVisible();
    await isRepaired(app, retry);
  },
);

test(
  'missing data without a place in the shell is reported in a snackbar until it arrives',
  { tags: '@8.33' },
  async () => {
    // Invalid answers are not retried automatically: everything is reported at once.
    const app = await renderApp('/reports', { ...answers, ...broken(calls, 'answers nonsense') });
    const told = [
      'We could not load your card’s issuer',
      'We could not load your theme.',
      'We could not check for new logins.',
    ];
    for (const text of told) await expect.element(notifications).toMatchTextContent(text);
    await expect.element(screen.getByRole('button', { name: /, not checked for new logins$/ })).toBeVisible();
    app.answer(answers);
    for (const _ of told) await notifications.getByRole('button', tryAgain).first().click();
    await expect.element(screen.getByRole('button', { name: 'Profile menu of Maya Chen', exact: true })).toBeVisible();
    for (const text of told) await expect.element(screen.getByText(text, { exact: false })).not.toBeInTheDocument();
    await onboarding.getByRole('button', tryAgain).click();
    await expect.element(onboarding.getByRole('link')).toMatchTextContent('1 step left');
  },
);

test('in a low window a snackbar with its Error ID leaves the end of the page free', { tags: '@8.33' }, async () => {
  await renderApp('/reports', { ...answers, branding: faults['answers nonsense'] });
  await expect.element(screen.getByRole('alert')).toMatchTextContent(`Error ID ${errorId}`);
  const again = footer.getByRole('button', tryAgain);
  await setAppearance({ width: 800, height: 360 });
  await expect
    .poll(() => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      return again.element().getBoundingClientRect().bottom - notifications.element().getBoundingClientRect().top;
    })
    .toBeLessThan(0);
});

test.each(['fails', 'breaks off'] as const)(
  'user info that %s: the shell is shown without an account',
  async (fault) => {
    const app = await renderApp('/reports', { ...answers, userInfo: faults[fault] });
    await expect.element(main).toMatchTextContent('We could not load your account.');
    const banner = screen.getByRole('banner');
    await expect.element(banner.getByRole('button', { name: 'Log out' })).toBeVisible();
    await expect.element(banner.getByRole('link', { name: /^Help/ })).toBeVisible();
    app.answer(answers);
    await main.getByRole('button', tryAgain).click();
    await stands();
    await expect.element(heading('Reports')).toHaveFocus();
  },
);

test('without an account, support, the legal texts and Log out remain', async () => {
  const app = await renderApp('/reports', {
    ...answers,
    session: faults['answers nonsense'],
    contacts: { contacts: [] },
    sendSupportMessage: { reference: 'M-12345678' },
    legalText: faults.fails,
  });
  await footer.getByRole('link', { name: 'Contact Us' }).click();
  await expect.element(heading('Contact Us')).toBeVisible();
  await expect.element(main).toMatchTextContent('We could not load your account.');
  await screen.getByLabelText('Your email address').fill('ada.okafor@accounts.example');
  await screen.getByLabelText('Subject').fill('Nothing loads');
  await screen.getByLabelText('Message').fill('My account does not load.');
  await screen.getByRole('button', { name: 'Send message' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Your message was sent' })).toHaveFocus();
  await footer.getByRole('link', { name: 'Security & Trust' }).click();
  await expect.element(heading('Security checklist')).toBeVisible();

  await app.open('/my-accounts');
  await expect.element(main).toMatchTextContent('We could not load your account.');
  await expect.element(main).not.toMatchTextContent('Log in');
  await app.open('/login');
  await expect.element(main).toMatchTextContent('We could not load your account.');
  await expect.element(screen.getByRole('banner').getByRole('button', { name: 'Log out' })).toBeVisible();

  await footer.getByRole('link', { name: 'Contact Us' }).click();
  await screen.getByLabelText('Subject').fill('Half a sentence');
  app.answer(answers);
  await main.getByRole('button', tryAgain).click();
  await expect.element(currentAccount).toMatchTextContent('Northwind Trading');
  await expect.element(screen.getByLabelText('Subject')).toHaveValue('Half a sentence');
});

test('if the person cannot be loaded on the registration page, it says so', async () => {
  await renderApp('/registration', { ...answers, userInfo: faults['answers nonsense'] });
  await expect.element(heading('Register your card')).toBeVisible();
  await expect.element(screen.getByRole('alert')).toMatchTextContent('We could not check who is logged in here.');
  const again = screen.getByRole('button', tryAgain);
  await again.click();
  await expect.element(again).toHaveFocus();
});

test('if open confirmations cannot be loaded, the dashboard says so', async () => {
  const app = await renderApp('/dashboard', { ...answers, recoveryRequests: faults.fails });
  const waiting = screen.getByRole('region', { name: 'Password resets' });
  await expect.element(waiting).toMatchTextContent('We could not load the password resets');
  app.answer(answers);
  await waiting.getByRole('button', tryAgain).click();
  await expect.element(waiting).not.toBeInTheDocument();
});

test('while every call is slow the shell is shown, and nothing moves when they are answered', async () => {
  const slow = Promise.withResolvers<void>();
  const slowly = calls.map((name) => [name, () => slow.promise.then(() => answers[name])]);
  await renderApp('/reports', { ...answers, ...(Object.fromEntries(slowly) as Answers) });
  await stands();
  const place = () => screen.getByRole('navigation', { name: 'Navigation' }).element().getBoundingClientRect().toJSON();
  const before = place();
  slow.resolve();
  await expect.element(currentAccount).toMatchTextContent('available');
  await expect.element(switcher).toBeVisible();
  await expect.element(onboarding).toBeVisible();
  expect(place()).toEqual(before);
});

test('while the account is slow, Log out and support are there at once, and a message after a while', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const app = await renderApp('/reports', { ...answers, userInfo: () => new Promise(() => {}) });
  await expect.element(screen.getByRole('banner').getByRole('button', { name: 'Log out' })).toBeVisible();
  await footer.getByRole('link', { name: 'Contact Us' }).click();
  await expect.element(heading('Contact Us')).toBeVisible();
  await expect.element(main.getByRole('link', { name: '(555) 010-0100' })).toBeVisible();
  await vi.advanceTimersByTimeAsync(5000);
  vi.useRealTimers();
  await expect.element(main).toMatchTextContent('Your account is taking longer to load than usual.');
  await main.getByRole('button', tryAgain).click();
  expect(app.departures).toEqual(['/contact-us']);
});
