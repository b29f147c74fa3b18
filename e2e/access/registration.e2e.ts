import { demoPassword } from '../../server/src/demo/people.ts';
import { expect, signIn, signInAs, test } from '../fixtures.ts';
import { en } from '../../web/src/messages/en.ts';
import { becomeNobody } from '../nobody.ts';
import {
  cardField,
  codeField,
  createAccount,
  enterCard,
  enterCode,
  fillDetails,
  goOn,
  heading,
  waitingCard,
} from './registration.ts';

const card = waitingCard('Rosa Delgado');
const hint =
  'If the code has not arrived after 10 minutes, check spam or ask an administrator. Some organizations use the four-digit birth year as the code.';

test(
  'a new cardholder registers a card and is logged in, and a person with a username adds one to it',
  {
    tag: [
      '@0.2',
      '@1.8',
      '@2.routes.14',
      '@2.registration.1',
      '@2.registration.5',
      '@2.registration.6',
      '@2.registration.8',
      '@2.registration.9',
      '@2.registration.14',
      '@2.registration.17',
      '@2.registration.22',
      '@2.registration.23',
      '@2.registration.24',
      '@3.13',
      '@3.19',
      '@3.21',
      '@4.6',
      '@5.15',
      '@5.22',
      '@5.28',
      '@6.1',
      '@9.6',
      '@9.32',
      '@9.33',
    ],
  },
  async ({ page, inbox }) => {
    await page.goto('/login');
    await page.getByRole('link', { name: 'Register it here' }).click();
    await expect(page).toHaveURL(/\/registration\?utm_source=dashboard_login$/);
    await expect(heading(page)).toHaveText('Register your card');
    await cardField(page).pressSequentially(card.number);
    await expect(cardField(page)).toHaveValue(card.number.replaceAll(/(\d{4})(?=\d)/g, '$1 '));
    await goOn(page);

    await expect(heading(page)).toHaveText('Verify identity');
    await expect(codeField(page)).toBeFocused();
    await expect(page).toHaveTitle(/^Verify identity · /);
    await expect(codeField(page)).toHaveAttribute('placeholder', '1234 or 123456');
    await expect(codeField(page)).toHaveAccessibleDescription(hint);
    await enterCode(page, inbox, card);

    await page.goBack();
    await expect(page.getByText(/^You have verified your card ending in \d{4} already\.$/)).toBeVisible();
    await page.getByRole('button', { name: 'Continue your registration' }).click();
    await expect(heading(page)).toHaveText('Your details');

    await test.step('a reload asks who is there before it shows the details @beyond.31', async () => {
      await page.reload();
      await expect(heading(page)).toHaveText('Are you Rosa D.?');
      // The question is the first page: Back leaves the wizard at once.
      await page.waitForFunction(() => !('registrationStep' in (window.history.state as object)));
      await page.goBack();
      await expect(page).toHaveURL(/\/login$/);
      await page.goForward();
      await expect(heading(page)).toHaveText('Are you Rosa D.?');
      await page.getByRole('button', { name: 'Yes, continue' }).click();
    });
    await expect(page.getByLabel('First name')).toHaveValue('Rosa');
    await expect(page.getByLabel('Last name')).toHaveValue('Delgado');
    await expect(page.getByLabel('Name on card')).toHaveValue('ROSA DELGADO');
    await expect(page.getByLabel('Name on card')).toBeDisabled();
    await page.getByLabel('Date of birth').pressSequentially('01151990');
    await expect(page.getByLabel('Date of birth')).toHaveValue('01/15/1990');
    await page.getByLabel('Home phone', { exact: true }).pressSequentially('2015550123');
    await expect(page.getByLabel('Home phone', { exact: true })).toHaveValue('(201) 555-0123');
    await goOn(page);

    await expect(heading(page)).toHaveText('Setup account');
    await expect(page.getByLabel('Username')).toHaveAccessibleDescription('Use your email or a custom username.');
    const sent = page.waitForRequest('**/Registration/Profile');
    await createAccount(page, 'rosa.delgado');
    expect((await sent).postDataJSON()).toMatchObject({
      mobilePhone: '(201) 555-0123',
      securityQuestion: 'not used',
      securityAnswer: 'not used',
      device: expect.stringContaining('Chrome'),
    });
    await expect(heading(page)).toHaveText('All set');
    await test.step('a reload shows the last page again @beyond.35', async () => {
      await page.reload();
      await expect(page.getByText('Rosa, your card is registered.')).toBeVisible();
    });
    await expect(page.getByText(/Call us at .*\d{4}/)).toBeVisible();
    await expect(page.getByText('Your contact for this card is maya.chen@northwind-trading.example.')).toBeVisible();
    await expect(page.getByRole('link', { name: /Cardholder quick-start guide/ })).toHaveAttribute('href', /^https:/);
    // The password was just chosen: no second login.
    await page.getByRole('link', { name: 'Cardholder login' }).click();
    await expect(page).toHaveURL(/\/fast-phone-verification$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Verify your phone' })).toBeVisible();
    // The tour begins on the dashboard, not here.
    const tour = page.getByRole('button', { name: 'Show me around' });
    await expect(tour).toHaveCount(0);
    await page.goto('/dashboard');
    await expect(tour).toBeVisible();

    // His business uses the birth year as the code.
    const enterOther = async () => {
      await page.goto('/registration');
      await enterCard(page, waitingCard('Otis Grant'));
      await codeField(page).fill('1988');
      await goOn(page);
      await expect(heading(page)).toHaveText('Your details');
    };
    await becomeNobody(page);
    await test.step('a login in another tab starts the registration again and names the person @beyond.34', async () => {
      await enterOther();
      const tab = await page.context().newPage();
      await signInAs(tab, inbox, 'onefactor');
      await expect(page.getByText('The card will be added to Noah Park (onefactor).')).toBeVisible();
      await expect(heading(page)).toHaveText('Register your card');
      await expect(page.getByText(en.errors.SESSION_CHANGED)).toBeVisible();
      await tab.close();
    });
    await becomeNobody(page);
    await test.step('the person logs in inside the wizard, and the card is theirs @2.registration.4', async () => {
      await enterOther();
      await page.getByRole('button', { name: 'Log in instead' }).click();
      await signIn(page, 'cardholder', demoPassword);
      await page.getByLabel('Secure Access Code').fill(await inbox.code('priya.nair'));
      await expect(page.getByText('The card will be added to Priya Nair (cardholder).')).toBeVisible();
      await expect(heading(page)).toHaveText('Your details');
      await fillDetails(page);
      await page.getByRole('button', { name: 'Add to my login' }).click();
      await expect(heading(page)).toHaveText('All set');
      await page.getByRole('link', { name: 'Go to dashboard' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    });
  },
);
