import { agreementOf } from '@florin/contract/program/agreements';
import type { UserInfo } from '@florin/contract/program/user-info';
import { expect, test } from 'vitest';
import { faults, type Answers } from '../../../testing/answers.ts';
import { screen } from '../../../testing/component.ts';
import { answersFor, cardholder } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const holder = (userData: Partial<UserInfo['userData']>, more: Partial<UserInfo> = {}): UserInfo => ({
  ...cardholder,
  ...more,
  userData: { ...cardholder.userData, ...userData },
});

/** Reading 13: whose agreement is which. That each has a demo person who gets its text is tested on the server. */
test.each([
  ['cardholder-mb-agreement', holder({ bankId: 'MBFINANCIAL' })],
  ['cardholder-fifththird-grants-agreement', holder({ bankId: 'FIFTHTHIRD', program: 'Grants' })],
  ['cardholder-fifththird-disburse-owned-funds-agreement', holder({ bankId: 'FIFTHTHIRD', program: 'OwnedFunds' })],
  ['cardholder-bancorp-agreement', cardholder],
  ['cardholder-bancorp-mc-agreement', holder({ bankPayment: 'Mastercard' })],
  ['cardholder-bancorp-grants-agreement', holder({ program: 'Grants' })],
  ['cardholder-bancorp-disburse-owned-funds-agreement', holder({ program: 'OwnedFunds' })],
  ['cardholder-bankcorp-credit-aggreement', holder({}, { fundingSource: 'Credit' })],
] as const)(
  'the address of another agreement leads to %s',
  { tags: ['@2.routes.57', '@2.routes.59', '@2.routes.62', '@2.routes.63', '@4.30', '@9.38'] },
  async (own, person) => {
    const answers = answersFor(person);
    await renderApp(own === 'cardholder-mb-agreement' ? '/cardholder-bancorp-agreement' : '/cardholder-mb-agreement', {
      ...answers,
      ownAgreement: {
        status: { agreement: agreementOf(person), version: 1, asked: true, accepted: null },
        text: { name: own, version: 1, effectiveDate: '10/2020', preamble: [], sections: [] },
      },
    });
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Cardholder Agreement' })).toBeVisible();
    expect(window.location.pathname).toBe(`/${own}`);
    await expect.element(screen.getByText('Effective 10/2020 · Version 1')).toBeVisible();
    await expect
      .element(screen.getByRole('contentinfo').getByRole('link', { name: 'Card use guide' }))
      .toHaveAttribute('href', `/${own}`);
  },
);

const own = 'cardholder-bancorp-agreement' as const;
const text = (version: number) => ({
  name: own,
  version,
  effectiveDate: '12/2021',
  preamble: [],
  sections: [{ id: 'fees', number: '1', title: 'Fees', blocks: [] }],
});
const at = '2026-11-02T15:00:00Z';
const status = (version: number, asked: boolean, accepted: number | null) => ({
  agreement: own,
  version,
  asked,
  accepted: accepted === null ? null : { version: accepted, at },
});
const of = (state: ReturnType<typeof status>): Answers => ({
  ...answersFor(cardholder),
  agreementStatus: state,
  ownAgreement: { status: state, text: text(state.version) },
});
const notice = screen.getByRole('main').getByText(/agreement of your card/);
const accept = screen.getByRole('button', { name: 'I accept' });

// When a version asks again is tested on the server (agreements.test.ts).
test('a new version asks again, and says what was accepted before', { tags: ['@2.routes.60', '@a8.1'] }, async () => {
  const app = await renderApp('/dashboard', { ...of(status(2, true, 1)), ownAgreement: faults['answers nonsense'] });
  await expect.element(notice).toMatchTextContent(/The agreement of your card has a new version/);
  await screen.getByRole('link', { name: 'Read the agreement' }).click();
  await expect.element(screen.getByRole('alert')).toMatchTextContent('We could not load this document.');
  app.answer(of(status(2, true, 1)));
  await screen.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('Effective 12/2021 · Version 2')).toBeVisible();
  await expect
    .element(screen.getByText(/^You accepted version 1 on .* This is version 2: please read it/))
    .toBeVisible();
});

test('an acceptance that does not arrive says so, and can be repeated', async () => {
  const app = await renderApp(`/${own}`, { ...of(status(2, true, null)), acceptAgreement: faults['breaks off'] });
  await accept.click();
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/could not reach/);
  app.answer({ ...of(status(2, false, 2)), acceptAgreement: { version: 2, at } });
  await accept.click();
  await expect.element(screen.getByText(/^You accepted version 2 on .* ET\.$/)).toHaveFocus();
  await expect.element(accept).not.toBeInTheDocument();
  expect(app.requestsOf('acceptAgreement').at(-1)?.body).toEqual({ agreement: own, version: 2 });
  await app.open('/dashboard');
  await expect.element(screen.getByText('Available balance')).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
});

test(
  'a person with another agreement is led from the credit guide to their own',
  { tags: ['@2.routes.26', '@a2.10'] },
  async () => {
    await renderApp('/cardholder-bankcorp-credit-aggreement', of(status(1, false, 1)));
    await expect.element(screen.getByText('Accepted', { exact: true })).toBeVisible();
    expect(window.location.pathname).toBe(`/${own}`);
  },
);

test('its link to the login page tells a signed-in person why the dashboard is there', { tags: '@a2.5' }, async () => {
  const state = status(1, false, 1);
  const words = [{ kind: 'link' as const, text: 'log in', to: '/login' }];
  const preamble = [{ kind: 'paragraph' as const, words }];
  await renderApp(`/${own}`, { ...of(state), ownAgreement: { status: state, text: { ...text(1), preamble } } });
  await screen.getByRole('article').getByRole('link', { name: 'log in' }).click();
  await expect.element(screen.getByText(/^You are logged in already, as /)).toBeVisible();
  expect(window.location.pathname).toBe('/dashboard');
  // What the page loads is not left to the next test.
  await expect.element(screen.getByRole('heading', { level: 1, name: /Dashboard/ })).toBeVisible();
});

test('a stranger reads the credit guide, and has nothing to accept', { tags: ['@a2.2', '@a2.10'] }, async () => {
  await renderApp('/cardholder-bankcorp-credit-aggreement', {
    legalText: { ...text(1), name: 'Cardholder Agreement' },
  });
  await expect.element(screen.getByText('Effective 12/2021 · Version 1')).toBeVisible();
  await expect.poll(() => document.title).toBe('Cardholder Agreement');
  expect(screen.getByRole('article').getByRole('link').elements()).toEqual([]);
  await expect.element(accept).not.toBeInTheDocument();
});
