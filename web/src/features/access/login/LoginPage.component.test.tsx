import type { SplashVariant } from '@florin/contract/program/site';
import { expect, onTestFinished, test, vi } from 'vitest';
import { errorId, faults, refuse, refuseFor, type Answers, unknownRefusal } from '../../../testing/answers.ts';
import { catalogue } from '../../../testing/catalogue.ts';
import { screen, setAppearance } from '../../../testing/component.ts';
import { administrator, answersFor, signedIn } from '../../../testing/people.ts';
import { renderApp, usualSite } from '../../../testing/render-app.tsx';

const alert = screen.getByRole('alert');
const field = (name: string) => screen.getByLabelText(name, { exact: true });
const press = (name: string | RegExp) => screen.getByRole('button', { name }).click();
const code = field('Secure Access Code');

const dashboard = answersFor(administrator);
/** The calls of the dashboard after a sign-in; at first nobody is signed in. */
const { userInfo, ...rest } = dashboard;

async function signIn(answers: Answers) {
  const app = await renderApp('/login', { ...rest, demoData: faults.fails, ...answers });
  await field('Username').fill('maya');
  await field('Password').fill('not told here');
  await press('Log in');
  return app;
}

test(
  'asks for both fields in words, and leads to help and to the registration',
  { tags: ['@2.login.1', '@2.login.2', '@2.routes.16', '@5.1'] },
  async () => {
    const app = await renderApp('/login', {});
    for (const [name, address] of [
      ['Forgot username?', '/forgot-username'],
      ['Forgot password?', '/forgot-password'],
      ['Register it here', '/registration?utm_source=dashboard_login'],
    ] as const)
      await expect.element(screen.getByRole('link', { name })).toHaveAttribute('href', address);
    await press('Log in');
    await expect.element(field('Username')).toHaveAccessibleDescription('Username is required');
    await expect.element(field('Password')).toHaveAccessibleDescription('Password is required');
    await expect.element(field('Username')).toHaveFocus();
    expect(app.requestsOf('login')).toEqual([]);
  },
);

test.each([
  [1440, true],
  [992, true],
  [991, false],
  [320, false],
])(
  'at %i px the splash panel is beside the form: %s',
  { tags: ['@2.login.6', '@2.login.11', '@9.30'] },
  async (width, isVisible) => {
    await setAppearance({ width });
    await renderApp('/login', {});
    await expect.element(field('Username')).toBeVisible();
    expect(screen.getByRole('complementary').elements()).toHaveLength(isVisible ? 1 : 0);
    expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth);
  },
);

test.each([
  ['regular', 'Corporate charge cards on your terms'],
  ['cardholder-workflows', 'Ask, get a yes, spend'],
  ['ai-gl-coding', 'AI-powered GL coding'],
] satisfies [SplashVariant, string][])(
  'the splash panel of the variant %s',
  { tags: ['@2.login.7', '@2.login.8', '@2.login.9'] },
  async (splashVariant, heading) => {
    await renderApp('/login', {}, { program: { ...usualSite.program, splashVariant } });
    await expect.element(screen.getByRole('complementary').getByRole('heading')).toHaveTextContent(heading);
  },
);

test.each([
  ['INVALID_CREDENTIALS', refuse('INVALID_CREDENTIALS'), catalogue['@8.4']],
  ['LOCKED', refuse('LOCKED'), catalogue['@8.1']],
] as const)('%s is told in the words of the specification', { tags: ['@8.1', '@8.4'] }, async (_, refusal, words) => {
  await signIn({ login: refusal });
  await expect.element(alert).toHaveTextContent(words);
  await expect.element(field('Username')).toHaveValue('maya');
});

test.each([400, 401, 403])(
  'a refusal with %i and an unknown code is one of the credentials',
  { tags: '@8.4' },
  async (status) => {
    await signIn({ login: unknownRefusal(status, 'PASSWORD_AGED') });
    await expect.element(alert).toHaveTextContent(catalogue['@8.4']);
  },
);

test('a locked name leads to a sign-in link', async () => {
  await signIn({ login: refuse('LOCKED') });
  const link = screen.getByRole('link', { name: 'Email me a login link' });
  await expect.element(link).toHaveAttribute('href', '/login-link');
});

const isReload = () => {
  const navigation = { type: 'reload' } as PerformanceNavigationTiming;
  const entries = vi.spyOn(performance, 'getEntriesByType').mockReturnValue([navigation]);
  onTestFinished(() => entries.mockRestore());
};

