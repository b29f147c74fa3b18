import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { refuse, type Answers } from '../../../testing/answers.ts';
import { catalogue } from '../../../testing/catalogue.ts';
import { screen } from '../../../testing/component.ts';
import { administrator, answersFor, signedIn } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { resendTwice } from '../../../testing/resend.ts';
import { loginNotice } from '../../../session/browser/login-notice.ts';

const field = (name: string) => screen.getByLabelText(name, { exact: true });
const press = (name: string | RegExp) => screen.getByRole('button', { name, exact: true }).click();
const heading = (name: string) => screen.getByRole('heading', { name });
const choose = (name: RegExp) => screen.getByRole('radio', { name }).click();
const alert = screen.getByRole('alert');
const code = field('Secure Access Code');

const link = `/reset-password/rsl_${'a'.repeat(43)}`;
const text = { entityType: 'PhoneNumber', entityMasked: '•••42' } as const;
const administrators = { entityType: 'AdminConfirmation', entityMasked: '' } as const;
const sent = { entityMasked: '•••42', resendInSeconds: 30 };
const { userInfo, ...dashboard } = answersFor(administrator);
const opened: Answers = {
  ...dashboard,
  checkResetLink: {},
  forgotAuthenticate: { access_token: 'rst_1', expiresInSeconds: 1800, provenBy: null },
  verificationMethods: [text],
  sendResetCode: sent,
  verifyResetCode: {},
  checkPassword: { problems: [] },
};

