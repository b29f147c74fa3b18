import { expect, test } from 'vitest';
import {
  atCard,
  atDetails,
  createAccount,
  enterCard,
  field,
  fillDetails,
  isAt,
  press,
} from '../../testing/registration.ts';
import { expectUsable } from '../../testing/screens/expect-usable.ts';

const tags = '@beyond.52';
const problem = (of: string, words: RegExp) => expect.element(field(of)).toHaveAccessibleDescription(words);

test('registration: card and code, each refused', { tags }, async () => {
  await atCard();
  await press('Continue');
  await problem('Card number', /Card number field is required!/);
  await expectUsable('registration, card refused');
  await enterCard();
  await press('Continue');
  await problem('Verification code', /Verification code is required!/);
  await expectUsable('registration, code refused');
});

test('registration: details and account, each incomplete, and the end', { tags }, async () => {
  await atDetails();
  await press('Continue');
  await problem('Date of birth', /Date of birth is required/);
  await expectUsable('registration, details incomplete');
  await fillDetails();
  await press('Continue');
  await isAt('Setup account');
  await press('Create account');
  await problem('Username', /Username is required/);
  await expectUsable('registration, account incomplete');
  await createAccount();
  await isAt('All set');
  await expectUsable('registration, all set');
});

test('registration, back at the proven card', { tags }, async () => {
  await atDetails();
  window.history.back();
  await isAt('Register your card');
  await expectUsable('registration, proven card');
});

test('registration, log in instead', { tags }, async () => {
  await atDetails();
  await press('Log in instead');
  await isAt('Log in to add this account');
  await expectUsable('registration, log in instead');
});
