import { agreementOf } from '@florin/contract/agreements';
import type { UserInfo } from '@florin/contract/user-info';
import { expect, test } from 'vitest';
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
  'whoever opens the agreement of another program is led to %s',
  { tags: ['@2.routes.57', '@2.routes.59', '@2.routes.62', '@2.routes.63', '@4.30', '@9.38'] },
  async (own, person) => {
    const answers = answersFor(person);
    await renderApp(own === 'cardholder-mb-agreement' ? '/cardholder-bancorp-agreement' : '/cardholder-mb-agreement', {
      ...answers,
      ownAgreement: {
        standing: { agreement: agreementOf(person), version: 1, asked: true, accepted: null },
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
