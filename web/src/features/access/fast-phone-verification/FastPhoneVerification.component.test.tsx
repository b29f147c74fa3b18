import type { Contact } from '@florin/contract/access/contacts';
import { expect, test } from 'vitest';
import { refuse, refuseFor, type Answers } from '../../../testing/answers.ts';
import { catalogue } from '../../../testing/catalogue.ts';
import { screen, userEvent } from '../../../testing/component.ts';
import { administrator, answersFor } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { resendTwice } from '../../../testing/resend.ts';

const press = (name: string) => screen.getByRole('button', { name, exact: true }).click();
const code = screen.getByLabelText('Secure Access Code');
const alert = screen.getByRole('alert');
const done = screen.getByRole('heading', { name: 'Your phone is confirmed' });

const phone: Contact = {
  id: '0190a000-0000-7000-8000-000000000031',
  kind: 'PhoneNumber',
  address: '+12125550143',
  entityMasked: '•••43',
  verified: false,
  stopped: false,
  code: null,
};
const confirmed = { ...phone, verified: true };
const sent = { entityMasked: '•••43', resendInSeconds: 30 };
const countries = { allowedCountries: [{ countryCode: 'US', countryName: 'United States', dialingCode: '+1' }] };

async function open(answers: Answers = {}) {
  const app = await renderApp('/fast-phone-verification', {
    ...answersFor(administrator),
    contacts: { contacts: [phone] },
    allowedPhoneCountries: countries,
    sendContactCode: sent,
    confirmContact: confirmed,
    ...answers,
  });
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Verify your phone' })).toBeVisible();
  return app;
}
async function atCode(answers: Answers = {}) {
  const app = await open(answers);
  await press('Send code');
  await expect.element(code).toHaveFocus();
  return app;
}

test('a phone is confirmed by its code, and can wait', { tags: ['@2.phone.1', '@2.phone.3'] }, async () => {
  await open();
  await expect.element(screen.getByText('We send a 6-digit code by text message to +1 (212) 555-0143.')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Back to dashboard' })).toHaveAttribute('href', '/dashboard');
  await press('Send code');
  await expect.element(code).toHaveFocus();
  await userEvent.keyboard('123456');
  await expect.element(done).toHaveFocus();
  await expect.element(screen.getByRole('link', { name: 'Go to dashboard' })).toHaveAttribute('href', '/dashboard');
});

test(
  'the field of a code that is out is there after a reload, and when another is asked for too soon',
  { tags: '@2.phone.2' },
  async () => {
    const waiting = { ...phone, code: { expiresInSeconds: 500, resendInSeconds: 25 } };
    await open({ contacts: { contacts: [waiting] }, sendContactCode: refuseFor('RESEND_LIMIT_REACHED', 25) });
    await expect.element(code).toHaveFocus();
    await expect.element(screen.getByRole('button', { name: /^Resend in/ })).toBeVisible();
    await press('Go back');
    await press('Send code');
    await expect.element(code).toHaveFocus();
  },
);

test('another number can take its place', { tags: '@2.phone.1' }, async () => {
  const other = { ...phone, id: '0190a000-0000-7000-8000-000000000032', address: '+12125550188' };
  const app = await open({ addPhone: refuse('PHONE_NOT_ALLOWED') });
  await press('Use another number');
  await press('Send code');
  const field = screen.getByRole('textbox', { name: 'Phone number' });
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAccessibleDescription(/Phone number is required/);
  await expect.element(screen.getByRole('combobox', { name: 'Country' })).toHaveValue('United States (+1)');
  await press('Show options for Country');
  expect(screen.getByRole('option', { name: 'United States (+1)' }).elements()).toHaveLength(1);
  await userEvent.keyboard('{Escape}');
  await field.fill('12345');
  await press('Send code');
  await expect
    .element(field)
    .toHaveAccessibleDescription(/Please enter a valid phone number of one of the listed countries\./);
  app.answer({ addPhone: other, confirmContact: { ...other, verified: true } });
  await field.fill('(212) 555-0188');
  await press('Send code');
  await code.fill('123456');
  await expect
    .element(screen.getByText('From now on we can send your Secure Access Code to +1 (212) 555-0188.'))
    .toBeVisible();
  expect(app.requestsOf('addPhone').at(-1)).toMatchObject({ body: { countryCode: 'US', phone: '(212) 555-0188' } });
});

test('the code is required and has six digits: said without asking the server', async () => {
  const app = await atCode();
  await press('Confirm');
  await expect.element(code).toHaveAccessibleDescription(/Secure Access Code is required/);
  await code.fill('12345');
  await press('Confirm');
  await expect.element(code).toHaveAccessibleDescription(/Please enter a valid 6 digit/);
  expect(app.requestsOf('confirmContact')).toEqual([]);
});

test('a wrong code is said at its field, and the right one after it confirms', async () => {
  const app = await atCode({ confirmContact: refuse('MFA_INVALID_CODE') });
  await code.fill('654321');
  await expect.element(code).toHaveAccessibleDescription(new RegExp(`^${catalogue['@8.9']}`));
  app.answer({ confirmContact: confirmed });
  await code.fill('123456');
  await expect.element(done).toBeVisible();
});

test.each([
  ['MFA_CODE_EXPIRED', '@8.10'],
  ['MFA_MAX_ATTEMPT_LIMIT_REACHED', '@8.11'],
] as const)('%s: a new code is on its way', { tags: ['@8.10', '@8.11'] }, async (refused, row) => {
  const app = await atCode({ confirmContact: refuse(refused) });
  await code.fill('654321');
  await expect.element(alert).toHaveTextContent(catalogue[row]);
  app.answer({ confirmContact: confirmed });
  await code.fill('123456');
  await expect.element(done).toBeVisible();
});

test('a code is sent again after half a minute, within limits', { tags: '@8.6' }, async () => {
  await resendTwice(await atCode(), 'sendContactCode');
  await expect.element(screen.getByText(catalogue['@8.6'])).toBeVisible();
});

test('a phone on the STOP list: the number to send START to', { tags: '@8.7' }, async () => {
  await open({ sendContactCode: refuse('STOP_LIST_REQUESTED', { PhoneNumber: '+1 555 010 0199' }) });
  await press('Send code');
  await expect.element(alert).toMatchTextContent(`${catalogue['@8.7']} +1 555 010 0199`);
});