/** Opens a link, as far as the choice of the second proof. */
async function open(answers: Answers = {}) {
  const app = await renderApp(link, { ...opened, ...answers });
  if (answers.userInfo !== undefined) await press('Continue with the link');
  await press('Continue');
  await expect.element(heading('Confirm that it is you')).toHaveFocus();
  return app;
}
/** Goes on to the code. */
async function atCode(answers: Answers = {}) {
  const app = await open(answers);
  await press('Send code');
  await expect.element(screen.getByText('We sent a 6-digit code by text message to •••42.')).toBeVisible();
  return app;
}
/** Goes on to the new password. */
async function atPassword(answers: Answers = {}) {
  const app = await atCode(answers);
  await code.fill('123456');
  await expect.element(heading('Choose a new password')).toHaveFocus();
  return app;
}
async function typePassword(password: string, repeated = password) {
  await field('New password').fill(password);
  await field('Repeat password').fill(repeated);
}
const good = 'velvet orchard 71 lanterns';
const setPassword = () => press('Set password and log in');
const expectDashboard = () =>
  expect.element(screen.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();

afterEach(() => loginNotice.remove());

test.each(['/reset-password/nothing-of-ours', '/reset-password'])(
  '%s is no link: its sentence on the login page',
  { tags: '@8.21' },
  async (path) => {
    const app = await renderApp(path, {});
    await expect.element(screen.getByText(catalogue['@8.21'], { exact: false })).toBeVisible();
    expect(window.location.pathname).toBe('/login');
    expect(app.requestsOf('forgotAuthenticate')).toEqual([]);
  },
);

test(
  'a link leaves the address bar, and does nothing until a button is pressed',
  { tags: '@2.routes.17' },
  async () => {
    const app = await renderApp(link, opened);
    await expect.element(heading('Set a new password')).toBeVisible();
    expect(window.location.pathname).toBe('/reset-password');
    expect(app.requestsOf('forgotAuthenticate')).toEqual([]);
    await press('Continue');
    await expect.element(heading('Confirm that it is you')).toBeVisible();
    expect(app.requestsOf('forgotAuthenticate')).toMatchObject([{ body: { requestCode: link.split('/').at(-1) } }]);
  },
);

test('a used link is refused before anything is pressed', { tags: '@8.21' }, async () => {
  const app = await renderApp(link, { ...opened, checkResetLink: refuse('RESET_LINK_INVALID') });
  await expect.element(screen.getByText(catalogue['@8.21'], { exact: false })).toBeVisible();
  await expect.element(screen.getByText('You can also request a new link with “Forgot password?”.')).toBeVisible();
  expect(window.location.pathname).toBe('/login');
  expect(app.requestsOf('forgotAuthenticate')).toEqual([]);
});

test('a link that expires half way: the same sentence, until the next attempt', { tags: '@8.21' }, async () => {
  await open({ sendResetCode: refuse('RESET_LINK_INVALID'), login: refuse('INVALID_CREDENTIALS') });
  await press('Send code');
  const notice = screen.getByText(catalogue['@8.21'], { exact: false });
  await expect.element(notice).toBeVisible();
  await field('Username').fill('maya');
  await field('Password').fill('not told here');
  await press('Log in');
  await expect.element(alert).toHaveTextContent(catalogue['@8.4']);
  await expect.element(notice).not.toBeInTheDocument();
});

test(
  'the code is required, has six digits, and is told when it is invalid',
  { tags: ['@2.reset.3', '@5.5', '@5.6', '@5.7'] },
  async () => {
    const app = await atCode({
      verifyResetCode: ({ body }) => (body.code === '123456' ? {} : refuse('MFA_INVALID_CODE')),
    });
    await press('Continue');
    await expect.element(code).toHaveAccessibleDescription(/Secure Access Code is required/);
    await code.fill('12345');
    await press('Continue');
    await expect.element(code).toHaveAccessibleDescription(/Please enter a valid 6 digit/);
    expect(app.requestsOf('verifyResetCode')).toEqual([]);
    await code.fill('654321');
    await expect
      .element(code)
      .toHaveAccessibleDescription(/The Secure Access Code is invalid\. Please check the code and enter it again\./);
    await code.fill('123456');
    await expect.element(heading('Choose a new password')).toBeVisible();
  },
);

test.each([
  ['MFA_CODE_EXPIRED', '@8.10'],
  ['MFA_MAX_ATTEMPT_LIMIT_REACHED', '@8.11'],
] as const)('%s: a new code is on its way, and works', { tags: ['@8.10', '@8.11'] }, async (refused, row) => {
  const app = await atCode({ verifyResetCode: refuse(refused) });
  await code.fill('123456');
  await expect.element(alert).toHaveTextContent(catalogue[row]);
  app.answer({ verifyResetCode: {} });
  await code.fill('654321');
  await expect.element(heading('Choose a new password')).toBeVisible();
});

test('a code is sent again after half a minute, within limits', { tags: '@8.6' }, async () => {
  await resendTwice(await atCode(), 'sendResetCode');
  await expect.element(screen.getByText(catalogue['@8.6'])).toBeVisible();
});

test(
  'a phone on the STOP list: Resend names the target and START, and an administrator can be asked',
  { tags: ['@2.reset.1', '@2.reset.5', '@8.22'] },
  async () => {
    const app = await open({ sendResetCode: refuse('STOP_LIST_REQUESTED', { PhoneNumber: '+1 555 010 0199' }) });
    app.answer({ verificationMethods: [text, administrators] });
    await press('Send code');
    await expect.element(heading('The code was not sent')).toBeVisible();
    await expect
      .element(alert)
      .toMatchTextContent(`There ${catalogue['@8.22']} •••42. Please choose a different method.`);
    await expect.element(alert).toMatchTextContent(`${catalogue['@8.7']} +1 555 010 0199`);
    app.answer({ sendResetCode: { entityMasked: '', requestNumber: '1234' } });
    await press('Ask an administrator');
    await expect.element(heading('Waiting for your administrator')).toHaveFocus();
  },
);

test('texts that do not go out: the same way works once they do again', { tags: ['@2.reset.5', '@8.22'] }, async () => {
  const app = await open({
    verificationMethods: [text, administrators],
    sendResetCode: refuse('DELIVERY_DELAYED'),
  });
  await press('Send code');
  await expect.element(heading('The code was not sent')).toBeVisible();
  await expect.element(alert).toHaveTextContent(`There ${catalogue['@8.22']} •••42. Please choose a different method.`);
  app.answer({ sendResetCode: sent });
  await choose(/Text message/);
  await press('Send code');
  await expect.element(code).toBeVisible();
});

test(
  'the second proof can be an authenticator app or a backup code, each named in its own words',
  { tags: ['@beyond.17', '@beyond.18'] },
  async () => {
    const app = await open({
      verificationMethods: [
        { entityType: 'Authenticator', entityMasked: '' },
        { entityType: 'BackupCode', entityMasked: '' },
      ],
      verifyResetCode: refuse('MFA_INVALID_CODE'),
    });
    await choose(/Backup code/);
    await press('Continue');
    await expect.element(heading('Enter a backup code')).toBeVisible();
    await field('Backup code').fill('ABCD-EFGH-JKLM-NPQX');
    await press('Continue');
    await expect.element(field('Backup code')).toHaveAccessibleDescription(/That backup code did not work\./);
    await press('Another way');

    await choose(/Authenticator app/);
    await press('Continue');
    await expect.element(heading('Enter the code of your authenticator app')).toBeVisible();
    const ofApp = field('Authenticator code');
    await ofApp.fill('654321');
    await expect.element(ofApp).toHaveAccessibleDescription(/That code did not work\./);
    await expect.element(ofApp).toHaveValue('');
    app.answer({ verifyResetCode: {}, resetPassword: signedIn, userInfo });
    await ofApp.fill('123456');
    await expect.element(heading('Choose a new password')).toBeVisible();
    expect(app.requestsOf('verifyResetCode').map(({ body }) => body.entityType)).toEqual([
      'BackupCode',
      'Authenticator',
      'Authenticator',
    ]);
    await typePassword(good);
    await setPassword();
    await expectDashboard();
  },
);

test(
  'a browser that has proven the second thing goes straight on to the password',
  { tags: '@beyond.27' },
  async () => {
    await renderApp(link, {
      ...opened,
      forgotAuthenticate: { access_token: 'rst_1', expiresInSeconds: 1800, provenBy: 'PhoneNumber' },
    });
    await press('Continue');
    await expect.element(heading('Choose a new password')).toHaveFocus();
  },
);

test(
  'nothing but email on file: an administrator is asked, and has not confirmed yet',
  { tags: '@beyond.20' },
  async () => {
    const app = await open({
      verificationMethods: [administrators],
      sendResetCode: { entityMasked: '', requestNumber: '1234' },
      verifyResetCode: refuse('CONFIRMATION_PENDING'),
    });
    await expect
      .element(screen.getByText(/Your email address is the only contact we have, .* call \(555\) 010-0100/))
      .toBeVisible();
    await press('Ask an administrator');
    await expect.element(heading('Waiting for your administrator')).toHaveFocus();
    await expect.element(screen.getByText(/^They will ask you for this number:/)).toMatchTextContent('1234');
    await expect.element(screen.getByText(/call \(555\) 010-0100/)).toBeVisible();
    await press('Check again');
    await expect.element(screen.getByText('No administrator has confirmed yet. Please try again later.')).toBeVisible();
    app.answer({ verifyResetCode: refuse('RESET_NOT_VERIFIED') });
    await press('Check again');
    await expect.element(alert).toMatchTextContent('Your request has ended');
    await press('Ask an administrator');
    await expect.element(heading('Waiting for your administrator')).toBeVisible();
    app.answer({ verifyResetCode: {} });
    await press('Check again');
    await expect.element(heading('Choose a new password')).toBeVisible();
  },
);

test('the new password is required, long enough, repeated, and not known from a leak', async () => {
  const app = await atPassword({
    checkPassword: ({ body }) => ({ problems: body.password.startsWith('password') ? ['leaked'] : [] }),
  });
  await setPassword();
  await expect.element(field('New password')).toHaveFocus();
  await expect.element(field('New password')).toHaveAccessibleDescription(/Password is required/);
  await typePassword('too short');
  await expect.element(field('New password')).toHaveAccessibleDescription(/Please use at least 12 characters\./);
  await typePassword('password123456789');
  await expect.element(field('New password')).toHaveAccessibleDescription(/known from a data leak\. Please/);
  await typePassword(good, `${good}!`);
  await setPassword();
  await expect.element(field('Repeat password')).toHaveAccessibleDescription(/The passwords do not match\./);
  await expect.element(field('Repeat password')).toHaveFocus();
  expect(app.requestsOf('resetPassword')).toEqual([]);
});

test('a password of the last three is refused at its field', { tags: ['@5.34', '@8.18', '@9.10'] }, async () => {
  const app = await atPassword({ resetPassword: refuse('1') });
  await typePassword(good);
  await setPassword();
  await expect.element(screen.getByText(catalogue['@8.18'])).toBeVisible();
  await expect.element(field('New password')).toHaveAccessibleDescription(/last three passwords/);
  await expect.element(field('New password')).toHaveFocus();
  await expect.element(screen.getByText('Your password is good.')).not.toBeInTheDocument();
  await typePassword(`${good} and more`);
  await expect.element(field('New password')).not.toHaveAccessibleDescription(/last three/);
  app.answer({ resetPassword: signedIn, userInfo });
  await setPassword();
  await expectDashboard();
});

test('a person who is logged in is named before the password logs them out', { tags: '@beyond.28' }, async () => {
  const app = await atPassword({ ...answersFor({ ...administrator, firstName: 'Noah', lastName: 'Park' }) });
  await expect
    .element(screen.getByText(/^Noah Park is logged in here\. Setting the password logs Noah Park out/))
    .toBeVisible();
  await typePassword(good);
  app.answer({ ...answersFor(administrator), resetPassword: { ...signedIn, epoch: 'another' } });
  await setPassword();
  await expect.element(screen.getByRole('button', { name: 'Profile menu of Maya Chen' })).toBeVisible();
});

test('a reload on the code of a text keeps its field, its countdown and the ways back', async () => {
  const navigation = { type: 'reload' } as PerformanceNavigationTiming;
  const entries = vi.spyOn(performance, 'getEntriesByType').mockReturnValue([navigation]);
  onTestFinished(() => {
    entries.mockRestore();
    sessionStorage.clear();
  });
  const app = await atCode();
  await app.open('/reset-password');
  await expect.element(screen.getByText('We sent a 6-digit code by text message to •••42.')).toBeVisible();
  await expect.element(code).toHaveAccessibleDescription(/You can paste the whole message/);
  await expect.element(screen.getByRole('button', { name: /^Resend.* in / })).toBeVisible();
  expect(app.requestsOf('sendResetCode')).toHaveLength(1);
  await press('Go back');
  await expect.element(heading('Confirm that it is you')).toHaveFocus();
  // The code that was sent is still the one to enter.
  await press('Send code');
  await code.fill('123456');
  await expect.element(heading('Choose a new password')).toHaveFocus();
  expect(app.requestsOf('verifyResetCode').at(-1)?.body).toMatchObject({ code: '123456' });
  // A proven link is not kept.
  await app.open('/reset-password');
  await expect.element(heading('Open your link again')).toBeVisible();
});
