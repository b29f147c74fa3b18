import { expect, test } from 'vitest';
import { faults, refuse } from '../../../testing/answers.ts';
import { catalogue } from '../../../testing/catalogue.ts';
import { screen, setAppearance } from '../../../testing/component.ts';
import { answersFor, cardholder } from '../../../testing/people.ts';
import { invited, isAt } from '../../../testing/registration.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const alert = screen.getByRole('alert');
const worthless = screen.getByText(catalogue['@8.20']);

test.each(['/invites', '/invites?code=', '/registration?code='])(
  'without a code, %s is not found',
  { tags: ['@2.routes.25', '@2.routes.69', '@4.21'] },
  async (address) => {
    await renderApp(address, {});
    await expect.element(screen.getByText('404', { exact: true })).toBeVisible();
    await isAt('Page not found');
    await expect.poll(() => document.title).toBe('Page not found · Florin');
  },
);

test('an invitation names the business and leads to the registration', { tags: '@4.19' }, async () => {
  const app = await renderApp('/invites?code=inv_1', invited);
  await isAt('You are invited');
  await expect.element(screen.getByText('Northwind Trading has invited you to its card program.')).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Accept invitation' }))
    .toHaveAttribute('href', '/registration?code=inv_1');
  await app.open('/registration?code=inv_1');
  await isAt('Your details');
});

test(
  'an invite user has no profile menu and no navigation',
  { tags: ['@2.shell.6', '@2.shell.36', '@2.shell.37', '@6.12'] },
  async () => {
    await renderApp('/registration?code=inv_1', invited);
    await isAt('Your details');
    for (const width of [1280, 320]) {
      await setAppearance({ width });
      await expect.element(screen.getByRole('button', { name: /^Profile menu of/ })).not.toBeInTheDocument();
      await expect.element(screen.getByRole('button', { name: 'Open navigation' })).not.toBeInTheDocument();
      await expect.element(screen.getByRole('navigation', { name: 'Main links' })).not.toBeInTheDocument();
    }
  },
);

for (const area of ['/invites', '/registration']) {
  test(`an invite that cannot be resolved at ${area} can be tried again`, { tags: '@8.19' }, async () => {
    const app = await renderApp(`${area}?code=inv_1`, { ...invited, verifyInvite: faults['breaks off'] });
    await expect.element(alert).toMatchTextContent(catalogue['@8.19']);
    await expect.poll(() => document.title).toBe('Your invitation · Florin');
    app.answer(invited);
    await screen.getByRole('button', { name: 'Try again' }).click();
    await isAt(area === '/invites' ? 'You are invited' : 'Your details');
  });

  test(
    `an invalid code at ${area} ends the session and leads to the login page`,
    { tags: ['@4.20', '@8.20'] },
    async () => {
      const { userInfo, ...rest } = answersFor(cardholder);
      const app = await renderApp(`${area}?code=inv_1`, {
        ...rest,
        ...invited,
        userInfo,
        verifyInvite: refuse('INVITE_INVALID'),
        logout: null,
      });
      await expect.poll(() => app.departures).toEqual(['/login']);
      expect(app.requestsOf('logout')).toHaveLength(1);
      await app.open('/login');
      await expect.element(worthless).toBeVisible();
      // It is said once.
      await app.open('/login');
      await expect.element(screen.getByLabelText('Username')).toBeVisible();
      await expect.element(worthless).not.toBeInTheDocument();
    },
  );
}
