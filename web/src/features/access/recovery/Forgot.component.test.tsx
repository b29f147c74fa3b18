import { afterEach, expect, test } from 'vitest';
import { loginNotice } from '../../../session/browser/login-notice.ts';
import { refuse, type Answers } from '../../../testing/answers.ts';
import { catalogue } from '../../../testing/catalogue.ts';
import { screen } from '../../../testing/component.ts';
import { administrator, answersFor } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { solveVendorCaptcha, vendorCaptcha } from '../../../testing/vendor-captcha.ts';

const field = (name: string) => screen.getByLabelText(name, { exact: true });
const captcha = screen.getByRole('checkbox');

test(
  'a forgotten username needs an address in its format, at most 80 characters long, and the captcha',
  { tags: ['@2.forgot-username.1', '@5.38', '@5.39', '@5.24', '@5.36', '@9.4'] },
  async () => {
    const app = await renderApp('/forgot-username', {});
    await screen.getByRole('button', { name: 'Send my username' }).click();
    await expect.element(field('Email')).toHaveFocus();
    await expect.element(field('Email')).toHaveAccessibleDescription(/Email is required/);
    await expect.element(captcha).toHaveAccessibleDescription(/Please confirm that you are not a robot\./);
    await field('Email').fill('maya.chen');
    await expect.element(field('Email')).toHaveAccessibleDescription(/Email needs to be in name@example\.com format/);
    await field('Email').fill(`${'m'.repeat(80)}@northwind.example`);
    await expect.element(field('Email')).toHaveAccessibleDescription(/Please enter at most 80 characters\./);
    expect(app.requestsOf('forgotUsername')).toEqual([]);
  },
);

test(
  'a forgotten password needs a username that is no card number, and the captcha',
  { tags: ['@2.forgot-password.1', '@5.35', '@5.36', '@5.37'] },
  async () => {
    const app = await renderApp('/forgot-password', {});
    await screen.getByRole('button', { name: 'Send the link' }).click();
    await expect.element(field('Username')).toHaveFocus();
    await expect.element(field('Username')).toHaveAccessibleDescription(/Username is required/);
    await expect.element(captcha).toHaveAccessibleDescription(/Please confirm that you are not a robot\./);
    for (const typed of ['4111 1111 1111 1111', '378282246310005', '1234-5678-9012-3456']) {
      await field('Username').fill(typed);
      await expect
        .element(field('Username'))
        .toHaveAccessibleDescription(/That looks like a card number\. Please enter your username\./);
    }
    await field('Username').fill('378282246310006');
    await expect.element(field('Username')).not.toHaveAccessibleDescription(/card number\. Please/);
    expect(app.requestsOf('forgotPassword')).toEqual([]);
  },
);

const main = screen.getByRole('main');
const heading = (name: string) => screen.getByRole('heading', { name });
const press = (name: string) => screen.getByRole('button', { name }).click();
const { branding } = answersFor(administrator) as Required<Answers>;

afterEach(() => loginNotice.remove());

/** Fills one of the forms and sends it. */
async function send(name: 'Email' | 'Username', value: string) {
  await field(name).fill(value);
  await solveVendorCaptcha();
  await press(name === 'Email' ? 'Send my username' : 'Send the link');
}

test(
  'the username is sent, and the login page says so, once',
  { tags: ['@2.forgot-username.2', '@4.26', '@8.17'] },
  async () => {
    const app = await renderApp('/forgot-username', { forgotUsername: {} }, vendorCaptcha());
    await send('Email', ' Maya.Chen@northwind.example ');
    await expect.element(screen.getByText(catalogue['@8.17'])).toBeVisible();
    expect(window.location.pathname).toBe('/login');
    expect(app.requestsOf('forgotUsername')).toMatchObject([
      { body: { emailId: 'Maya.Chen@northwind.example', recaptchaToken: 'solved' } },
    ]);
    await app.open('/login');
    await expect.element(field('Username')).toBeVisible();
    await expect.element(screen.getByText(catalogue['@8.17'])).not.toBeInTheDocument();
  },
);

test(
  'several accounts for the address: Sorry, and another address can be tried',
  { tags: ['@2.forgot-username.3', '@4.27', '@8.16'] },
  async () => {
    await renderApp('/forgot-username', { forgotUsername: refuse('8'), branding }, vendorCaptcha());
    await send('Email', 'desk@cascade.example');
    await expect.element(heading('Sorry')).toHaveFocus();
    await expect.element(main).toMatchTextContent(catalogue['@8.16']);
    await expect.element(main).toMatchTextContent('Admin Support: (555) 010-0110');
    await press('Try another email');
    await expect.element(field('Email')).toHaveValue('desk@cascade.example');
  },
);

test(
  '“Check your email” confirms the link, and leads back to another username',
  { tags: ['@2.forgot-password.2', '@4.25'] },
  async () => {
    const app = await renderApp('/forgot-password', { forgotPassword: {} }, vendorCaptcha());
    await send('Username', 'maya');
    await expect.element(heading('Check your email')).toHaveFocus();
    await expect.element(main).toMatchTextContent('If there is an account with the username maya, a link');
    await press('Use another username');
    await expect.element(field('Username')).toHaveValue('maya');
    // Every captcha works once.
    await expect.element(captcha).not.toBeChecked();
    expect(app.requestsOf('forgotPassword')).toMatchObject([{ body: { userName: 'maya', recaptchaToken: 'solved' } }]);
  },
);

test('a captcha that the server does not take is asked for again', async () => {
  const app = await renderApp('/forgot-password', {}, vendorCaptcha());
  app.answer({ forgotPassword: refuse('RECAPTCHA_LOCK', { Difficulty: 2 }) });
  await send('Username', 'maya');
  await expect.element(screen.getByText('Please confirm that you are not a robot.')).toBeVisible();
  await expect.element(captcha).not.toBeChecked();
  app.answer({ forgotPassword: {} });
  await solveVendorCaptcha();
  await press('Send the link');
  await expect.element(heading('Check your email')).toBeVisible();
});

test('both pages lead back to adding an account, if opened from there', { tags: '@2.accounts.2' }, async () => {
  const app = await renderApp('/add-account', { ...answersFor(administrator), forgotUsername: {} }, vendorCaptcha());
  await screen.getByRole('link', { name: 'Forgot password?' }).click();
  const address = '/forgot-password?from=add-account';
  expect(app.departures).toEqual([address]);
  await app.open(address);
  await expect.element(heading('Forgot password')).toHaveFocus();
  await screen.getByRole('link', { name: 'Forgot username?' }).click();
  await expect.element(heading('Forgot username')).toHaveFocus();
  const back = screen.getByRole('link', { name: 'Back to adding an account' });
  await expect.element(back).toHaveAttribute('href', '/add-account');
  await send('Email', 'maya.chen@northwind.example');
  await expect.element(screen.getByText(catalogue['@8.17'])).toBeVisible();
  expect(window.location.pathname).toBe('/add-account');
});
