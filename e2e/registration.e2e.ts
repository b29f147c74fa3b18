import { demoPassword } from '../server/src/db/demo/people.ts';
import { waitingCards } from '../server/src/db/demo/waiting-cards.ts';
import { enter, expect, signIn, test } from './fixtures.ts';
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
  toAccount,
  waitingCard,
} from './registration.ts';
import { reply } from './replies.ts';

const card = waitingCard('Rosa Delgado');
const hint =
  'If the code has not arrived after 10 minutes, check spam or ask an administrator. Some organizations use the four-digit birth year as the code.';

test.describe('default mode', () => {
  test('card, code, details, account, all set: a new cardholder who can log in', async ({ page, inbox }) => {
    await page.goto('/login');
    await page.getByRole('link', { name: 'Register it here' }).click();
    await expect(page).toHaveURL(/\/registration\?utm_source=dashboard_login$/);
    await expect(heading(page)).toHaveText('Register your card');
    await cardField(page).pressSequentially(card.number);
    await expect(cardField(page)).toHaveValue(card.number.replaceAll(/(\d{4})(?=\d)/g, '$1 '));
    await goOn(page);

    await expect(heading(page)).toHaveText('Verify identity');
    await expect(heading(page)).toBeFocused();
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
    await page.getByRole('link', { name: 'Cardholder login' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await signIn(page, 'rosa.delgado', newPassword);
    await expect(page).toHaveURL(/\/fast-phone-verification$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Verify your phone' })).toBeVisible();
    // Whoever is new is shown around on the dashboard, not here.
    const tour = page.getByRole('button', { name: 'Show me around' });
    await expect(tour).toHaveCount(0);
    await page.goto('/dashboard');
    await expect(tour).toBeVisible();
  });

  test('the steps are shown and lead nowhere', async ({ page, inbox }) => {
    await page.goto('/registration');
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

  test('another card begins anew', async ({ page, inbox }) => {
    await page.goto('/registration');
    await toAccount(page, inbox, card);
    await createAccount(page, 'rosa.delgado');
    await page.getByRole('button', { name: 'Register another card' }).click();
    await expect(heading(page)).toHaveText('Register your card');
    await expect(cardField(page)).toHaveValue('');
  });

  test('needs no mouse', async ({ page, inbox }) => {
    const { keyboard } = page;
    await page.goto('/registration');
    await cardField(page).focus();
    await keyboard.type(card.number);
    await keyboard.press('Enter');
    await expect(heading(page)).toBeFocused();
    await keyboard.press('Tab');
    await expect(codeField(page)).toBeFocused();
    await keyboard.type(await inbox.code(card.email));
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
});

test.describe('the card', () => {
  test.beforeEach(({ page }) => page.goto('/registration'));

  test('is required and has sixteen digits with the right check digit', async ({ page }) => {
    await goOn(page);
    await expect(cardField(page)).toHaveAccessibleDescription('Card number field is required!');
    await expect(cardField(page)).toBeFocused();
    for (const wrong of ['4111 1111 1111', '4111 1111 1111 1112', 'my card']) {
      await cardField(page).fill(wrong);
      await goOn(page);
      await expect(cardField(page)).toHaveAccessibleDescription('Card number is incorrect!');
    }
  });

  test('an unknown one and one that is registered are refused in the same words; from the second on with a captcha', async ({
    page,
  }) => {
    await cardField(page).fill('4111 1111 1111 1111');
    await goOn(page);
    await expect(cardField(page)).toHaveAccessibleDescription('Card number is incorrect!');
    await expect(cardField(page)).toBeFocused();
    await cardField(page).fill('5555 5555 5555 4444');
    await goOn(page);
    await expect(cardField(page)).toHaveAccessibleDescription('Card number is incorrect!');
    await cardField(page).fill(card.number);
    await goOn(page);
    await expect(page.getByRole('alert')).toHaveText('Please confirm that you are not a robot, then continue.');
    const captcha = page.getByRole('checkbox', { name: /not a robot/i });
    await expect(captcha).toBeFocused();
    await goOn(page);
    await expect(captcha).toHaveAccessibleDescription(/Please confirm that you are not a robot, then continue\./);
    await captcha.click();
    await expect(captcha).toBeChecked();
    await goOn(page);
    await expect(heading(page)).toHaveText('Verify identity');
    await expect(captcha).toHaveCount(0);
  });

  test('people who have registered are led to the login and to a new password', async ({ page }) => {
    await expect(page.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
    await expect(page.getByRole('link', { name: 'reset your password' })).toHaveAttribute('href', '/forgot-password');
  });

  test('stays as typed while the server cannot be reached', async ({ page, context }) => {
    await cardField(page).fill(card.number);
    await context.setOffline(true);
    await goOn(page);
    await expect(page.getByRole('alert')).toContainText('We could not reach the server.');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(heading(page)).toHaveText('Verify identity');
  });
});

test.describe('the verification code', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/registration');
    await enterCard(page, card);
  });

  test('is required, has at most six characters, and is the one that was sent', async ({ page, inbox }) => {
    await goOn(page);
    await expect(codeField(page)).toHaveAccessibleDescription(/^Verification code is required!/);
    await codeField(page).fill('1234567');
    await goOn(page);
    await expect(codeField(page)).toHaveAccessibleDescription(/^A verification code has at most 6 characters\./);
    const right = await inbox.code(card.email);
    await codeField(page).fill(right === '123456' ? '654321' : '123456');
    await goOn(page);
    await expect(codeField(page)).toHaveAccessibleDescription(/^Verification code is incorrect!/);
    await expect(codeField(page)).toBeFocused();
    await codeField(page).fill(right);
    await goOn(page);
    await expect(heading(page)).toHaveText('Your details');
  });

  test('after five wrong ones a captcha, after ten a lock that an administrator lifts', async ({
    page,
    inbox,
    browser,
    baseURL,
  }) => {
    const right = Number(await inbox.code(card.email));
    const wrong = (n: number) => String((right + n) % 1_000_000).padStart(6, '0');
    const captcha = page.getByRole('checkbox', { name: /not a robot/i });
    for (let n = 1; n <= 5; n++) {
      await codeField(page).fill(wrong(n));
      await goOn(page);
      await expect(codeField(page)).toHaveAccessibleDescription(/^Verification code is incorrect!/);
    }
    for (let n = 6; n <= 10; n++) {
      await codeField(page).fill(wrong(n));
      if (n === 6) {
        await goOn(page);
        await expect(page.getByRole('alert')).toHaveText('Please confirm that you are not a robot, then continue.');
      }
      await captcha.click();
      await expect(captcha).toBeChecked();
      await goOn(page);
      await expect(captcha).not.toBeChecked();
    }
    await codeField(page).fill(String(right).padStart(6, '0'));
    await captcha.click();
    await expect(captcha).toBeChecked();
    await goOn(page);
    await expect(page.getByRole('alert')).toHaveText(
      'Too many wrong codes for this card. Please ask your business administrator to unlock it.',
    );

    const administrator = await (await browser.newContext({ baseURL: baseURL! })).newPage();
    await enter(administrator, inbox, 'admin', '/team-members');
    await administrator.getByRole('button', { name: 'Unlock the registration of ROSA DELGADO' }).click();
    await expect(administrator.getByText('ROSA DELGADO can register again.')).toBeVisible();
    await expect(administrator.getByRole('heading', { name: 'Locked registrations' })).toHaveCount(0);
    await administrator.context().close();
    await page.reload();
    await cardField(page).fill(card.number);
    await codeField(page).fill(String(right).padStart(6, '0'));
    await goOn(page);
    await expect(heading(page)).toHaveText('Your details');
  });

  test('goes back to the card', async ({ page }) => {
    await page.getByRole('button', { name: 'Go back' }).click();
    await expect(cardField(page)).toHaveValue(card.number.replaceAll(/(\d{4})(?=\d)/g, '$1 '));
  });
});

test('the verification code can be sent again, within limits', async ({ page, inbox, server }) => {
  await page.clock.install();
  await page.goto('/registration');
  await enterCard(page, card);
  await inbox.code(card.email);
  await expect(page.getByRole('button', { name: /^Resend in/ })).toBeVisible();
  const halfAMinute = async () => {
    await server.advance(31);
    await page.clock.fastForward(31_000);
  };
  for (let send = 2; send <= 3; send++) {
    await halfAMinute();
    await page.getByRole('button', { name: 'Resend code' }).click();
    await expect(page.getByText('We have sent your verification code again.')).toBeVisible();
    await inbox.code(card.email);
  }
  await halfAMinute();
  await page.getByRole('button', { name: 'Resend code' }).click();
  await expect(page.getByRole('alert')).toHaveText('Please wait for few minutes before resending the validation code.');
});

test('some organizations use the four-digit birth year as the code', async ({ page }) => {
  const byYear = waitingCard('Otis Grant');
  await page.goto('/registration');
  await enterCard(page, byYear);
  await codeField(page).fill('1900');
  await goOn(page);
  await expect(codeField(page)).toHaveAccessibleDescription(/^Verification code is incorrect!/);
  await codeField(page).fill('1988');
  await goOn(page);
  await expect(heading(page)).toHaveText('Your details');
});

test('the details: what is missing or wrong is said at its field', async ({ page, inbox }) => {
  await page.goto('/registration');
  await enterCard(page, card);
  await enterCode(page, inbox, card);
  const date = page.getByLabel('Date of birth');
  const home = page.getByLabel('Home phone', { exact: true });
  const mobile = page.getByLabel('Mobile phone', { exact: true });
  await page.getByLabel('First name').fill('');
  await page.getByLabel('Last name').fill(' ');
  await date.fill('');
  await home.fill('');
  await goOn(page);
  await expect(page.getByLabel('First name')).toHaveAccessibleDescription('First name is required');
  await expect(page.getByLabel('Last name')).toHaveAccessibleDescription('Last name is required');
  await expect(date).toHaveAccessibleDescription('Date of birth is required');
  await expect(home).toHaveAccessibleDescription('Home phone is required');
  await expect(page.getByLabel('First name')).toBeFocused();
  const nextYear = new Date().getFullYear() + 1;
  for (const [wrong, words] of [
    ['1990', 'Please enter the date as MM/DD/YYYY.'],
    ['02/30/1990', 'Please enter a day that exists.'],
    [`01/01/${nextYear}`, 'Please enter a day in the past.'],
    [`01/01/${nextYear - 10}`, 'You must be at least 13 years old.'],
  ] as const) {
    await date.fill(wrong);
    await goOn(page);
    await expect(date).toHaveAccessibleDescription(words);
  }
  await home.fill('123');
  await mobile.fill('12');
  await goOn(page);
  for (const phone of [home, mobile])
    await expect(phone).toHaveAccessibleDescription(/^Please enter a valid phone number of the chosen country\./);
  await expect(page.getByLabel('Middle name')).toBeEnabled();
  for (const phone of ['Home phone', 'Mobile phone'])
    await expect(page.getByLabel(`${phone}: country`)).toHaveValue('US');
  await expect(page.getByLabel('Home phone: country').getByRole('option', { name: 'United States (+1)' })).toHaveCount(
    1,
  );
});

test.describe('the account', () => {
  test.beforeEach(async ({ page, inbox }) => {
    await page.goto('/registration');
    await toAccount(page, inbox, card);
  });
  const username = 'Username';

  test('a username has its letters, and is nobody else’s', async ({ page }) => {
    const field = page.getByLabel(username);
    await createAccount(page, '');
    await expect(field).toHaveAccessibleDescription(/^Username is required\./);
    await createAccount(page, 'rosa delgado!');
    await expect(field).toHaveAccessibleDescription(
      /^User name may only include letters, numbers and the following punctuation symbols: @_\.\+/,
    );
    await createAccount(page, 'r'.repeat(81));
    await expect(field).toHaveAccessibleDescription(/^Username can have at most 80 characters\./);
    await field.fill('admin');
    await field.blur();
    await expect(field).toHaveAccessibleDescription(/^This username is already taken\./);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(field).toHaveAccessibleDescription(/^This username is already taken\./);
    await expect(field).toBeFocused();
    await createAccount(page, 'rosa.delgado');
    await expect(heading(page)).toHaveText('All set');
  });

  test('a username that somebody else takes meanwhile leads back to its field', async ({ page }) => {
    // The check has said yes before the name was taken.
    await page.route('**/Username/IsAvailable?*', (route) => route.fulfill({ json: {} }));
    await createAccount(page, 'admin');
    await expect(page.getByLabel(username)).toHaveAccessibleDescription(/^This username is already taken\./);
    await expect(page.getByLabel(username)).toBeFocused();
    await expect(page.getByLabel('New password')).toHaveValue(newPassword);
  });

  test('a password keeps every rule, and is repeated', async ({ page }) => {
    const password = page.getByLabel('New password');
    const create = page.getByRole('button', { name: 'Create account' });
    await page.getByLabel(username).fill('rosa.delgado');
    await create.click();
    await expect(password).toHaveAccessibleDescription(/^Password is required\./);
    for (const [wrong, words] of [
      ['short', /^Please use at least 12 characters\./],
      ['rosa.delgado1', /^This password is easy to guess\./],
      ['passwordpassword', /^This password is (easy to guess|known from a data leak)\./],
    ] as const) {
      await password.fill(wrong);
      await page.getByLabel('Repeat password').fill(wrong);
      await expect(password).toHaveAccessibleDescription(words);
      await create.click();
      await expect(heading(page)).toHaveText('Setup account');
    }
    // The server is asked once the keys have rested for 300 ms, not at each of them.
    let asked = 0;
    page.on('request', (request) => (asked += Number(request.url().endsWith('/api/password/check'))));
    const answered = page.waitForResponse('**/api/password/check');
    await password.fill(newPassword.slice(0, -5));
    await password.pressSequentially(newPassword.slice(-5));
    await answered;
    expect(asked).toBe(1);
    await page.getByLabel('Repeat password').fill('something else entirely');
    await create.click();
    await expect(page.getByLabel('Repeat password')).toHaveAccessibleDescription(
      'The passwords are not the same. Please type it again.',
    );
  });

  test('enhanced security is offered, and asks for a code at the next login', async ({ page, inbox }) => {
    await page.getByLabel('Turn on enhanced security').check();
    await createAccount(page, 'rosa.delgado');
    expect((await inbox.next(card.email)).text).toContain('Your username is rosa.delgado');
    await page.getByRole('link', { name: 'Cardholder login' }).click();
    await signIn(page, 'rosa.delgado', newPassword);
    await expect(page.getByLabel('Secure Access Code')).toBeVisible();
    await page.getByLabel('Secure Access Code').fill(await inbox.code(card.email));
    await expect(page).toHaveURL(/\/dashboard$|\/fast-phone-verification$/);
  });

  test('goes back to the details, which are still there', async ({ page }) => {
    await page.getByRole('button', { name: 'Go back' }).click();
    await expect(page.getByLabel('Date of birth')).toHaveValue('01/15/1990');
  });
});

test('enhanced security is not offered where the business does not have it', async ({ page, inbox }) => {
  await page.goto('/registration');
  await toAccount(page, inbox, waitingCard('Mina Sato'));
  await expect(page.getByLabel('Turn on enhanced security')).toHaveCount(0);
});

test.describe('the wizard starts over, with everything forgotten,', () => {
  test('when somebody else has registered the card since', async ({ page, inbox, browser, baseURL }) => {
    await page.goto('/registration');
    await toAccount(page, inbox, card);
    const other = await (await browser.newContext({ baseURL: baseURL! })).newPage();
    await other.goto('/registration');
    await toAccount(other, inbox, card);
    await createAccount(other, 'rosa.other');
    await expect(heading(other)).toHaveText('All set');
    await createAccount(page, 'rosa.delgado');
    await expect(page.getByRole('alert')).toHaveText(
      'This card was registered by someone else since registration started. Please check the number and start again.',
    );
    await expect(heading(page)).toHaveText('Register your card');
    await expect(cardField(page)).toHaveValue('');
    await other.context().close();
  });

  test('when an administrator has closed the card since', async ({ page, inbox, server }) => {
    await page.goto('/registration');
    await toAccount(page, inbox, card);
    await server.sql(`update card set status = 'CLOSED' where last_four = $1`, [card.number.slice(-4)]);
    await createAccount(page, 'rosa.delgado');
    await expect(page.getByRole('alert')).toHaveText(
      'This card was closed or cancelled by an administrator. Please ask your business administrator.',
    );
    await expect(cardField(page)).toHaveValue('');
  });

  test('when half an hour has passed', async ({ page, inbox, server }) => {
    await page.goto('/registration');
    await toAccount(page, inbox, card);
    await server.advance(30 * 60 + 1);
    await createAccount(page, 'rosa.delgado');
    await expect(page.getByRole('alert')).toHaveText('Your registration has expired. Please start again.');
    await expect(cardField(page)).toHaveValue('');
  });

  test('when somebody wants to use another card', async ({ page, inbox }) => {
    await page.goto('/registration');
    await enterCard(page, card);
    await enterCode(page, inbox, card);
    await page.getByRole('button', { name: 'Use another card' }).click();
    await expect(cardField(page)).toHaveValue('');
  });
});

test.describe('whoever quits half way comes back to where they were', () => {
  test('at the code, with the number entered again', async ({ page, inbox }) => {
    await page.goto('/registration');
    await enterCard(page, card);
    await page.reload();
    await expect(heading(page)).toHaveText('Verify identity');
    await cardField(page).fill(card.number);
    await enterCode(page, inbox, card);
  });

  test('at the details and at the account; another browser starts anew', async ({ page, inbox, browser, baseURL }) => {
    await page.goto('/registration');
    await enterCard(page, card);
    await enterCode(page, inbox, card);
    await page.goto('/login');
    await page.goto('/registration');
    await expect(heading(page)).toHaveText('Your details');
    await fillDetails(page);
    await page.getByLabel('Middle name').fill('Maria');
    await goOn(page);
    await expect(heading(page)).toHaveText('Setup account');
    await page.reload();
    await expect(heading(page)).toHaveText('Setup account');
    await expect(page.getByRole('listitem').filter({ hasText: 'Your details' })).toHaveText(/\(done\)/);
    await page.getByRole('button', { name: 'Go back' }).click();
    await expect(page.getByLabel('Middle name')).toHaveValue('Maria');
    await expect(page.getByLabel('Date of birth')).toHaveValue('01/15/1990');
    await expect(page.getByLabel('Mobile phone', { exact: true })).toHaveValue('');
    await goOn(page);
    await createAccount(page, 'rosa.delgado');
    await expect(heading(page)).toHaveText('All set');
    await page.reload();
    await expect(heading(page)).toHaveText('Register your card');

    const other = await (await browser.newContext({ baseURL: baseURL! })).newPage();
    await other.goto('/registration');
    await expect(heading(other)).toHaveText('Register your card');
    await other.context().close();
  });

  test('and nothing of it stays in the browser’s storage', async ({ page, inbox }) => {
    await page.goto('/registration');
    await toAccount(page, inbox, card);
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    for (const secret of ['reg_', card.number, 'Rosa', '1990']) expect(kept).not.toContain(secret);
  });
});

test.describe('link-user mode', () => {
  test('a signed-in person adds a card: no account page', async ({ page, inbox }) => {
    await page.goto('/login');
    await signIn(page, 'onefactor', demoPassword);
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goto('/registration');
    await expect(page.getByText('The card will be added to Noah Park (onefactor).')).toBeVisible();
    await enterCard(page, card);
    await enterCode(page, inbox, card);
    const steps = page.getByRole('list', { name: 'Steps of the registration' });
    await expect(steps.getByRole('listitem')).toHaveText([/Card number/, /Verify identity/, /Your details/, /All set/]);
    await fillDetails(page);
    await page.getByRole('button', { name: 'Add to my login' }).click();
    await expect(heading(page)).toHaveText('All set');
    await page.getByRole('link', { name: 'Go to dashboard' }).click();
    await page.getByRole('button', { name: /^Switch account/ }).click();
    await expect(page.getByRole('option', { name: new RegExp(card.number.slice(-4)) })).toBeVisible();
  });

  test('whoever is not that person logs out', async ({ page }) => {
    await page.goto('/login');
    await signIn(page, 'onefactor', demoPassword);
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goto('/registration');
    await page.getByRole('button', { name: 'Not you? Log out' }).click();
    await expect(page).toHaveURL(/\/login$/);
  });
});

test.describe('login mode', () => {
  test.beforeEach(async ({ page, inbox }) => {
    await page.goto('/registration');
    await enterCard(page, card);
    await enterCode(page, inbox, card);
    await page.getByRole('button', { name: 'Log in instead' }).click();
    await expect(heading(page)).toHaveText('Log in to add it');
    await expect(heading(page)).toBeFocused();
  });

  test('someone who has a username signs in inside the wizard, code and all, and the card is theirs', async ({
    page,
    inbox,
  }) => {
    await signIn(page, 'cardholder', demoPassword);
    await page.getByLabel('Secure Access Code').fill(await inbox.code('priya.nair'));
    await expect(heading(page)).toHaveText('Your details');
    await fillDetails(page);
    await page.getByRole('button', { name: 'Add to my login' }).click();
    await expect(heading(page)).toHaveText('All set');
    await expect(page.getByRole('link', { name: 'Register another card' })).toBeVisible();
    await page.getByRole('link', { name: 'Go to dashboard' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  });

  test('whoever has no username registers instead', async ({ page }) => {
    await page.getByRole('button', { name: 'Register instead' }).click();
    await expect(heading(page)).toHaveText('Your details');
    await fillDetails(page);
    await goOn(page);
    await expect(heading(page)).toHaveText('Setup account');
  });

  test('there is a way back to the card', async ({ page }) => {
    await page.getByRole('button', { name: 'Use another card' }).click();
    await expect(cardField(page)).toHaveValue('');
  });

  test('the details that were filled in are not asked for again', async ({ page }) => {
    await page.getByRole('button', { name: 'Register instead' }).click();
    await fillDetails(page);
    await goOn(page);
    await expect(heading(page)).toHaveText('Setup account');
    await page.getByRole('button', { name: 'Log in instead' }).click();
    await signIn(page, 'onefactor', demoPassword);
    await expect(heading(page)).toHaveText('All set');
  });
});

test('a phone that has said STOP gets no code: the number to send START to, and then the code comes', async ({
  page,
  inbox,
  server,
}) => {
  const phone = '+12125550161';
  await page.clock.install();
  await page.goto('/registration');
  await cardField(page).fill(waitingCards.find(({ mobilePhone }) => mobilePhone === phone)!.number);
  await goOn(page);
  await expect(heading(page)).toHaveText('Verify identity');
  await inbox.code(phone);
  await reply(page, phone, 'STOP');
  const resend = async () => {
    await server.advance(31);
    await page.clock.fastForward(31_000);
    await page.getByRole('button', { name: 'Resend code' }).click();
  };
  await resend();
  await expect(page.getByRole('alert')).toHaveText(
    'You asked us to stop sending texts. To receive them again, reply START to +1 555 010 0199.',
  );
  await reply(page, phone, 'START');
  await resend();
  await expect(page.getByText('We have sent your verification code again.')).toBeVisible();
  await codeField(page).fill(await inbox.code(phone));
  await goOn(page);
  await expect(heading(page)).toHaveText('Your details');
});
