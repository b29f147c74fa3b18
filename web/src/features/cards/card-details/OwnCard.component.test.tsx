import { expect, test, vi } from 'vitest';
import { refuse, type Answers } from '../../../testing/answers.ts';
import { screen } from '../../../testing/component.ts';
import { answersFor, cardholder } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { afterProof, provable, proveByPassword, stepUpDialog } from '../../../testing/step-up.ts';

const own = screen.getByRole('region', { name: 'Your card' });
const number = own.getByText('4111 1111 1111 1111');
const show = screen.getByRole('button', { name: 'Show card details' });
const details = {
  cardNumber: '4111111111111111',
  nameOnCard: 'MAYA CHEN',
  expirationDate: '2029-04-30',
  cvV2: '123',
};
const card = { last4: '0932', nameOnCard: 'MAYA CHEN', isViewable: true, heldUntil: null };
const answers: Answers = { ...answersFor(cardholder), viewCardDetails: details };
const held = /the way you log in has changed\. For your safety, card details can be shown and sent again from .+ ET\./;

test('the card is shown after a fresh proof', { tags: '@6.3' }, async () => {
  const app = await renderApp('/dashboard', { ...answers, ...provable, viewCardDetails: afterProof(details) });
  await expect.element(own).toMatchTextContent('•••• 0932');
  await expect.element(own).toMatchTextContent('Nobody has viewed the details of this card.');
  await show.click();
  await expect.element(stepUpDialog).toBeVisible();
  await expect.element(number).not.toBeInTheDocument();
  app.answer({
    cardDetailsViews: {
      card,
      views: [
        { id: '2', at: '2026-11-02T15:00:00Z', by: 'HOLDER', vendor: null },
        {
          id: '1',
          at: '2026-11-01T15:00:00Z',
          by: 'VENDOR',
          vendor: { email: 'billing@harborline-freight.example', sentBy: 'Maya Chen' },
        },
      ],
    },
  });
  await proveByPassword();
  await expect.element(number).toBeVisible();
  await expect.element(own).toMatchTextContent(/CVV2\s*123/);
  await expect.element(own).toMatchTextContent(/Hides in \d+ s/);
  await expect.element(own).toMatchTextContent(/Card details were viewed .+ ET/);
  await expect
    .element(own)
    .toMatchTextContent('By billing@harborline-freight.example, with a link that Maya Chen sent');
  await screen.getByRole('button', { name: 'Hide card details' }).click();
  await expect.element(number).not.toBeInTheDocument();
});

test('the details are hidden when the window loses the focus, and after 30 seconds', async () => {
  await renderApp('/dashboard', answers);
  await show.click();
  await expect.element(number).toBeVisible();
  window.dispatchEvent(new Event('blur'));
  await expect.element(own).toMatchTextContent('•••• 0932');
  expect(document.documentElement.outerHTML).not.toContain('4111 1111');

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  await show.click();
  await vi.waitFor(() => expect(number.elements()).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(29_000);
  expect(number.elements()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2000);
  vi.useRealTimers();
  await expect.element(number).not.toBeInTheDocument();
});

test('after a change of factors the card stays hidden', { tags: '@beyond.45' }, async () => {
  const heldUntil = '2026-11-03T15:00:00Z';
  await renderApp('/dashboard', { ...answers, cardDetailsViews: { card: { ...card, heldUntil }, views: [] } });
  await expect.element(own.getByText(held)).toBeVisible();
  await expect.element(show).toHaveAttribute('aria-disabled', 'true');
  await expect.element(show).toHaveAccessibleDescription(held);
});

// Which factors count is tested on the server (hold.test.ts).
test('an older factor opens the card during the hold', { tags: '@beyond.45' }, async () => {
  const refusal = refuse('HELD_AFTER_CHANGE', {
    Until: '2026-11-03T15:00:00Z',
    OlderFactors: ['Authenticator'],
  });
  const app = await renderApp('/dashboard', {
    ...answers,
    ...provable,
    stepUpMethods: {
      methods: [
        { method: 'Authenticator', entityMasked: null },
        { method: 'Email', entityMasked: 'm•••@northwind.example' },
      ],
    },
    viewCardDetails: refusal,
  });
  await show.click();
  await expect
    .element(stepUpDialog)
    .toMatchTextContent('please confirm with a passkey or an authenticator app that you had before the change');
  await stepUpDialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(own.getByText(held)).toBeVisible();
  await show.click();
  app.answer({ viewCardDetails: details });
  await stepUpDialog.getByLabelText('Current password', { exact: true }).fill('not told here');
  await stepUpDialog.getByLabelText('Code of your authenticator app').fill('123456');
  await stepUpDialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect.element(number).toBeVisible();
  expect(app.requestsOf('stepUp')).toMatchObject([{ body: { method: 'Authenticator', code: '123456' } }]);
});
