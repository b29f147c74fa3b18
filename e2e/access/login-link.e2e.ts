import { demoPassword } from '../../server/src/demo/people.ts';
import { catalogue } from '../../web/src/testing/catalogue.ts';
import { expect, signIn, test } from '../fixtures.ts';
import { solveCaptcha } from './recovery.ts';

test('a name that strangers have locked: the owner logs in with a link from the mailbox', async ({ page, inbox }) => {
  await test.step('the refusal leads to the link', async () => {
    await page.goto('/login');
    await signIn(page, 'locked', demoPassword);
    await expect(page.getByRole('alert')).toHaveText(catalogue['@8.1']);
    await page.getByRole('link', { name: 'Email me a login link' }).click();
    await page.getByLabel('Username').fill('locked');
    await solveCaptcha(page);
    await page.getByRole('button', { name: 'Email me a login link' }).click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  });
  await test.step('the link confirms this browser, and its code leaves the address bar', async () => {
    const mail = await inbox.next('ivan.petrov');
    const path = /https?:\/\/[^/\s]+(\/login-link\/sgl_\S+)/.exec(mail.text)?.[1];
    await page.goto(path!);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText(/^This browser is confirmed\./)).toBeVisible();
  });
  await test.step('where both factors let the owner in, over a reload on the code step', async () => {
    await signIn(page, 'locked', demoPassword);
    await expect(page.getByRole('alert').filter({ hasText: catalogue['@8.1'] })).toHaveCount(0);
    const code = await inbox.code('ivan.petrov');
    await expect(page.getByRole('button', { name: /^Resend in \d+ s$/ })).toBeVisible();
    await page.reload();
    await page.getByLabel('Secure Access Code').fill(code);
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});
