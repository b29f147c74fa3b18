import { enter, expect, test } from '../fixtures.ts';

test('messages reach support: of a person, and of a broken link', async ({ page, inbox }) => {
  await test.step('a stranger of a white-label program reports a broken link @2.404.4 @beyond.14', async () => {
    await page.goto('/login/harbor');
    await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', /^\/branding\/[0-9a-f-]{36}\/favicon\?v=/);
    await expect(page).toHaveTitle(/· Harbor$/);
    await page.goto('/old/page/rst_c2VjcmV0?token=s3cret');
    const sent = page.waitForRequest('**/api/support/broken-links');
    await page.getByRole('button', { name: 'Report a broken link' }).click();
    expect((await sent).postDataJSON()).toEqual({ path: '/old/page/[secret]', customSlug: 'harbor' });
    await expect(page.getByRole('status').getByText(/^Thank you\. Your report B-\d{8}/)).toBeVisible();
    const report = await inbox.next('hello@harbor.example');
    expect(report.text).toContain('/old/page');
    expect(report.text).not.toContain('s3cret');
    expect(report.text).toContain('not logged in');
  });

  await test.step('a cardholder writes to support @2.contact-us.7', async () => {
    await page.goto('/healthz');
    await page.context().clearCookies();
    await enter(page, inbox, 'onefactor', '/contact-us');
    await expect(page.getByLabel('Your email address')).toHaveValue('noah.park@northwind-trading.example');
    await page.getByLabel('Subject').fill('A fee I do not know');
    await page.getByLabel('Message').fill('There is a fee of $2.00 on my card.');
    await page.getByLabel('Your email address').fill('noah@home.example');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByRole('heading', { name: 'Your message was sent' })).toBeFocused();
    const mail = await inbox.next('cardholders@florin.example');
    const reference = /M-\d{8}/.exec(mail.subject ?? '')![0];
    await expect(page.getByRole('main')).toContainText(reference);
    expect(mail.subject).toContain('A fee I do not know');
    expect(mail.replyTo).toBe('noah@home.example');
    expect(mail.text).toContain('There is a fee of $2.00 on my card.');
    expect(mail.text).toContain('Noah Park (onefactor), cardholder of Northwind Trading');
  });
});
