import { expect, test } from 'vitest';
import { refuse } from '../../../testing/answers.ts';
import { screen } from '../../../testing/component.ts';
import { answersFor, cardholder } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const { branding } = answersFor(cardholder);
const expired = screen.getByText('This link has expired. You cannot view card details anymore.');
const show = screen.getByRole('button', { name: 'Show card details' });
const card = {
  businessName: 'Northwind Trading',
  invoice: null,
  profileAddress: null,
  amount: null,
  processDateTime: null,
  cardNumber: '4111111111111111',
  nameOnCard: 'MAYA CHEN',
  expirationDate: '2029-04-30',
  cvV2: '123',
};

test('after a reload the page is the same as before, and its button still works', async () => {
  const app = await renderApp('/card-details-request/vln_1', {
    vendorAuthenticate: ({ body }) => ({ access_token: `token of ${body.requestCode}` }),
    embossingDataSharing: card,
    branding,
  });
  expect(window.location.pathname).toBe('/card-details-request');
  await app.open('/card-details-request');
  await expect.element(show).toBeVisible();
  await expect.element(expired).not.toBeInTheDocument();
  await show.click();
  await expect.element(screen.getByText('4111 1111 1111 1111')).toBeVisible();
  expect(app.requestsOf('vendorAuthenticate')).toMatchObject([{ body: { requestCode: 'vln_1' } }]);

  // The code has been used.
  await app.open('/card-details-request');
  await expect.element(expired).toBeVisible();
});

test('a link that is refused, and an address without a code, are expired', async () => {
  const app = await renderApp('/card-details-request/vln_2', {
    vendorAuthenticate: refuse('VENDOR_LINK_EXPIRED'),
    branding,
  });
  // Who has doubts can ask before anything is shown.
  await expect.element(screen.getByText('(555) 010-0120', { exact: false })).toBeVisible();
  await show.click();
  await expect.element(expired).toBeVisible();
  await app.open('/card-details-request');
  await expect.element(expired).toBeVisible();
});
