import type { VendorLink } from '@florin/contract/cards/vendor-links';
import { expect, test } from 'vitest';
import { refuse } from '../../../testing/answers.ts';
import { screen, setAppearance, userEvent } from '../../../testing/component.ts';
import { administrator, answersFor, usd } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { afterProof, provable, proveByPassword } from '../../../testing/step-up.ts';

const email = 'till@corner-shop.example';
const cardId = '0190a000-0000-7000-8000-0000000000c1';
const link: VendorLink = {
  id: '0190a000-0000-7000-8000-0000000000f1',
  email,
  nameOnCard: 'PRIYA NAIR',
  cardLast4: '0932',
  hasOwnCard: false,
  invoice: 'C-77',
  amount: usd(1_012_30),
  processBefore: null,
  status: 'CREATED',
  sentBy: 'Maya Chen',
  sentAt: '2026-11-02T15:00:00Z',
  expiresAt: '2026-11-09T15:00:00Z',
  openedAt: null,
  usedAt: null,
  revokedAt: null,
};
const cards = [
  { cardId, name: null, nameOnCard: 'PRIYA NAIR', last4: '0932' },
  { cardId: '0190a000-0000-7000-8000-0000000000c2', name: 'Software', nameOnCard: 'NOAH PARK', last4: '3056' },
];
const sent = (...links: VendorLink[]) => ({ cards, links });
const answers = answersFor(administrator);

const row = screen.getByRole('row').filter({ hasText: email });
const button = (name: string) => screen.getByRole('button', { name, exact: true });
const dialog = screen.getByRole('dialog', { name: 'Send card details' });
const field = (name: string) => dialog.getByLabelText(name, { exact: true });
const send = () => dialog.getByRole('button', { name: 'Send link', exact: true }).click();
const says = (name: string, words: RegExp) => expect.element(field(name)).toHaveAccessibleDescription(words);

test.each([
  ['CREATED', 'Created', true],
  ['VIEWED', 'Viewed', true],
  ['USED', 'Used', false],
  ['EXPIRED', 'Expired', false],
  ['REVOKED', 'Revoked', false],
] as const)(
  'a link that is %s is shown as %s; it can be revoked: %s',
  { tags: '@6.5' },
  async (status, text, canBeRevoked) => {
    await renderApp('/cards/vendor-links', { ...answers, vendorLinks: sent({ ...link, status }) });
    await expect.element(row).toMatchTextContent(/C-77.*\$1,012\.30/);
    await expect.element(row).toMatchTextContent(text);
    await expect.element(button(`Send again to ${email}`)).toBeVisible();
    expect(button(`More for ${email}`).elements()).toHaveLength(Number(canBeRevoked));
  },
);

test('the form says at each field what is wrong, and sends what is right', async () => {
  const app = await renderApp('/cards/vendor-links', {
    ...answers,
    vendorLinks: sent(),
    createVendorLink: refuse('VALIDATION', { Fields: [{ Field: 'processBefore', Problem: 'tooShort' }] }),
  });
  await button('Send card details').click();
  await send();
  await says('Card', /Card is required/);
  await expect.element(field('Card')).toHaveFocus();
  await says('Vendor’s email', /Email is required/);
  await field('Card').click();
  await expect.element(screen.getByRole('option', { name: 'Software, NOAH PARK ·· 3056' })).toBeVisible();
  await screen.getByRole('option', { name: 'PRIYA NAIR ·· 0932' }).click();
  await field('Vendor’s email').fill(email);
  await field('Invoice number').fill('C-77');
  await field('Amount in USD').fill('12.345');
  await field('Note to the vendor').fill('Use 4000 0012 1234 5672');
  await send();
  await says('Amount in USD', /Please enter an amount such as/);
  await says('Note to the vendor', /leave the card number out/);
  expect(app.requestsOf('createVendorLink')).toEqual([]);
  await field('Amount in USD').fill('$1,012.30');
  await field('Note to the vendor').fill('Thank you for the quick delivery.');
  await screen.getByRole('spinbutton', { name: 'month, Process before' }).click();
  await userEvent.keyboard('01312020');
  await send();
  await expect
    .element(screen.getByRole('spinbutton', { name: 'month, Process before' }))
    .toHaveAccessibleDescription(/today, in Eastern Time, or a later date/);
  await screen.getByRole('button', { name: 'Open the calendar Process before' }).click();
  await screen.getByRole('button', { name: 'Clear', exact: true }).click();
  app.answer({ createVendorLink: link, vendorLinks: sent(link) });
  await send();
  await expect.element(screen.getByText(`We have sent a link to ${email}.`)).toBeVisible();
  await expect.element(row).toMatchTextContent('Created');
  expect(app.requestsOf('createVendorLink').at(-1)?.body).toEqual({
    cardId,
    email,
    invoice: 'C-77',
    amount: 1_012_30,
    note: 'Thank you for the quick delivery.',
    processBefore: null,
  });
});

