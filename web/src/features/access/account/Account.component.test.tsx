import type { Contact } from '@florin/contract/access/contacts';
import { expect, test } from 'vitest';
import { faults, refuse, type Answers } from '../../../testing/answers.ts';
import { screen, userEvent } from '../../../testing/component.ts';
import { answersFor, cardholder } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { afterProof, proveByPassword, provable } from '../../../testing/step-up.ts';

const item = (words: string) => screen.getByRole('listitem').filter({ hasText: words });
const press = (name: string | RegExp) => screen.getByRole('button', { name }).click();
const question = screen.getByRole('alertdialog');
const remove = question.getByRole('button', { name: 'Remove' });

const mail: Contact = {
  id: '0190a000-0000-7000-8000-000000000041',
  kind: 'Email',
  address: 'maya@florin.example',
  entityMasked: 'm•••@florin.example',
  verified: true,
  stopped: false,
  code: null,
};
const phone: Contact = {
  ...mail,
  id: '0190a000-0000-7000-8000-000000000042',
  kind: 'PhoneNumber',
  address: '+12125550188',
  stopped: true,
};
const added: Contact = {
  ...mail,
  id: '0190a000-0000-7000-8000-000000000043',
  address: 'maya@private.example',
  verified: false,
};
const answers: Answers = { ...answersFor(cardholder), contacts: { contacts: [mail] } };

test(
  'my profile: who I am, how I am reached, and the way to my linked accounts',
  { tags: '@2.routes.29' },
  async () => {
    await renderApp('/dashboard', { ...answers, contacts: { contacts: [mail, phone] } });
    await press(/^Profile menu of/);
    await screen.getByRole('menuitem', { name: 'My Profile' }).click();
    await expect.element(screen.getByRole('heading', { level: 1, name: 'My Profile' })).toBeVisible();
    const about = screen.getByRole('region', { name: 'About you' });
    await expect.element(about).toMatchTextContent('Maya Chen');
    await expect
      .element(about)
      .toMatchTextContent(
        /Role\s*Cardholder\s*Funding source\s*Prepaid\s*Issuing bank\s*The Bancorp Bank, N\.A\.\s*Card network\s*Visa/,
      );
    await expect.element(item('maya@florin.example')).toMatchTextContent('Confirmed');
    await expect.element(item('+1 (212) 555-0188')).toMatchTextContent('Texts stopped');
    await expect.element(item('+1 (212) 555-0188')).toMatchTextContent('Reply START to receive texts again.');
    await expect
      .element(screen.getByRole('link', { name: 'View linked accounts' }))
      .toHaveAttribute('href', '/account/linked-accounts');
  },
);

test('the last way to get a code stays', async () => {
  await renderApp('/account', { ...answers, removeContact: refuse('LAST_FACTOR') });
  await press('Remove maya@florin.example');
  await expect.element(question).not.toMatchTextContent('last email address');
  await remove.click();
  await expect
    .element(question.getByRole('alert'))
    .toMatchTextContent('This is your last way to get a code. Please add another one first.');
  await userEvent.keyboard('{Escape}');
  await expect.element(item('maya@florin.example')).toMatchTextContent('Confirmed');
});

test('an address is added with a fresh proof and its code, and removed', async () => {
  const app = await renderApp('/account', {
    ...answers,
    ...provable,
    addEmail: afterProof(added),
    confirmContact: { ...added, verified: true },
    removeContact: null,
  });
  await press('Add email');
  await press('Send code');
  const field = screen.getByRole('textbox', { name: 'Email address' });
  await expect.element(field).toHaveAccessibleDescription(/Email is required/);
  await field.fill('maya@private');
  await expect.element(field).toHaveAccessibleDescription(/Email needs to be in name@example\.com format/);
  await field.fill('maya@private.example');
  expect(app.requestsOf('addEmail')).toEqual([]);
  await press('Send code');
  app.answer({ contacts: { contacts: [mail, added] } });
  await proveByPassword();
  app.answer({ contacts: { contacts: [mail, { ...added, verified: true }] } });
  await screen.getByLabelText('Secure Access Code').fill('123456');
  await expect.element(screen.getByText('maya@private.example is confirmed.')).toBeVisible();
  await expect.element(item('maya@private.example')).toMatchTextContent('Confirmed');

  await press('Remove maya@private.example');
  app.answer({ contacts: { contacts: [mail] } });
  await remove.click();
  await expect.element(screen.getByText('maya@private.example was removed.')).toBeVisible();
  await expect.element(item('maya@private.example')).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.textContent).toBe('Email addresses');
});

test('with a phone beside it the last email address can go, and the dialog says what that costs', async () => {
  const app = await renderApp('/account', { ...answers, contacts: faults['answers nonsense'] });
  await expect.element(screen.getByText('We could not load your contact details.', { exact: false })).toBeVisible();
  app.answer({ contacts: { contacts: [mail, phone] } });
  await press('Try again');
  await press('Remove maya@florin.example');
  await expect.element(question).toMatchTextContent('This is your last email address');
});
