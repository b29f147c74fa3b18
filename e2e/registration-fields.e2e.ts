import { expect, test } from './fixtures.ts';
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

test('what is missing or wrong at the card and at the code is said at its field', async ({ page, inbox, context }) => {
  await page.goto('/registration');
  await test.step('people who have registered are led to the login and to a new password @2.registration.19', async () => {
    await expect(page.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
    await expect(page.getByRole('link', { name: 'reset your password' })).toHaveAttribute('href', '/forgot-password');
  });
  await test.step('is required and has sixteen digits with the right check digit @5.10 @5.11 @5.12 @9.2', async () => {
    await goOn(page);
    await expect(cardField(page)).toHaveAccessibleDescription('Card number field is required!');
    await expect(cardField(page)).toBeFocused();
    for (const wrong of ['4111 1111 1111', '4111 1111 1111 1112', 'my card']) {
      await cardField(page).fill(wrong);
      await goOn(page);
      await expect(cardField(page)).toHaveAccessibleDescription('Card number is incorrect!');
    }
  });
  await test.step('stays as typed while the server cannot be reached', async () => {
    await cardField(page).fill(card.number);
    await context.setOffline(true);
    await goOn(page);
    await expect(page.getByRole('alert')).toContainText('We could not reach the server.');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(heading(page)).toHaveText('Verify identity');
  });
  await test.step('goes back to the card', async () => {
    await page.getByRole('button', { name: 'Go back' }).click();
    await expect(cardField(page)).toHaveValue(card.number.replaceAll(/(\d{4})(?=\d)/g, '$1 '));
  });
  await test.step('an unknown one and one that is registered are refused in the same words; from the second on with a captcha @4.10 @7.5', async () => {
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
  await test.step('is required, has at most six characters, and is the one that was sent @5.13 @5.14 @5.16', async () => {
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
});

test('what is missing or wrong in the details and the account is said at its field', async ({ page, inbox }) => {
  const username = 'Username';
  await page.goto('/registration');
  await enterCard(page, card);
  await enterCode(page, inbox, card);
  await test.step('the details: what is missing or wrong is said at its field @2.registration.7 @2.registration.10 @5.18 @5.19 @5.20 @9.5', async () => {
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
    await expect(
      page.getByLabel('Home phone: country').getByRole('option', { name: 'United States (+1)' }),
    ).toHaveCount(1);
  });
  await page.getByLabel('First name').fill('Rosa');
  await page.getByLabel('Last name').fill('Delgado');
  await page.getByLabel('Mobile phone', { exact: true }).fill('');
  await fillDetails(page);
  await goOn(page);
  await expect(heading(page)).toHaveText('Setup account');
  await test.step('goes back to the details, which are still there', async () => {
    await page.getByRole('button', { name: 'Go back' }).click();
    await expect(page.getByLabel('Date of birth')).toHaveValue('01/15/1990');
    await goOn(page);
  });
  await test.step('a password keeps every rule, and is repeated @2.registration.12 @5.29 @5.31 @5.33', async () => {
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
  await test.step('a username that somebody else takes meanwhile leads back to its field @4.9 @8.15', async () => {
    // The check has said yes before the name was taken.
    await page.route('**/Username/IsAvailable?*', (route) => route.fulfill({ json: {} }));
    await createAccount(page, 'admin');
    await expect(page.getByLabel(username)).toHaveAccessibleDescription(/^This username is already taken\./);
    await expect(page.getByLabel(username)).toBeFocused();
    await expect(page.getByLabel('New password')).toHaveValue(newPassword);
    await page.unroute('**/Username/IsAvailable?*');
  });
  await test.step('a username has its letters, and is nobody else’s @2.registration.11 @4.8 @5.23 @5.24 @5.25 @5.26 @9.3 @beyond.38 @8.15', async () => {
    const field = page.getByLabel(username);
    await createAccount(page, '');
    await expect(field).toHaveAccessibleDescription(/^Username is required\./);
    await createAccount(page, 'rosa delgado!');
    await expect(field).toHaveAccessibleDescription(
      /^User name may only include letters, numbers and the following punctuation symbols: @_\.\+/,
    );
    await createAccount(page, 'r'.repeat(81));
    await expect(field).toHaveAccessibleDescription(/^Username can have at most 80 characters\./);
    for (const [name, told] of [
      ['\u0430dmin', /^Please use the letters of one alphabet only/],
      ['1234567890123456', /^This looks like a card number/],
    ] as const) {
      await field.fill(name);
      await field.blur();
      await expect(field).toHaveAccessibleDescription(told);
    }
    await field.fill('admin');
    await field.blur();
    await expect(field).toHaveAccessibleDescription(/^This username is already taken\./);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(field).toHaveAccessibleDescription(/^This username is already taken\./);
    await expect(field).toBeFocused();
    await createAccount(page, 'rosa.delgado');
    await expect(heading(page)).toHaveText('All set');
  });
});
