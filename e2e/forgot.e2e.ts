import { catalogue } from '../web/src/testing/catalogue.ts';
import { enter, expect, test } from './fixtures.ts';
import { alert, askForLink, sharedAddress, solveCaptcha } from './recovery.ts';

const username = 'several';

test('whoever forgot their username is helped by their address', async ({ page, inbox, server }) => {
  await page.goto('/forgot-username');
  await test.step('several accounts for the address: Sorry, and another address can be tried @2.forgot-username.3 @4.27 @8.16', async () => {
    await page.getByLabel('Email').fill(sharedAddress);
    await solveCaptcha(page);
    await page.getByRole('button', { name: 'Send my username' }).click();
    await expect(page.getByRole('heading', { name: 'Sorry' })).toBeFocused();
    await expect(page.getByText(catalogue['@8.16'])).toBeVisible();
    await expect(page.getByText(/Admin Support: \(555\)/)).toBeVisible();
    await page.getByRole('button', { name: 'Try another email' }).click();
    await expect(page.getByLabel('Email')).toHaveValue(sharedAddress);
  });
  await test.step('says the same for an address nobody has, and sends nothing', async () => {
    await page.getByLabel('Email').fill('nobody@nowhere.example');
    await solveCaptcha(page);
    await page.getByRole('button', { name: 'Send my username' }).click();
    await expect(page.getByText(catalogue['@8.17'])).toBeVisible();
    const sent = await page.request.get(`${server.origin}/outbox/messages`);
    expect(await sent.text()).not.toContain('nowhere.example');
  });
  await test.step('sends it, and the login page says so, once @1.10 @2.forgot-username.2 @4.26 @8.17', async () => {
    await page.getByRole('link', { name: 'Forgot username?' }).click();
    await page.getByLabel('Email').fill(' Maya.Chen@northwind-trading.example ');
    await solveCaptcha(page);
    await page.getByRole('button', { name: 'Send my username' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(alert(page).getByText(catalogue['@8.17'])).toBeVisible();
    expect((await inbox.next('maya.chen')).text).toContain('admin');
    await page.reload();
    await expect(page.getByLabel('Username')).toBeVisible();
    await expect(page.getByText('Your username has been sent')).toHaveCount(0);
  });
  await test.step('leads back to adding an account for whoever came from there @2.accounts.2', async () => {
    await enter(page, inbox, 'seven', '/add-account');
    await page.getByRole('link', { name: 'Forgot username?' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Forgot username' })).toBeFocused();
    await page.getByLabel('Email').fill('maya.chen@northwind-trading.example');
    await solveCaptcha(page);
    await page.getByRole('button', { name: 'Send my username' }).click();
    await expect(page).toHaveURL(/\/add-account$/);
    await expect(page.getByText(catalogue['@8.17'])).toBeVisible();
  });
});

test('whoever forgot their password asks for a link', async ({ page, server }) => {
  await test.step('says "Check your email" for a name somebody has and for one nobody has @2.forgot-password.2 @4.25', async () => {
    await askForLink(page, 'nobody.here');
    const unknown = await page.getByRole('main').innerText();
    await page.getByRole('button', { name: 'Use another username' }).click();
    await page.getByLabel('Username').fill(username);
    await solveCaptcha(page);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    const known = await page.getByRole('main').innerText();
    expect(known.replace(username, '')).toBe(unknown.replace('nobody.here', ''));
    await expect.poll(async () => (await page.request.get(`${server.origin}/outbox/messages`)).json()).toHaveLength(1);
  });
  await page.getByRole('button', { name: 'Use another username' }).click();
  await test.step('a captcha that the server does not take is asked for again', async () => {
    await page.getByLabel('Username').fill(username);
    await solveCaptcha(page);
    await page.route('**/api/forgot-password', (route) =>
      route.continue({ postData: JSON.stringify({ userName: username, recaptchaToken: 'made up' }) }),
    );
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(alert(page)).toContainText('Please confirm that you are not a robot.');
    await expect(page.getByRole('checkbox')).not.toBeChecked();
    await page.unrouteAll();
    await solveCaptcha(page);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  });
  await test.step('leads back to adding an account for whoever came from there', async () => {
    await page.goto('/add-account');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Forgot password' })).toBeFocused();
    await page.getByRole('link', { name: 'Forgot username?' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Forgot username' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to adding an account' }).click();
    await expect(page).toHaveURL(/\/add-account$/);
  });
});