test('a link is sent again after a fresh proof', async () => {
  const app = await renderApp('/cards/vendor-links', {
    ...answers,
    ...provable,
    vendorLinks: sent({ ...link, status: 'USED' }),
    resendVendorLink: afterProof(link),
  });
  await expect.element(row).toMatchTextContent('Used');
  app.answer({ vendorLinks: sent(link) });
  await button(`Send again to ${email}`).click();
  await proveByPassword();
  await expect.element(screen.getByText(/^We have sent a new link to till@corner-shop\.example\./)).toBeVisible();
  await expect.element(row).toMatchTextContent('Created');
});

test('a link is revoked, not by one key press', async () => {
  const revoked = { ...link, status: 'REVOKED' as const, revokedAt: '2026-11-03T15:00:00Z' };
  const app = await renderApp('/cards/vendor-links', {
    ...answers,
    vendorLinks: sent(link),
    revokeVendorLink: revoked,
  });
  await button(`More for ${email}`).click();
  await screen.getByRole('menuitem', { name: 'Revoke' }).click();
  const confirm = screen.getByRole('alertdialog');
  await expect.element(confirm.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  app.answer({ vendorLinks: sent(revoked) });
  await confirm.getByRole('button', { name: 'Revoke link' }).click();
  await expect.element(screen.getByText(`The link sent to ${email} was revoked.`)).toBeVisible();
  await expect.element(row).toMatchTextContent('Revoked');
  await expect.element(row).toHaveFocus();
});

test('a card is made for the payment, and needs its amount', async () => {
  const own = { ...link, hasOwnCard: true };
  const app = await renderApp('/cards/vendor-links', {
    ...answers,
    vendorLinks: { cards: [], links: [] },
    createVendorLink: refuse('CARD_LIMIT_REACHED'),
  });
  await button('Send card details').click();
  await says('Card', /pays the amount once/);
  await field('Vendor’s email').fill(email);
  await send();
  await says('Amount in USD', /Amount is required/);
  expect(app.requestsOf('createVendorLink')).toEqual([]);
  await field('Amount in USD').fill('250');
  await send();
  await expect.element(dialog).toMatchTextContent(/No more cards can be issued/);
  app.answer({ createVendorLink: own, vendorLinks: sent(own) });
  await send();
  await expect.element(screen.getByText(`We have sent a link to ${email}.`)).toBeVisible();
  expect(app.requestsOf('createVendorLink').at(-1)?.body).toMatchObject({ cardId: null, amount: 250_00 });
});

test('on a phone the links of the area are one line, with the current page in sight', async () => {
  await setAppearance({ width: 320, height: 640 });
  await renderApp('/cards/vendor-links', { ...answers, vendorLinks: sent() });
  const area = screen.getByRole('navigation', { name: 'Cards' });
  await expect.element(area.getByRole('link', { name: 'Vendor links' })).toBeInViewport({ ratio: 1 });
  expect(area.element().clientHeight).toBeLessThan(60);
  expect(document.documentElement.scrollWidth).toBe(320);
});