test('opening the login page anew begins anew, though a code was sent', async () => {
  const app = await signIn(sent);
  await expect.element(code).toBeVisible();
  await expect.poll(() => sessionStorage.getItem('florin-expected-code')).not.toBeNull();
  await app.open('/login');
  await expect.element(field('Username')).toBeVisible();
  await expect.poll(() => sessionStorage.getItem('florin-expected-code')).toBeNull();
});

test('a reload on the code step keeps its field and its countdown', { tags: '@beyond.63' }, async () => {
  isReload();
  const app = await signIn(sent);
  const resend = screen.getByRole('button', { name: /^Resend.* in / });
  await expect.element(resend).toBeVisible();
  // As soon as the step shows.
  expect(sessionStorage.getItem('florin-expected-code')).not.toBeNull();
  await app.open('/login');
  await expect.element(code).toBeVisible();
  await expect.element(resend).toBeVisible();
  expect(app.requestsOf('sendCode')).toHaveLength(1);
  await press('Go back');
  await expect.poll(() => sessionStorage.getItem('florin-expected-code')).toBeNull();
  await app.open('/login');
  await expect.element(field('Username')).toBeVisible();
});

test(
  'a reload at the choice of a delivery keeps it, before a code is sent and after',
  { tags: '@beyond.63' },
  async () => {
    isReload();
    const app = await signIn({ ...sent, ...asksFor(email, phone) });
    const byText = screen.getByRole('radio', { name: /text/i });
    await byText.click();
    await app.open('/login');
    await expect.element(byText).toBeChecked();
    await press('Send code');
    await expect.element(code).toBeVisible();
    await press('Another way');
    await expect.element(byText).toBeVisible();
    await app.open('/login');
    await expect.element(byText).toBeChecked();
    await press('Enter the code');
    await expect.element(code).toBeVisible();
    expect(app.requestsOf('sendCode')).toHaveLength(1);
    await press('Go back');
    await expect.poll(() => sessionStorage.getItem('florin-expected-code')).toBeNull();
  },
);

test('another way that has to wait says when it can be used, and the way of the sent code does not wait', async () => {
  await signIn({ ...sent, ...asksFor(email, phone) });
  await expect.element(screen.getByRole('radio').first()).toBeVisible();
  expect(screen.getByText(/^Available in/).elements()).toEqual([]);
  await press('Send code');
  await expect.element(code).toBeVisible();
  await press('Another way');
  await expect.element(screen.getByRole('radio', { name: /^Text message.*Available in \d+ s$/ })).toBeVisible();
  await expect.element(screen.getByRole('radio', { name: /^Email.*Code sent$/ })).toBeChecked();
  await expect.element(screen.getByRole('button', { name: 'Enter the code' })).toBeVisible();
  expect(screen.getByText(/^Available in/).elements()).toHaveLength(1);
  window.history.back();
  await expect.element(code).toBeVisible();
  window.history.back();
  await expect.element(screen.getByRole('radio').first()).toBeVisible();
  expect(screen.getByText(/^Available in/).elements()).toHaveLength(1);
});

test('a reload does not return to the step of another person, who was asked for a code before', async () => {
  const first = await signIn(sent);
  await expect.poll(() => sessionStorage.getItem('florin-expected-code')).toMatch(/maya/);
  await first.open('/login');
  first.answer(asksFor(email, phone));
  await field('Username').fill('several');
  await field('Password').fill('not told here');
  await press('Log in');
  await expect.element(screen.getByRole('radio').first()).toBeVisible();
  await expect.poll(() => sessionStorage.getItem('florin-expected-code')).not.toMatch(/maya/);
});

test('an error of the server is told with the Error ID of its answer', { tags: '@8.33' }, async () => {
  await signIn({ login: faults.fails });
  await expect.element(alert).toMatchTextContent('Something went wrong on our side. Please try again.');
  await expect.element(alert).toMatchTextContent(`Error ID ${errorId}`);
});

test('what was typed stays when the server cannot be reached, and is sent again', async () => {
  const app = await signIn({ login: faults['breaks off'] });
  await expect.element(alert).toMatchTextContent('We could not reach the server.');
  await expect.element(field('Password')).toHaveValue('not told here');
  app.answer({ login: signedIn, userInfo });
  await press('Log in');
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});

test('a captcha is asked for', { tags: ['@2.login.12', '@5.2', '@8.3'] }, async () => {
  const app = await signIn({ login: refuse('RECAPTCHA_LOCK', { Difficulty: 1 }) });
  await expect.element(screen.getByRole('checkbox', { name: /not a robot/i })).toHaveFocus();
  await press('Log in');
  await expect
    .element(screen.getByRole('checkbox'))
    .toHaveAccessibleDescription(/Please confirm that you are not a robot, then log in\./);
  expect(app.requestsOf('login')).toHaveLength(1);
});

