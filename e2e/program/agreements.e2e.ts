import type { Page } from '@playwright/test';
import { enter, expect, test } from '../fixtures.ts';

const notice = (page: Page) => page.getByRole('main').getByText(/agreement of your card/);

test(
  'a cardholder reads the agreement, accepts it, and is not asked again',
  { tag: ['@2.routes.58', '@a0.1', '@a1.1', '@a2.2', '@a5.1'] },
  async ({ page, inbox }) => {
    await test.step('the credit guide needs no login; its second spelling leads to the first @2.routes.26 @a2.10 @beyond.9', async () => {
      await page.goto('/cardholder-bancorp-credit-aggreement');
      await expect(page).toHaveURL(/\/cardholder-bankcorp-credit-aggreement$/);
      await expect(page.getByText('Effective June 13th, 2023 · Version 1')).toBeVisible();
    });
    await enter(page, inbox, 'teacher');
    await expect(notice(page)).toHaveText(/Please read the agreement of your card and accept it/);
    await page.getByRole('link', { name: 'Read the agreement' }).click();
    await expect(page).toHaveURL(/\/cardholder-fifththird-grants-agreement$/);
    await expect(page).toHaveTitle('Cardholder Agreement');
    await expect(page.getByRole('heading', { level: 1, name: 'Cardholder Agreement' })).toBeVisible();
    await expect(page.getByText('Effective 6/2023 · Version 1')).toBeVisible();
    await expect(page.getByText('Not accepted yet')).toBeVisible();

    // Contents lead to numbered sections; the fee table stands in its own.
    await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: /Fees/ }).click();
    await expect(page).toHaveURL(/#fees$/);
    const fees = page.getByRole('region', { name: /^\d+ Fees$/ });
    await expect(fees.getByRole('heading', { level: 2 })).toBeInViewport();
    await expect(fees.getByRole('row', { name: /^Replacement card/ })).toContainText('$5.00 per Card');
    await expect(fees.getByRole('row', { name: /^Currency conversion/ })).toContainText('2% of the transaction');
    await expect(page.getByRole('article').getByRole('link', { name: 'register the Card' })).toHaveAttribute(
      'href',
      '/registration',
    );

    await page.getByRole('link', { name: 'Go to acceptance' }).click();
    await page.getByRole('button', { name: 'I accept' }).click();
    await expect(page.getByText(/^You accepted version 1 on .* ET\.$/)).toBeFocused();
    await expect(page.getByRole('button', { name: 'I accept' })).toHaveCount(0);
    await page.reload();
    await expect(page.getByText(/^You accepted version 1 on/)).toBeVisible();
    await page.goto('/dashboard');
    await expect(page.getByText('Available balance')).toBeVisible();
    await expect(notice(page)).toHaveCount(0);

    // Another agreement is not theirs; the card use guide is.
    await page.goto('/cardholder-mb-agreement');
    await expect(page).toHaveURL(/\/cardholder-fifththird-grants-agreement$/);
    // A link to a section arrives there, although the text comes after the page.
    await page.goto('/cardholder-fifththird-grants-agreement#arbitration');
    await expect(page.getByRole('heading', { name: /Arbitration/ })).toBeInViewport();
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Card use guide' })).toHaveAttribute(
      'href',
      '/cardholder-fifththird-grants-agreement',
    );

    // On paper the text stands alone.
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('article')).toBeVisible();
    for (const role of ['banner', 'contentinfo', 'navigation'] as const)
      await expect(page.getByRole(role)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Print or save' })).toHaveCount(0);
  },
);
