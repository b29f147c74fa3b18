import { expect, test } from 'vitest';
import { faults, refuse } from '../../../testing/answers.ts';
import { catalogue } from '../../../testing/catalogue.ts';
import { screen } from '../../../testing/component.ts';
import { administrator, answersFor, signedIn } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const heading = screen.getByRole('heading', { level: 1 });
const field = (name: string) => screen.getByLabelText(name, { exact: true });
const { userInfo, ...rest } = answersFor(administrator);

async function logIn(): Promise<void> {
  await field('Username').fill('maya');
  await field('Password').fill('not told here');
  await screen.getByRole('button', { name: 'Log in', exact: true }).click();
}

test(
  'a stranger logs in here as on the login page, and arrives at the dashboard',
  { tags: ['@2.routes.23', '@2.accounts.1', '@2.accounts.3'] },
  async () => {
    const app = await renderApp('/add-account', {
      ...rest,
      demoData: faults.fails,
      login: refuse('INVALID_CREDENTIALS'),
    });
    await logIn();
    await expect.element(screen.getByRole('alert')).toMatchTextContent(catalogue['@8.4']);
    app.answer({
      userInfo,
      login: signedIn,
    });
    await logIn();
    await expect.element(heading).toHaveTextContent('Dashboard');
    expect(window.location.pathname).toBe('/dashboard');
  },
);

test.each([
  ['Forgot username?', 'Forgot username'],
  ['Forgot password?', 'Forgot password'],
])('"%s" leads there and back, while a person is logged in', { tags: '@2.accounts.2' }, async (name, title) => {
  const app = await renderApp('/add-account', answersFor(administrator));
  await expect.element(screen.getByText(/You are logged in as Maya Chen/)).toBeVisible();
  await screen.getByRole('link', { name }).click();
  await expect.poll(() => app.departures).toHaveLength(1);
  await app.open(app.departures[0]!);
  await expect.element(heading).toHaveTextContent(title);
  await expect
    .element(screen.getByRole('link', { name: 'Back to adding an account' }))
    .toHaveAttribute('href', '/add-account');
});