const outOfService = {
  outOfService: true,
  announcements: [{ id: '1', title: 'Planned work', text: 'We are back at nine.' }],
};
const apologies = screen.getByRole('heading', { name: 'Our apologies' });

test.each([
  '/login',
  '/add-account',
  '/forgot-username',
  '/forgot-password',
  '/registration?code=inv_kept',
  '/invites?code=inv_kept',
  '/reset-password/x',
])(
  'out of service, %s apologizes and shows what is announced',
  { tags: ['@2.login.3', '@2.login.4', '@beyond.37'] },
  async (path) => {
    await renderApp(path, {}, outOfService);
    await expect.element(apologies).toBeVisible();
    await expect.element(screen.getByText('We are back at nine.')).toBeVisible();
    expect(screen.getByRole('textbox').elements()).toEqual([]);
    // An invite or a link waits for the site to be back.
    expect(window.location.pathname + window.location.search).toBe(path.replace('/x', ''));
  },
);

test('a customer chosen by the address can be left', { tags: '@2.routes.6' }, async () => {
  const program = { ...usualSite.program, slug: 'northwind', name: 'Northwind' };
  await renderApp('/login/northwind', {}, { program: { ...program, canBeLeft: true } });
  await expect.element(screen.getByRole('link', { name: 'Not Northwind?' })).toHaveAttribute('href', '/login/florin');
});

test(
  'out of service, a link with a ticket apologizes, and logs in when the site is back',
  { tags: '@2.login.3' },
  async () => {
    const app = await renderApp('/autologin/tkt_1?url=/reports', { siteConfig: usualSite }, outOfService);
    await expect.element(apologies).toBeVisible();
    expect(app.requestsOf('redeemAutologinTicket')).toEqual([]);
    app.answer({ ...answersFor(administrator), redeemAutologinTicket: signedIn, userInfo });
    await press('Try again');
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
    expect(window.location.pathname).toBe('/reports');
  },
);

test(
  'a page that is open learns by the answer to its form that there is no service, and when it is back',
  { tags: ['@2.login.3', '@beyond.13'] },
  async () => {
    const app = await signIn({ login: refuse('OUT_OF_SERVICE'), siteConfig: { ...usualSite, ...outOfService } });
    await expect.element(apologies).toHaveFocus();
    await expect.element(screen.getByText('We are back at nine.')).toBeVisible();
    app.answer({ siteConfig: usualSite });
    await press('Try again');
    await expect.element(field('Username')).toBeVisible();
    await expect.element(apologies).not.toBeInTheDocument();
  },
);

test('after the sign-in, a database that is away does not close the public pages', async () => {
  const app = await signIn({ login: refuse('LOCKED'), team: refuse('UNAVAILABLE'), siteConfig: usualSite });
  await expect.element(alert).toBeVisible();
  app.answer({ login: signedIn, userInfo });
  await press('Log in');
  await screen.getByRole('link', { name: 'Team members' }).click();
  await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(app.requestsOf('team').length).toBeGreaterThan(0);
  expect(app.requestsOf('siteConfig')).toEqual([]);
});

const email = { EntityType: 'Email', EntityAuthStatus: 'Authenticated', EntityMasked: 'm•••@florin.example' } as const;
const phone = { EntityType: 'PhoneNumber', EntityAuthStatus: 'Authenticated', EntityMasked: '•••44' } as const;
const asksFor = (...entities: (typeof email | typeof phone)[]): Answers => ({
  login: refuse('MFA', { TwoFactorAuthSessionId: 'pending', TwoFactorAuthEntities: entities, EnrolledFactors: [] }),
});
const sent: Answers = { ...asksFor(email), sendCode: { entityMasked: 'm•••@florin.example', resendInSeconds: 30 } };

test(
  'the code is required and has six digits: said without asking the server',
  { tags: ['@5.3', '@5.4', '@9.1'] },
  async () => {
    const app = await signIn(sent);
    await press('Continue');
    await expect.element(code).toHaveAccessibleDescription(/Secure Access Code is required/);
    await code.fill('12345');
    await press('Continue');
    await expect.element(code).toHaveAccessibleDescription(/Please enter a valid 6 digit/);
    expect(app.requestsOf('authenticate')).toEqual([]);
  },
);

