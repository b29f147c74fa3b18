import { expect, test } from 'vitest';
import type { FieldProblem } from '@florin/contract/errors';
import { faults, refuse } from '../../../testing/answers.ts';
import { catalogue } from '../../../testing/catalogue.ts';
import { marker } from '../../../session/browser-session.ts';
import { screen, userEvent } from '../../../testing/component.ts';
import {
  atAccount,
  atCard,
  atCode,
  atDetails,
  begunAt,
  cardNumber as number,
  createAccount,
  field,
  fillDetails,
  newPassword as password,
  press,
  registrationHeading as heading,
  unregisteredCard,
} from '../../../testing/registration.ts';

const alert = screen.getByRole('alert');
const says = (name: string, words: string | RegExp) => expect.element(field(name)).toHaveAccessibleDescription(words);

test('the card page links to the login and to a new password', { tags: '@2.registration.19' }, async () => {
  await atCard();
  await expect.element(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
  await expect
    .element(screen.getByRole('link', { name: 'reset your password' }))
    .toHaveAttribute('href', '/forgot-password');
});

test(
  'the card number is required and has sixteen digits with the correct check digit',
  { tags: ['@5.10', '@5.11', '@5.12', '@9.2'] },
  async () => {
    const app = await atCard();
    await press('Continue');
    await says('Card number', 'Card number field is required!');
    await expect.element(field('Card number')).toHaveFocus();
    for (const wrong of ['4111 1111 1111', '4111 1111 1111 1112', 'my card']) {
      await field('Card number').fill(wrong);
      await press('Continue');
      await says('Card number', 'Card number is incorrect!');
    }
    expect(app.requestsOf('verifyCard')).toEqual([]);
  },
);

test('the card number stays as typed while the server cannot be reached, and after Back', async () => {
  const app = await atCard({ verifyCard: faults['breaks off'] });
  await field('Card number').fill(number);
  await press('Continue');
  await expect.element(alert).toMatchTextContent('We could not reach the server.');
  app.answer(unregisteredCard);
  await press('Try again');
  await expect.element(heading).toHaveTextContent('Verify identity');
  await press('Go back');
  await expect.element(field('Card number')).toHaveValue(number);
});

test('a refusal of the card number is shown at its field', { tags: '@4.10' }, async () => {
  await atCard({ verifyCard: refuse('CARD_NOT_FOUND') });
  await field('Card number').fill('4111 1111 1111 1111');
  await press('Continue');
  await says('Card number', 'Card number is incorrect!');
  await expect.element(field('Card number')).toHaveFocus();
});

test('a captcha that the server requires is reported as missing, and has the focus', { tags: '@7.5' }, async () => {
  const app = await atCard({ verifyCard: refuse('RECAPTCHA_LOCK', { Difficulty: 1 }) });
  await field('Card number').fill(number);
  await press('Continue');
  await expect.element(alert).toHaveTextContent('Please confirm that you are not a robot, then continue.');
  const captcha = screen.getByRole('checkbox', { name: /not a robot/i });
  await expect.element(captcha).toHaveFocus();
  await press('Continue');
  await expect.element(captcha).toHaveAccessibleDescription(/Please confirm that you are not a robot, then continue\./);
  expect(app.requestsOf('verifyCard')).toHaveLength(1);
});

test(
  'the verification code is required, has at most six characters, and is the one that was sent',
  { tags: ['@5.13', '@5.14', '@5.16'] },
  async () => {
    const app = await atCode({ verifyRegistrationCode: refuse('VERIFICATION_CODE_INVALID') });
    await press('Continue');
    await says('Verification code', /^Verification code is required!/);
    await field('Verification code').fill('1234567');
    await expect.element(field('Verification code')).toHaveValue('123456');
    expect(app.requestsOf('verifyRegistrationCode')).toEqual([]);
    await field('Verification code').fill('654321');
    await press('Continue');
    await says('Verification code', /^Verification code is incorrect!/);
    await expect.element(field('Verification code')).toHaveFocus();
  },
);

test(
  'the details: missing or wrong fields are marked',
  { tags: ['@2.registration.7', '@2.registration.10', '@5.18', '@5.19', '@5.20', '@9.5'] },
  async () => {
    const app = await atDetails();
    await field('First name').fill('');
    await field('Last name').fill(' ');
    await press('Continue');
    await says('First name', 'First name is required');
    await says('Last name', 'Last name is required');
    await says('Date of birth', 'Date of birth is required');
    await says('Home phone', 'Home phone is required');
    await expect.element(field('First name')).toHaveFocus();
    const nextYear = new Date().getFullYear() + 1;
    for (const [wrong, words] of [
      ['1990', 'Please enter the date as MM/DD/YYYY.'],
      ['02/30/1990', 'Please enter a valid date.'],
      [`01/01/${nextYear}`, 'Please enter a day in the past.'],
      [`01/01/${nextYear - 10}`, 'You must be at least 13 years old.'],
    ] as const) {
      await field('Date of birth').fill(wrong);
      await press('Continue');
      await says('Date of birth', words);
    }
    await field('Home phone').fill('123');
    await field('Mobile phone').fill('12');
    await press('Continue');
    for (const phone of ['Home phone', 'Mobile phone'])
      await says(phone, /^Please enter a valid phone number of the chosen country\./);
    await expect.element(field('Middle name')).toBeEnabled();
    for (const phone of ['Home phone', 'Mobile phone'])
      await expect.element(field(`${phone}: country`)).toHaveValue('US');
    expect(app.requestsOf('keepDetails')).toEqual([]);
  },
);

test('the details are still there on the way back from the account', async () => {
  await atAccount();
  await press('Go back');
  await expect.element(field('Date of birth')).toHaveValue('01/15/1990');
});

test('a press goes through while the name and the password are still being checked, and once more after BUSY', async () => {
  const unanswered = new Promise<never>(() => {});
  let names = 0;
  const app = await atAccount({
    checkPassword: () => unanswered,
    usernameIsAvailable: () => ((names += 1) === 1 ? unanswered : {}),
    registerCardholder: refuse('BUSY'),
  });
  await field('Username').fill('rosa.delgado');
  await field('New password').fill(password);
  await field('Repeat password').fill(password);
  await expect.poll(() => [names, app.requestsOf('checkPassword').length]).toEqual([1, 1]);
  await press('Create account');
  await expect.element(alert).toHaveTextContent('We are very busy right now. Please try again in a moment.');
  app.answer(unregisteredCard);
  await press('Create account');
  await expect.element(heading).toHaveTextContent('All set');
});

test(
  'a password keeps every rule, and is repeated',
  { tags: ['@2.registration.12', '@5.29', '@5.31', '@5.33'] },
  async () => {
    const app = await atAccount({
      checkPassword: ({ body: { password: typed } }) => ({
        problems: typed === 'rosa.delgado1' ? ['tooWeak'] : typed === 'passwordpassword' ? ['leaked'] : [],
      }),
    });
    await field('Username').fill('rosa.delgado');
    await press('Create account');
    await says('New password', /^Password is required/);
    for (const [wrong, words] of [
      ['short', /^Please use at least 12 characters\./],
      ['rosa.delgado1', /^This password is easy to guess\./],
      ['passwordpassword', /^This password is known from a data leak\./],
    ] as const) {
      await field('New password').fill(wrong);
      await field('Repeat password').fill(wrong);
      await says('New password', words);
      await press('Create account');
      await expect.element(heading).toHaveTextContent('Setup account');
    }
    await field('New password').fill(password);
    await field('Repeat password').fill('something else entirely');
    await press('Create account');
    await says('Repeat password', 'The passwords do not match. Please type it again.');
    expect(app.requestsOf('registerCardholder')).toEqual([]);
  },
);

test('the password is checked against the name as it was corrected', { tags: ['@5.30'] }, async () => {
  const app = await atDetails();
  await field('Last name').fill('Featherstone');
  await fillDetails();
  await press('Continue');
  await field('New password').fill(password);
  await expect
    .poll(() => app.requestsOf('checkPassword').at(-1)?.body.userInputs)
    .toEqual(expect.arrayContaining(['Featherstone']));
});

test('a username taken meanwhile leads back to its field', { tags: ['@4.9', '@8.15'] }, async () => {
  await atAccount({ registerCardholder: refuse('USERNAME_NOT_AVAILABLE') });
  await createAccount('admin');
  await says('Username', /^This username is already taken\./);
  await expect.element(field('Username')).toHaveFocus();
  await expect.element(field('New password')).toHaveValue(password);
});

test(
  'a username has its letters, and is not taken',
  {
    tags: ['@2.registration.11', '@4.8', '@5.23', '@5.24', '@5.25', '@5.26', '@9.3', '@beyond.38', '@8.15'],
  },
  async () => {
    const problems: Partial<Record<string, FieldProblem>> = {
      '\u0430dmin': 'characters',
      '1234567890123456': 'format',
      'maya@florin.example': 'foreign',
    };
    const app = await atAccount({
      usernameIsAvailable: ({ query: { username } }) => {
        if (username === 'admin') return refuse('USERNAME_NOT_AVAILABLE');
        const Problem = problems[username];
        return Problem === undefined ? {} : refuse('VALIDATION', { Fields: [{ Field: 'username', Problem }] });
      },
    });
    await createAccount('');
    await says('Username', /^Username is required/);
    await createAccount('rosa delgado!');
    await says(
      'Username',
      /^User name may only include letters, numbers and the following punctuation symbols: @_\.\+/,
    );
    await createAccount('r'.repeat(81));
    await says('Username', /^Username can have at most 80 characters\./);
    for (const [name, words] of [
      ['\u0430dmin', /^Please use letters of one alphabet only/],
      ['1234567890123456', /^This looks like a card number/],
      ['maya@florin.example', /^Please use your own email, or a username without @\./],
      ['  admin ', /^This username is already taken\./],
    ] as const) {
      await field('Username').fill(name);
      await field('Repeat password').click();
      await says('Username', words);
    }
    await expect.element(field('Username')).toHaveValue('admin');
    await press('Create account');
    await says('Username', /^This username is already taken\./);
    await expect.element(field('Username')).toHaveFocus();
    expect(app.requestsOf('registerCardholder')).toEqual([]);
    await createAccount('rosa.delgado');
    await expect.element(heading).toHaveTextContent('All set');
  },
);

test.each([
  ['REGISTRATION_EXPIRED', 'Your registration has expired. Please start again.'],
  ['ALREADY_REGISTERED', catalogue['@8.13']],
  ['CARD_CLOSED_OR_CANCELLED', catalogue['@8.14']],
] as const)(
  '%s: the wizard says so and starts over, with everything forgotten',
  { tags: ['@4.12', '@8.13', '@8.14'] },
  async (code, words) => {
    await atAccount({ registerCardholder: refuse(code) });
    await createAccount();
    await expect.element(alert).toMatchTextContent(words);
    await expect.element(heading).toHaveTextContent('Register your card');
    await expect.element(field('Card number')).toHaveValue('');
  },
);

test('another card can be used', async () => {
  const app = await atDetails();
  await press('Use another card');
  await expect.element(field('Card number')).toHaveValue('');
  expect(app.requestsOf('leaveRegistration')).toHaveLength(1);
});

test('a card with too many wrong codes is locked until an administrator unlocks it, and a link leads on', async () => {
  await atCode({ verifyRegistrationCode: refuse('VERIFICATION_LOCKED') });
  await field('Verification code').fill('123456');
  await press('Continue');
  await expect
    .element(alert)
    .toHaveTextContent(
      'Too many wrong codes for this card. Get a link instead, or ask your business administrator to unlock it.',
    );
  const link = screen.getByRole('link', { name: 'Send me a link instead' });
  await expect.element(link).toHaveAttribute('href', '/registration-link');
});

test('the card number is grouped wherever it is typed, stops at sixteen digits, and takes a paste', async () => {
  await atCard();
  const input = () => field('Card number').element() as HTMLInputElement;
  await field('Card number').click();
  await userEvent.keyboard('400000123456789955');
  await expect.element(field('Card number')).toHaveValue(number);
  // A digit in the middle is corrected where it is.
  input().setSelectionRange(7, 7);
  await userEvent.keyboard('{Backspace}');
  await expect.element(field('Card number')).toHaveValue('4000 0123 4567 899');
  expect(input().selectionStart).toBe(6);
  await userEvent.keyboard('0');
  await expect.element(field('Card number')).toHaveValue(number);
  expect(input().selectionStart).toBe(7);
  await userEvent.keyboard('7');
  await expect.element(field('Card number')).toHaveValue(number);
  input().select();
  await field('Card number').fill('4000-0012-3456-7899');
  await expect.element(field('Card number')).toHaveValue(number);
  // A number that is too long is not cut to one that may be another card’s.
  await field('Card number').fill('4000 0012 3456 7899 5');
  await expect.element(field('Card number')).toHaveValue('4000 0012 3456 7899 5');
  // A wrong character stays to be seen, and the digits around it stay grouped.
  await field('Card number').fill('');
  await userEvent.keyboard('4000x00123456o78995');
  await expect.element(field('Card number')).toHaveValue('4000x 0012 3456o 7899');
  input().setSelectionRange(5, 5);
  await userEvent.keyboard('{Backspace}');
  await expect.element(field('Card number')).toHaveValue('4000 0012 3456o 7899');
  expect(input().selectionStart).toBe(4);
});

const session = {
  epoch: 'epoch',
  hasUnverifiedPhone: false,
  access_token: null,
  refresh_token: null,
  expiresInSeconds: null,
  device_credential: null,
};

test.each([
  [false, '/dashboard'],
  [true, '/fast-phone-verification'],
])('the new person is signed in, unconfirmed phone %s: on to %s', async (hasUnverifiedPhone, address) => {
  const app = await atAccount({ login: { ...session, hasUnverifiedPhone } });
  await createAccount();
  await expect.element(heading).toHaveTextContent('All set');
  expect(app.requestsOf('login').map(({ body }) => body)).toMatchObject([{ username: 'rosa.delgado', password }]);
  await expect.element(screen.getByText('You are logged in with your new username.')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Cardholder login' })).toHaveAttribute('href', address);
  marker.remove();
});

test('the last page shows the card that was registered, and not its number', async () => {
  await atAccount();
  await createAccount();
  await expect.element(heading).toHaveTextContent('All set');
  await expect.element(screen.getByText('Card ending in 7899')).toBeInTheDocument();
  await expect.element(screen.getByText('ROSA DELGADO')).toBeVisible();
  await expect.element(screen.getByText('Visa', { exact: true })).toBeVisible();
  expect(document.body.textContent.replaceAll(/\D/g, '')).not.toContain('400000123456');
});

test('where the login asks for more, the new person logs in', async () => {
  await atAccount();
  await createAccount();
  await expect.element(screen.getByText('Log in with your new username.', { exact: false })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Cardholder login' })).toHaveAttribute('href', '/login');
});

test('the browser’s Back leads to the page before, inside the wizard', async () => {
  await atAccount();
  await field('Username').fill('rosa.delgado');
  window.history.back();
  await expect.element(heading).toHaveTextContent('Your details');
  await expect.element(field('Home phone')).toHaveValue('(201) 555-0123');
  await press('Continue');
  await expect.element(heading).toHaveTextContent('Setup account');
  await press('Go back');
  await expect.element(heading).toHaveTextContent('Your details');
  await expect.poll(() => window.history.state as object).toHaveProperty('registrationStep', 'step 1');
  window.history.forward();
  await expect.element(heading).toHaveTextContent('Setup account');
  await expect.element(field('Username')).toHaveValue('rosa.delgado');
});

test('Back from the details leads to the proven card, and on from there to the details as typed', async () => {
  const app = await atDetails();
  await fillDetails();
  for (const goOn of [() => Promise.resolve(window.history.forward()), () => press('Continue your registration')]) {
    window.history.back();
    await expect.element(screen.getByText('You have verified your card ending in 7899 already.')).toBeVisible();
    await expect.element(heading).toHaveFocus();
    await expect.element(field('Card number')).not.toBeInTheDocument();
    await goOn();
    await expect.element(field('Home phone')).toHaveValue('(201) 555-0123');
  }
  window.history.back();
  await press('Use another card');
  await expect.element(field('Card number')).toHaveValue('');
  expect(app.requestsOf('leaveRegistration')).toHaveLength(1);
});

test('Back from the details of a resumed registration leads to the proven card, too', async () => {
  const app = await atDetails();
  app.answer(begunAt('details'));
  await app.open('/registration');
  await press('Yes, continue');
  await expect.element(heading).toHaveTextContent('Your details');
  window.history.back();
  await press('Continue your registration');
  await expect.element(heading).toHaveTextContent('Your details');
});

test('Back from the code keeps the card number, and Forward returns', async () => {
  await atCode();
  window.history.back();
  await expect.element(field('Card number')).toHaveValue(number);
  window.history.forward();
  await expect.element(heading).toHaveTextContent('Verify identity');
});

test('a resumed registration asks who is there before it shows details on file', async () => {
  const app = await atDetails();
  app.answer(begunAt('details'));
  await app.open('/registration');
  await expect.element(heading).toHaveTextContent('Are you Rosa D.?');
  expect(document.body.textContent).not.toMatch(/Delgado|Northwind|7899/);
  await press('No, start over');
  await expect.element(heading).toHaveTextContent('Register your card');
  expect(app.requestsOf('leaveRegistration')).toHaveLength(1);
});
