import { expect, test, vi } from 'vitest';
import { faults, refuse } from '../../../testing/answers.ts';
import { catalogue } from '../../../testing/catalogue.ts';
import { screen } from '../../../testing/component.ts';
import { answersFor, cardholder, usd } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const { branding } = answersFor(cardholder);
const expired = screen.getByText(catalogue['@8.23']);
const number = screen.getByText('4111 1111 1111 1111');
const heading = screen.getByRole('heading', { level: 1 });
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

const opened = { vendorAuthenticate: { access_token: 'token' }, branding };

test(
  'a vendor sees all that the business shares, with a guide in three steps',
  {
    tags: [
      '@2.vendor.1',
      '@2.vendor.3',
      '@2.vendor.4',
      '@2.vendor.5',
      '@2.vendor.6',
      '@2.vendor.7',
      '@2.vendor.8',
      '@2.vendor.9',
      '@2.vendor.10',
      '@2.vendor.12',
      '@2.vendor.13',
      '@9.7',
      '@9.8',
    ],
  },
  async () => {
    await renderApp('/card-details-request/vln_1', {
      ...opened,
      embossingDataSharing: {
        ...card,
        invoice: 'INV-2041',
        profileAddress: '418 Harbor Street, Suite 300',
        amount: usd(1_284_50),
        processDateTime: '2026-12-04T04:59:59Z',
      },
    });
    await expect.poll(() => document.title).toBe('Vendor Card Details');
    const steps = ['Get the card details', 'Enter them into your terminal', 'The payment follows'];
    for (const step of steps) await expect.element(screen.getByText(step, { exact: true })).toBeVisible();
    await expect.element(screen.getByText(/exact amount/)).toBeVisible();
    await show.click();
    await expect.element(number).toBeVisible();
    const { textContent } = screen.getByRole('main').element();
    for (const text of [
      'Northwind Trading',
      'INV-2041',
      '418 Harbor Street, Suite 300',
      '$1,284.50 USD',
      'MAYA CHEN',
      'Process a payment before 12/03/2026',
    ])
      expect(textContent).toContain(text);
    expect(textContent).toMatch(/Expiry\s*04\/2029/);
    expect(textContent).toMatch(/CVV2\s*123/);
    await expect.element(heading).toHaveFocus();
  },
);

test('what the business leaves out is not shown', async () => {
  await renderApp('/card-details-request/vln_1', { ...opened, embossingDataSharing: card });
  await show.click();
  await expect.element(number).toBeVisible();
  for (const label of ['Invoice', 'Address', 'Amount'])
    await expect.element(screen.getByText(label, { exact: true })).not.toBeInTheDocument();
  await expect.element(screen.getByText(/^Process a payment before/)).not.toBeInTheDocument();
});

test('a connection that breaks off does not lose the link', async () => {
  const app = await renderApp('/card-details-request/vln_1', { ...opened, vendorAuthenticate: faults['breaks off'] });
  const said = screen.getByRole('alert');
  await show.click();
  await expect.element(said).toMatchTextContent('We could not reach the server');
  app.answer({ ...opened, embossingDataSharing: faults['breaks off'] });
  await show.click();
  await expect.poll(() => app.requestsOf('embossingDataSharing')).toHaveLength(1);
  await expect.element(said).toMatchTextContent('We could not reach the server');
  app.answer({ embossingDataSharing: card });
  await show.click();
  await expect.element(number).toBeVisible();
  const opening = app.requestsOf('vendorAuthenticate');
  expect(opening).toHaveLength(2);
  expect(new Set(opening.map(({ body }) => (body as { attempt: string }).attempt)).size).toBe(1);
});

test(
  'the card number is copied, or the page says that it is not',
  { tags: ['@2.vendor.11', '@8.24', '@8.25'] },
  async () => {
    await renderApp('/card-details-request/vln_1', { ...opened, embossingDataSharing: card });
    await show.click();
    const copy = screen.getByRole('button', { name: 'Copy card number' });
    const copied = screen.getByText(catalogue['@8.24']);
    const clipboard = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce();
    await copy.click();
    await expect.element(copied).toBeVisible();
    expect(clipboard).toHaveBeenCalledWith(card.cardNumber);
    clipboard.mockRejectedValueOnce(new DOMException('No permission.', 'NotAllowedError'));
    await copy.click();
    await expect.element(screen.getByText(/^Something went wrong\. Please select the text/)).toBeVisible();
    await expect.element(copied).not.toBeInTheDocument();
  },
);

test('the details leave the page after ten minutes', async () => {
  await renderApp('/card-details-request/vln_1', { ...opened, embossingDataSharing: card });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  await show.click();
  await vi.waitFor(() => expect(number.elements()).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(10 * 60 * 1000 + 1);
  vi.useRealTimers();
  await expect.element(expired).toBeVisible();
  expect(document.documentElement.outerHTML).not.toContain('4111 1111');
});

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
  await expect.element(number).toBeVisible();
  expect(app.requestsOf('vendorAuthenticate')).toMatchObject([{ body: { requestCode: 'vln_1' } }]);

  // The code has been used.
  await app.open('/card-details-request');
  await expect.element(expired).toBeVisible();
  await expect.element(screen.getByText(/ask the business for a new link/)).toBeVisible();
});

test(
  'a link that is refused, and an address without a code, have expired',
  { tags: ['@2.vendor.14', '@4.28', '@8.23'] },
  async () => {
    const app = await renderApp('/card-details-request/vln_2', {
      vendorAuthenticate: refuse('VENDOR_LINK_EXPIRED'),
      branding,
    });
    // A vendor in doubt can ask before anything is shown.
    await expect.element(screen.getByText('(555) 010-0120', { exact: false })).toBeVisible();
    await show.click();
    await expect.element(expired).toBeVisible();
    await expect.element(screen.getByText(/ask the business for a new link/)).toBeVisible();
    await expect.element(heading).toHaveFocus();
    await app.open('/card-details-request');
    await expect.element(screen.getByText(/ask the business for a new link/)).toBeVisible();
    // Another tab, without the code, knows no more than the mail.
    window.sessionStorage.clear();
    await app.open('/card-details-request');
    await expect.element(expired).toBeVisible();
    await expect.element(screen.getByText(/open the link in your email again/)).toBeVisible();
  },
);
