import { expect, test } from 'vitest';
import { refuse, refuseFor } from '../../../testing/answers.ts';
import { catalogue } from '../../../testing/catalogue.ts';
import { screen, userEvent } from '../../../testing/component.ts';
import {
  atAccount,
  atCard,
  atDetails,
  begunAt,
  cardNumber,
  createAccount,
  enterCard,
  enterCode,
  field,
  fillDetails,
  invited,
  isAt,
  press,
  proof,
  registrationHeading,
  unregisteredCard,
} from '../../../testing/registration.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const alert = screen.getByRole('alert');
const steps = screen.getByRole('list', { name: 'Steps of the registration' });
const pagesOf = () =>
  steps
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);
const enhancedSecurity = screen.getByLabelText('Turn on enhanced security');
const resend = screen.getByRole('button', { name: 'Resend code' });

test('the wizard needs no mouse, and the first wrong field takes the focus', async () => {
  await atCard();
  await field('Card number').click();
  await userEvent.keyboard(`${cardNumber}{Enter}`);
  await expect.element(field('Verification code')).toHaveFocus();
  await userEvent.keyboard('123456{Enter}');
  await isAt('Your details');
  (field('First name').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Date of birth')).toHaveFocus();
  await userEvent.keyboard('01151990{Enter}');
  await expect.element(field('Date of birth')).toHaveValue('01/15/1990');
  await expect.element(field('Home phone')).toHaveFocus();
  await userEvent.keyboard('2015550123{Enter}');
  await isAt('Setup account');
  await expect.element(registrationHeading).toHaveFocus();
});

test('the steps are shown, and cannot be clicked', { tags: ['@2.registration.20', '@2.registration.21'] }, async () => {
  await atDetails();
  expect(pagesOf()).toEqual([
    expect.stringMatching(/Card number/),
    expect.stringMatching(/Verify identity/),
    expect.stringMatching(/Your details/),
    expect.stringMatching(/Setup account/),
    expect.stringMatching(/All set/),
  ]);
  expect(steps.element().querySelector('[aria-current=step]')?.textContent).toMatch(/Your details/);
  expect(steps.element().querySelector('a, button, [tabindex]')).toBeNull();
  await steps.getByRole('listitem').first().click();
  await isAt('Your details');
});

// Which businesses leave the choice to the person is a rule (registration.test.ts); what a login requires then, one of the
// server (register.test.ts).
test.each([
  ['chosen', true],
  ['not chosen', false],
  ['not offered', false],
])(
  'enhanced security, %s: %s is sent',
  { tags: ['@2.registration.13', '@3.14', '@4.16'] },
  async (choice, mfaEnable) => {
    const verifyInvite = { ...proof, MFAModeBusiness: choice === 'not offered' ? 'Required' : 'Enabled' } as const;
    const app = await renderApp('/registration?code=inv_1', { ...invited, verifyInvite, login: refuse('LOCKED') });
    await isAt('Your details');
    await fillDetails();
    await press('Continue');
    await isAt('Setup account');
    expect(enhancedSecurity.elements()).toHaveLength(choice === 'not offered' ? 0 : 1);
    if (choice === 'chosen') await enhancedSecurity.click();
    await createAccount();
    await isAt('All set');
    expect(app.requestsOf('registerCardholder')[0]!.body.mfaEnable).toBe(mfaEnable);
  },
);

test('another card starts again', { tags: '@2.registration.15' }, async () => {
  await atAccount({ login: refuse('LOCKED') });
  await createAccount();
  await press('Register another card');
  await isAt('Register your card');
  await expect.element(field('Card number')).toHaveValue('');
});

test('the code is sent again after the countdown, until the limit is reached', { tags: '@8.6' }, async () => {
  const app = await atCard({ verifyCard: { heldBackSeconds: 0, resendInSeconds: 0 } });
  await enterCard();
  app.answer({ resendVerificationCode: { resendInSeconds: 0 } });
  await resend.click();
  await expect.element(screen.getByText('We have sent your verification code again.')).toBeVisible();
  app.answer({ resendVerificationCode: refuseFor('RESEND_LIMIT_REACHED', 600) });
  await resend.click();
  await expect.element(alert).toHaveTextContent(catalogue['@8.6']);
  await expect.element(screen.getByRole('button', { name: /^Resend in/ })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Send me a link instead' })).toBeVisible();
});

// That the code is sent after START is tested on the server (card.test.ts).
test('a phone on the STOP list: where to send START', { tags: '@8.7' }, async () => {
  const app = await atCard({ verifyCard: { heldBackSeconds: 0, resendInSeconds: 0 } });
  await enterCard();
  app.answer({ resendVerificationCode: refuse('STOP_LIST_REQUESTED', { PhoneNumber: '+1 555 010 0199' }) });
  await resend.click();
  await expect.element(alert).toMatchTextContent(`${catalogue['@8.7']} +1 555 010 0199`);
});

test('wrong codes make the server require a captcha', { tags: ['@4.11', '@7.5'] }, async () => {
  const app = await atCard({ verifyRegistrationCode: refuse('RECAPTCHA_LOCK', { Difficulty: 1 }) });
  await enterCard();
  await field('Verification code').fill('123456');
  await press('Continue');
  await expect.element(alert).toHaveTextContent('Please confirm that you are not a robot, then continue.');
  const captcha = screen.getByRole('checkbox', { name: /not a robot/i });
  await expect.element(captcha).toHaveFocus();
  await press('Continue');
  await expect.element(captcha).toHaveAccessibleDescription(/Please confirm that you are not a robot, then continue\./);
  expect(app.requestsOf('verifyRegistrationCode')).toHaveLength(1);
});

test('after a reload at the code the card number is entered again, and has to be the same', async () => {
  const app = await atCard();
  await enterCard();
  app.answer(begunAt('verificationCode'));
  await app.open('/registration');
  await isAt('Verify identity');
  await expect.element(screen.getByRole('button', { name: /^Resend in/ })).toBeVisible();
  await field('Card number').fill('4111 1111 1111 1111');
  await field('Verification code').fill('1234');
  await press('Continue');
  await expect.element(field('Card number')).toHaveAccessibleDescription(/^This is not the card you started with/);
  await expect.element(field('Card number')).toHaveFocus();
  expect(app.requestsOf('verifyRegistrationCode')).toEqual([]);
  await field('Card number').fill(cardNumber);
  await enterCode();
});

test('the browser’s storage keeps nothing of a registration', async () => {
  await atAccount();
  const kept = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, window.history.state]);
  for (const secret of ['reg_', '4000', '7899', 'Rosa', '1990', '5550123']) expect(kept).not.toContain(secret);
});

test('after a reload at the account, the page and the details before it return', { tags: '@beyond.31' }, async () => {
  const app = await atDetails();
  await field('Middle name').fill('Maria');
  await fillDetails();
  await press('Continue');
  await isAt('Setup account');
  const [kept] = app.requestsOf('keepDetails');
  app.answer({
    ...begunAt('details'),
    shortProfile: { ...(unregisteredCard.shortProfile as object), draft: kept!.body } as never,
  });
  await app.open('/registration');
  await isAt('Are you Rosa D.?');
  await press('Yes, continue');
  await isAt('Setup account');
  expect(pagesOf()[2]).toBe('Your details (done)');
  await press('Go back');
  await expect.element(field('Middle name')).toHaveValue('Maria');
  await expect.element(field('Date of birth')).toHaveValue('01/15/1990');
  await expect.element(field('Mobile phone')).toHaveValue('');
});