test.each([
  ['InvalidCodeFormat', '@8.9'],
  ['MFA_INVALID_CODE', '@8.9'],
] as const)('a code that is refused with %s is said at its field', { tags: '@8.9' }, async (refused, row) => {
  const app = await signIn({ ...sent, authenticate: refuse(refused) });
  await code.fill('123456');
  await expect.element(code).toHaveAccessibleDescription(new RegExp(`^${catalogue[row]}`));
  // The right one after it leads in.
  app.answer({ authenticate: signedIn, userInfo });
  await code.fill('654321');
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});

test.each([
  ['MFA_CODE_EXPIRED', '@8.10'],
  ['MFA_MAX_ATTEMPT_LIMIT_REACHED', '@8.11'],
] as const)('%s: a new code is on its way', { tags: ['@8.10', '@8.11'] }, async (refused, row) => {
  await signIn({ ...sent, authenticate: refuse(refused) });
  await code.fill('123456');
  await expect.element(alert).toHaveTextContent(catalogue[row]);
  await expect.element(code).toBeVisible();
});

test('right but late: the device is known, and the sign-in starts again', { tags: '@8.12' }, async () => {
  await signIn({ ...sent, authenticate: refuse('MFA_SESSION_EXPIRED') });
  await code.fill('123456');
  await expect.element(alert).toHaveTextContent(catalogue['@8.12']);
  await expect.element(field('Username')).toBeVisible();
});

test('nobody to send a code to', { tags: '@8.5' }, async () => {
  await signIn({ ...sent, sendCode: refuse('MFA_EMAIL_NOT_EXISTS') });
  await expect.element(alert).toMatchTextContent(catalogue['@8.5']);
});

test('the way back leads to the form', { tags: '@2.login.17' }, async () => {
  await signIn(sent);
  await press('Go back');
  await expect.element(field('Username')).toBeVisible();
});

test(
  'a phone on the STOP list: the number to send START to, and another way works',
  { tags: ['@2.login.13', '@8.7'] },
  async () => {
    await signIn({
      ...asksFor(phone, email),
      sendCode: ({ body }) =>
        body.twoFactorAuthEntityType === 'Email'
          ? { entityMasked: 'm•••@florin.example', resendInSeconds: 30 }
          : refuse('STOP_LIST_REQUESTED', { PhoneNumber: '+1 555 010 0199' }),
    });
    await expect.element(screen.getByRole('radio').first()).toBeChecked();
    await press('Send code');
    await expect.element(alert).toMatchTextContent(`${catalogue['@8.7']} +1 555 010 0199`);
    await screen.getByRole('radio').nth(1).click();
    await press('Send code');
    await expect.element(code).toBeVisible();
  },
);

test('a code is sent again after half a minute, within limits', { tags: ['@2.login.15', '@8.6', '@8.8'] }, async () => {
  const app = await signIn(sent);
  await expect.element(screen.getByRole('button', { name: /^Resend in/ })).toBeVisible();
  const later = Date.now() + 31_000;
  vi.spyOn(Date, 'now').mockImplementation(() => later);
  await press('Resend code');
  await expect.element(screen.getByText(catalogue['@8.8'])).toBeVisible();
  vi.spyOn(Date, 'now').mockImplementation(() => later + 31_000);
  app.answer({ sendCode: refuseFor('RESEND_LIMIT_REACHED', 480) });
  await press('Resend code');
  await expect.element(screen.getByText(catalogue['@8.6'])).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Resend in 8 min' })).toBeVisible();
});

test('Back leads from the code to the choice and to the form, and Forward returns', async () => {
  await signIn({ ...asksFor(email, phone), sendCode: { entityMasked: '•••44', resendInSeconds: 30 } });
  const choice = screen.getByRole('radio', { name: /•••44/ });
  await choice.click();
  await press('Send code');
  await expect.element(code).toBeVisible();
  window.history.back();
  await expect.element(choice).toBeChecked();
  window.history.back();
  await expect.element(field('Username')).toBeVisible();
  window.history.forward();
  await expect.element(choice).toBeChecked();
  window.history.forward();
  await expect.element(code).toBeVisible();
});

test('Back leads from another way to the field of the code that was sent', async () => {
  const app = await signIn({ ...asksFor(email, phone), sendCode: { entityMasked: '•••44', resendInSeconds: 30 } });
  await press('Send code');
  await press('Another way');
  await screen.getByRole('radio', { name: /•••44/ }).click();
  window.history.back();
  await expect.element(code).toBeVisible();
  window.history.back();
  await expect.element(screen.getByRole('radio').first()).toBeChecked();
  window.history.back();
  await expect.element(field('Username')).toBeVisible();
  expect(app.requestsOf('sendCode')).toHaveLength(1);
});

