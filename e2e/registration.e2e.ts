import { demoPassword } from '../server/src/demo/people.ts';
import { expect, signIn, test } from './fixtures.ts';
import { en } from '../web/src/messages/en.ts';
import {
  cardField,
  codeField,
  createAccount,
  enterCard,
  enterCode,
  fillDetails,
  goOn,
  heading,
  newPassword,
  waitingCard,
} from './registration.ts';

const card = waitingCard('Rosa Delgado');
const hint =
  'If the code has not arrived after 10 minutes, check spam or ask an administrator. Some organizations use the four-digit birth year as the code.';

test(
  'card, code, details, account, all set: a new cardholder who can log in',
  {
    tag: [
      '@0.2',
      '@1.8',
      '@2.routes.14',
      '@2.registration.1',
      '@2.registration.5',
      '@2.registration.6',
      '@2.registration.8',
      '@2.registration.9',
      '@2.registration.14',
      '@2.registration.17',
      '@2.registration.22',
      '@2.registration.23',
      '@2.registration.24',
      '@3.13',
      '@3.19',
      '@3.21',
      '@4.6',
      '@5.15',
      '@5.22',
      '@5.28',
      '@6.1',
      '@9.6',
      '@9.32',
      '@9.33',
    ],
  },
  async ({ page, inbox }) => {
    await page.goto('/login');
    await page.getByRole('link', { name: 'Register it here' }).click();
    await expect(page).toHaveURL(/\/registration\?utm_source=dashboard_login$/);
    await expect(heading(page)).toHaveText('Register your card');
    await cardField(page).pressSequentially(card.number);
    await expect(cardField(page)).toHaveValue(card.number.replaceAll(/(\d{4})(?=\d)/g, '$1 '));
    await goOn(page);

    await expect(heading(page)).toHaveText('Verify identity');
    await expect(codeField(page)).toBeFocused();
    await expect(page).toHaveTitle(/^Verify identity · /);
    await expect(codeField(page)).toHaveAttribute('placeholder', '1234 or 123456');
    await expect(codeField(page)).toHaveAccessibleDescription(hint);
    await enterCode(page, inbox, card);

    await expect(page.getByLabel('First name')).toHaveValue('Rosa');
    await expect(page.getByLabel('Last name')).toHaveValue('Delgado');
    await expect(page.getByLabel('Name on card')).toHaveValue('ROSA DELGADO');
    await expect(page.getByLabel('Name on card')).toBeDisabled();
    await page.getByLabel('Date of birth').pressSequentially('01151990');
    await expect(page.getByLabel('Date of birth')).toHaveValue('01/15/1990');
    await page.getByLabel('Home phone', { exact: true }).pressSequentially('2015550123');
    await expect(page.getByLabel('Home phone', { exact: true })).toHaveValue('(201) 555-0123');
    await goOn(page);

    await expect(heading(page)).toHaveText('Setup account');
    await expect(page.getByLabel('Username')).toHaveAccessibleDescription('Use your email or a custom username.');
    const sent = page.waitForRequest('**/Registration/Profile');
    await createAccount(page, 'rosa.delgado');
    expect((await sent).postDataJSON()).toMatchObject({
      mobilePhone: '(201) 555-0123',
      securityQuestion: 'not used',
      securityAnswer: 'not used',
      device: expect.stringContaining('Chrome'),
    });
    await expect(heading(page)).toHaveText('All set');
    await expect(page.getByText(/Call us at .*\d{4}/)).toBeVisible();
    await expect(page.getByText('Your contact for this card is maya.chen@northwind-trading.example.')).toBeVisible();
    await expect(page.getByRole('link', { name: /Cardholder quick-start guide/ })).toHaveAttribute('href', /^https:/);
    // The password was just chosen: no second login.
    await page.getByRole('link', { name: 'Cardholder login' }).click();
    await expect(page).toHaveURL(/\/fast-phone-verification$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Verify your phone' })).toBeVisible();
    // Whoever is new is shown around on the dashboard, not here.
    const tour = page.getByRole('button', { name: 'Show me around' });
    await expect(tour).toHaveCount(0);
    await page.goto('/dashboard');
    await expect(tour).toBeVisible();
  },
);

test('people register one card after the other: with the keyboard alone, and with enhanced security', async ({
  page,
  inbox,
}) => {
  const first = waitingCard('Mina Sato');
  await page.goto('/registration');
  await test.step('needs no mouse', async () => {
    const { keyboard } = page;
    await cardField(page).focus();
    await keyboard.type(first.number);
    await keyboard.press('Enter');
    await expect(codeField(page)).toBeFocused();
    await keyboard.type(await inbox.code(first.email));
    await keyboard.press('Enter');
    await expect(heading(page)).toHaveText('Your details');
    await keyboard.press('Enter');
    await page.getByLabel('First name').focus();
    await keyboard.press('Enter');
    // The first field that is wrong has the focus.
    await expect(page.getByLabel('Date of birth')).toBeFocused();
    await keyboard.type('01151990');
    await keyboard.press('Enter');
    await expect(page.getByLabel('Home phone', { exact: true })).toBeFocused();
    await keyboard.type('2015550123');
    await keyboard.press('Enter');
    await expect(heading(page)).toHaveText('Setup account');
    await expect(heading(page)).toBeFocused();
  });
  await test.step('enhanced security is not offered where the business does not have it @4.16', async () => {
    await expect(page.getByLabel('Turn on enhanced security')).toHaveCount(0);
  });
  await test.step('another card begins anew @2.registration.15', async () => {
    await createAccount(page, 'mina.sato');
    await page.getByRole('link', { name: 'Register another card' }).click();
    await expect(page.getByText('The card will be added to Mina Sato (mina.sato).')).toBeVisible();
    await page.getByRole('button', { name: 'Not you? Log out' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await page.goto('/registration');
    await expect(heading(page)).toHaveText('Register your card');
    await expect(cardField(page)).toHaveValue('');
  });
  await test.step('the steps are shown and lead nowhere @2.registration.20 @2.registration.21', async () => {
    await enterCard(page, card);
    await enterCode(page, inbox, card);
    const steps = page.getByRole('list', { name: 'Steps of the registration' });
    await expect(steps.getByRole('listitem')).toHaveText([
      /Card number/,
      /Verify identity/,
      /Your details/,
      /Setup account/,
      /All set/,
    ]);
    await expect(steps.locator('[aria-current=step]')).toHaveText(/Your details/);
    await expect(steps.getByRole('link').or(steps.getByRole('button'))).toHaveCount(0);
    await steps.getByText('Card number').click();
    await expect(heading(page)).toHaveText('Your details');
  });
  await test.step('enhanced security is offered, and asks for a code at the next login @2.registration.13 @3.14', async () => {
    await fillDetails(page);
    await goOn(page);
    await page.getByLabel('Turn on enhanced security').check();
    await createAccount(page, 'rosa.delgado');
    expect((await inbox.next(card.email)).text).toContain('Your username is rosa.delgado');
    await page.getByRole('link', { name: 'Cardholder login' }).click();
    await signIn(page, 'rosa.delgado', newPassword);
    await expect(page.getByLabel('Secure Access Code')).toBeVisible();
    await page.getByLabel('Secure Access Code').fill(await inbox.code(card.email));
    await expect(page).toHaveURL(/\/dashboard$|\/fast-phone-verification$/);
  });
});

test.describe('whoever quits half way comes back to where they were', () => {
  test('at the code; the browser keeps nothing of it', async ({ page, inbox }) => {
    await test.step('at the code, with the number entered again', async () => {
      await page.goto('/registration');
      await enterCard(page, card);
      await page.reload();
      await expect(heading(page)).toHaveText('Verify identity');
      await expect(page.getByRole('button', { name: /^Resend in/ })).toBeVisible();
      await cardField(page).fill(waitingCard('Mina Sato').number);
      await codeField(page).fill('1234');
      await goOn(page);
      await expect(cardField(page)).toBeFocused();
      await expect(cardField(page)).toHaveAccessibleDescription(/^This is not the card you began with/);
      await cardField(page).fill(card.number);
      await enterCode(page, inbox, card);
    });
    await test.step('and nothing of it stays in the browser’s storage', async () => {
      await fillDetails(page);
      await goOn(page);
      await expect(heading(page)).toHaveText('Setup account');
      const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
      for (const secret of ['reg_', card.number, 'Rosa', '1990']) expect(kept).not.toContain(secret);
    });
  });

  test(
    'at the details and at the account; another browser starts anew',
    { tag: ['@beyond.31', '@beyond.35'] },
    async ({ page, inbox, browser, baseURL }) => {
      await page.goto('/registration');
      await enterCard(page, card);
      await enterCode(page, inbox, card);
      await page.goto('/login');
      await page.goto('/registration');
      await expect(heading(page)).toHaveText('Are you Rosa D.?');
      await page.getByRole('button', { name: 'Yes, continue' }).click();
      await expect(heading(page)).toHaveText('Your details');
      await fillDetails(page);
      await page.getByLabel('Middle name').fill('Maria');
      await goOn(page);
      await expect(heading(page)).toHaveText('Setup account');
      await page.reload();
      await page.getByRole('button', { name: 'Yes, continue' }).click();
      await expect(heading(page)).toHaveText('Setup account');
      await expect(page.getByRole('listitem').filter({ hasText: 'Your details' })).toHaveText(/\(done\)/);
      await page.getByRole('button', { name: 'Go back' }).click();
      await expect(page.getByLabel('Middle name')).toHaveValue('Maria');
      await expect(page.getByLabel('Date of birth')).toHaveValue('01/15/1990');
      await expect(page.getByLabel('Mobile phone', { exact: true })).toHaveValue('');
      await goOn(page);
      await createAccount(page, 'rosa.delgado');
      await expect(heading(page)).toHaveText('All set');
      const contact = await page.getByText('Your contact for this card is').innerText();
      await page.reload();
      await expect(heading(page)).toHaveText('All set');
      await expect(page).toHaveTitle(/^All set/);
      await expect(page.getByText('Rosa, your card is registered.')).toBeVisible();
      await expect(page.getByText(contact)).toBeVisible();
      await page.getByRole('link', { name: 'Register another card' }).click();
      await expect(heading(page)).toHaveText('Register your card');
      await page.reload();
      await expect(heading(page)).toHaveText('Register your card');

      const other = await (await browser.newContext({ baseURL: baseURL! })).newPage();
      await other.goto('/registration');
      await expect(heading(other)).toHaveText('Register your card');
      await other.context().close();
    },
  );
});

test('whoever has a username adds a card to it, with the username in the wizard or signed in before', async ({
  page,
  inbox,
}) => {
  const second = waitingCard('Mina Sato');
  const askToLogIn = async () => {
    await page.getByRole('button', { name: 'Log in instead' }).click();
    await expect(heading(page)).toHaveText('Log in to add it');
    await expect(heading(page)).toBeFocused();
  };
  await page.goto('/registration');
  await enterCard(page, card);
  await enterCode(page, inbox, card);
  await askToLogIn();
  await test.step('there is a way back to the card', async () => {
    await page.getByRole('button', { name: 'Use another card' }).click();
    await expect(cardField(page)).toHaveValue('');
  });
  await enterCard(page, card);
  await enterCode(page, inbox, card);
  await askToLogIn();
  await test.step('whoever has no username registers instead @2.registration.18', async () => {
    await page.getByRole('button', { name: 'Register instead' }).click();
    await expect(heading(page)).toHaveText('Your details');
    await fillDetails(page);
    await goOn(page);
    await expect(heading(page)).toHaveText('Setup account');
  });
  await test.step('the details that were filled in are not asked for again', async () => {
    await page.getByRole('button', { name: 'Log in instead' }).click();
    await signIn(page, 'onefactor', demoPassword);
    await expect(heading(page)).toHaveText('All set');
  });
  await test.step('a signed-in person adds a card: no account page @1.11 @2.registration.2', async () => {
    await page.getByRole('link', { name: 'Go to dashboard' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goto('/registration');
    await expect(page.getByText('The card will be added to Noah Park (onefactor).')).toBeVisible();
    await enterCard(page, second);
    await enterCode(page, inbox, second);
    const steps = page.getByRole('list', { name: 'Steps of the registration' });
    await expect(steps.getByRole('listitem')).toHaveText([/Card number/, /Verify identity/, /Your details/, /All set/]);
    await fillDetails(page);
    // An apology that takes the form's place gives it back as it was.
    const out = { status: 503, json: { Code: 'OUT_OF_SERVICE', Message: 'The site is out of service.' } };
    await page.route('**/api/registration/link', (route) => route.fulfill(out), { times: 1 });
    await page.getByRole('button', { name: 'Add to my login' }).click();
    await expect(heading(page)).toHaveText('Our apologies');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(heading(page)).toHaveText('Your details');
    await page.getByRole('button', { name: 'Add to my login' }).click();
    await expect(heading(page)).toHaveText('All set');
    await page.getByRole('link', { name: 'Go to dashboard' }).click();
    await page.getByRole('button', { name: /^Switch account/ }).click();
    await expect(page.getByRole('option', { name: new RegExp(second.number.slice(-4)) })).toBeVisible();
  });
  const third = waitingCard('Otis Grant');
  const proveThird = async () => {
    await enterCard(page, third);
    await codeField(page).fill('1988');
    await goOn(page);
    await expect(heading(page)).toHaveText('Your details');
  };
  const expectNothingBegun = async () => {
    await page.goto('/registration');
    await expect(heading(page)).toHaveText('Register your card');
    await expect(page.getByText('Your registration has expired.')).toHaveCount(0);
  };
  await test.step('whoever is not that person logs out: what was proven ends with it @beyond.32', async () => {
    await page.goto('/registration');
    await expect(page.getByRole('link', { name: 'Back to my accounts' })).toBeVisible();
    await proveThird();
    await page.getByRole('button', { name: 'Not you? Log out' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expectNothingBegun();
  });
  await proveThird();
  await test.step('whoever signs in in another tab finds nothing of it here, and is named @beyond.34', async () => {
    const tab = await page.context().newPage();
    await tab.goto('/login');
    await signIn(tab, 'onefactor', demoPassword);
    await expect(page.getByText('The card will be added to Noah Park (onefactor).')).toBeVisible();
    await expect(heading(page)).toHaveText('Register your card');
    await expect(page.getByText(en.errors.SESSION_CHANGED)).toBeVisible();
    await tab.getByRole('button', { name: 'Profile menu of Noah Park' }).click();
    await tab.getByRole('menuitem', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await tab.close();
  });
  await test.step('a reload comes back to the login', async () => {
    await expectNothingBegun();
    await proveThird();
    await askToLogIn();
    await page.reload();
    await page.getByRole('button', { name: 'Yes, continue' }).click();
    await expect(heading(page)).toHaveText('Log in to add it');
  });
  await test.step('someone who has a username signs in inside the wizard, code and all, and the card is theirs @2.registration.4', async () => {
    await signIn(page, 'cardholder', demoPassword);
    await page.getByLabel('Secure Access Code').fill(await inbox.code('priya.nair'));
    await expect(heading(page)).toHaveText('Your details');
    await expect(page.getByText('The card will be added to Priya Nair (cardholder).')).toBeVisible();
    await fillDetails(page);
    await page.getByRole('button', { name: 'Add to my login' }).click();
    await expect(heading(page)).toHaveText('All set');
    await expect(page.getByRole('link', { name: 'Register another card' })).toBeVisible();
    await page.getByRole('link', { name: 'Go to dashboard' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  });
});