test('Cancel leads from the choice back to the form', { tags: '@2.login.16' }, async () => {
  await signIn(asksFor(phone, email));
  await press('Cancel');
  await expect.element(field('Username')).toBeVisible();
});

test(
  'several ways: the first one is chosen, and a text brings the code',
  { tags: ['@2.login.13', '@4.3', '@5.9'] },
  async () => {
    const app = await signIn({ ...asksFor(email, phone), sendCode: { entityMasked: '•••44', resendInSeconds: 30 } });
    await expect.element(screen.getByRole('radio').first()).toBeChecked();
    expect(screen.getByRole('radio').elements()).toHaveLength(2);
    expect(app.requestsOf('sendCode')).toEqual([]);
    await screen.getByRole('radio').nth(1).click();
    await press('Send code');
    await expect.element(screen.getByText('We sent a 6-digit code by text message to •••44.')).toBeVisible();
    expect(app.requestsOf('sendCode')).toMatchObject([{ body: { twoFactorAuthEntityType: 'PhoneNumber' } }]);
  },
);

test('one way leads straight to the field, for a one-time code of digits', { tags: ['@4.2', '@8.2'] }, async () => {
  await signIn(sent);
  await expect.element(screen.getByText('We sent a 6-digit code to m•••@florin.example.')).toBeVisible();
  await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect.element(code).toHaveAttribute('inputmode', 'numeric');
});

const enrolled = (...EnrolledFactors: ('Authenticator' | 'BackupCode')[]): Answers => ({
  login: refuse('MFA', { TwoFactorAuthSessionId: 'pending', TwoFactorAuthEntities: [email], EnrolledFactors }),
  sendCode: { entityMasked: 'm•••@florin.example', resendInSeconds: 30 },
  authenticate: refuse('MFA_INVALID_CODE'),
});

test('an authenticator app comes first; a code by email is another way, and back', { tags: '@beyond.6' }, async () => {
  await signIn(enrolled('Authenticator'));
  const app = field('Authenticator code');
  await expect.element(app).toHaveFocus();
  expect(document.title).toMatch(/^Enter the code of your authenticator app · /);
  await app.fill('123456');
  await expect
    .element(app)
    .toHaveAccessibleDescription(/That code did not work\. Please wait for the next one and enter it\./);
  await expect.element(app).toHaveFocus();
  await press('Email');
  await expect.element(code).toBeVisible();
  await press('Another way');
  await expect.element(app).toBeVisible();
  await press('Cancel');
  await expect.element(field('Username')).toHaveValue('maya');
});

test('a backup code is required, and one that does not work can be corrected', async () => {
  const app = await signIn(enrolled('BackupCode'));
  await expect.element(screen.getByRole('heading', { name: 'Enter a backup code' })).toBeVisible();
  const backup = field('Backup code');
  await press('Continue');
  await expect.element(backup).toHaveAccessibleDescription(/Backup code is required/);
  await backup.fill('ABCD-EFGH-JKLM-NPQX');
  await press('Continue');
  await expect
    .element(backup)
    .toHaveAccessibleDescription(
      /That backup code did not work\. Please check it, or use another one: each works once\./,
    );
  app.answer({ authenticate: signedIn, userInfo });
  await backup.fill('ABCD-EFGH-JKLM-NPQR');
  await press('Continue');
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});

test('after a refusal the chat is there, and sends what is written', { tags: '@2.login.5' }, async () => {
  const app = await renderApp('/login', {
    demoData: faults.fails,
    login: refuse('INVALID_CREDENTIALS'),
    sendChatMessage: { reference: 'C-12345678' },
  });
  await field('Username').fill('maya');
  await expect.element(screen.getByRole('button', { name: 'Need help logging in?' })).not.toBeInTheDocument();
  await field('Password').fill('not told here');
  await press('Log in');
  await press('Need help logging in?');
  await field('Your email address').fill('maya@florin.example');
  await field('How can we help?').fill('I cannot sign in.');
  await press('Send message');
  await expect.element(screen.getByText('C-12345678')).toBeVisible();
  expect(app.requestsOf('sendChatMessage')).toMatchObject([
    { body: { email: 'maya@florin.example', message: 'I cannot sign in.' } },
  ]);
});

test('a business that has not finished its application leaves for the start site', { tags: '@7.24' }, async () => {
  const app = await signIn({ login: { StartSiteUrl: 'https://start.example', Message: 'a message' } });
  await expect.poll(() => app.departures).toEqual(['/redirect/a%20message']);
});
