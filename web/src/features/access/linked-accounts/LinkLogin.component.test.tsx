import { expect, onTestFinished, test, vi } from 'vitest';
import { refuse } from '../../../testing/answers.ts';
import { screen } from '../../../testing/component.ts';
import { administrator, answersFor } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { catalogue } from '../../../testing/catalogue.ts';

const second = {
  TwoFactorAuthSessionId: 'mfp_pending',
  TwoFactorAuthEntities: [
    { EntityType: 'Email', EntityAuthStatus: 'Authenticated', EntityMasked: 'o•••@p•••.example' },
  ] as const,
  EnrolledFactors: [],
};
const answers = answersFor(administrator);
const press = (name: string) => screen.getByRole('button', { name, exact: true }).click();

async function enterOther() {
  await press('Link another login');
  await screen.getByLabelText('Username of the other login').fill('second.login');
  await screen.getByLabelText('Password of the other login', { exact: true }).fill('its password');
  await press('Continue');
}

test('another login is linked with its password and its second factor, and the list is loaded again', async () => {
  const app = await renderApp('/my-accounts', {
    ...answers,
    beginLink: refuse('MFA', { ...second, TwoFactorAuthEntities: [...second.TwoFactorAuthEntities] }),
    sendCode: { entityMasked: 'o•••@p•••.example', resendInSeconds: 30 },
    linkLogin: { accounts: 2 },
  });
  await enterOther();
  await screen.getByLabelText('Secure Access Code').fill('123456');
  await expect.element(screen.getByText(/^2 accounts were added to your login/)).toBeVisible();
  expect(app.requestsOf('linkLogin').at(-1)?.body).toEqual({
    username: 'second.login',
    code: '123456',
    twoFactorAuthSessionId: 'mfp_pending',
    type: 'Email',
  });
  expect(app.requestsOf('linkedAccounts').length).toBeGreaterThan(1);
});

test('a login in another name is warned of before its second factor', async () => {
  const app = await renderApp('/my-accounts', {
    ...answers,
    beginLink: refuse('MFA', {
      ...second,
      TwoFactorAuthEntities: [...second.TwoFactorAuthEntities],
      IsOtherName: true,
    }),
    sendCode: { entityMasked: 'o•••@p•••.example', resendInSeconds: 30 },
  });
  await enterOther();
  await expect.element(screen.getByText(/^This login is not in the name of Maya Chen\./)).toBeVisible();
  await expect.element(screen.getByLabelText('Secure Access Code')).toBeVisible();
  expect(app.requestsOf('linkLogin')).toEqual([]);
});

test('a reload keeps the step of the code and the warning, until the login is linked', async () => {
  const navigation = { type: 'reload' } as PerformanceNavigationTiming;
  const entries = vi.spyOn(performance, 'getEntriesByType').mockReturnValue([navigation]);
  onTestFinished(() => entries.mockRestore());
  const app = await renderApp('/my-accounts', {
    ...answers,
    beginLink: refuse('MFA', {
      ...second,
      TwoFactorAuthEntities: [...second.TwoFactorAuthEntities],
      IsOtherName: true,
    }),
    sendCode: { entityMasked: 'o•••@p•••.example', resendInSeconds: 30 },
    linkLogin: { accounts: 1 },
  });
  const code = screen.getByLabelText('Secure Access Code');
  await enterOther();
  await expect.element(code).toBeVisible();
  await expect.element(screen.getByText(/^We sent a 6-digit code/)).toBeVisible();
  await app.open('/my-accounts');
  await expect.element(code).toBeVisible();
  await expect.element(screen.getByText(/^This login is not in the name of Maya Chen\./)).toBeVisible();
  expect(app.requestsOf('sendCode')).toHaveLength(1);
  await code.fill('123456');
  await expect.element(screen.getByText(/^1 account was added to your login/)).toBeVisible();
  expect(app.requestsOf('linkLogin').at(-1)?.body).toMatchObject({ twoFactorAuthSessionId: 'mfp_pending' });
  await app.open('/my-accounts');
  await expect.element(screen.getByRole('heading', { level: 1, name: 'My accounts' })).toBeVisible();
});

test('what cannot be linked is said, and nothing typed is lost', async () => {
  const app = await renderApp('/my-accounts', { ...answers, beginLink: refuse('INVALID_CREDENTIALS') });
  await enterOther();
  await expect.element(screen.getByRole('alert')).toMatchTextContent(catalogue['@8.4']);
  app.answer({ ...answers, beginLink: refuse('ACCOUNT_NOT_AVAILABLE') });
  await press('Continue');
  await expect.element(screen.getByRole('alert')).toMatchTextContent('This login cannot be linked');
  await expect.element(screen.getByLabelText('Username of the other login')).toHaveValue('second.login');
  await screen.getByLabelText('Username of the other login').fill(` ${administrator.userName.toUpperCase()}`);
  await press('Continue');
  await expect
    .element(screen.getByLabelText('Username of the other login'))
    .toHaveAccessibleDescription('This is the login you are using. Please enter the username of the other one.');
  await expect.element(screen.getByText(/^This login cannot be linked/)).not.toBeInTheDocument();
  expect(app.requestsOf('beginLink')).toHaveLength(2);
  await press('Cancel');
  await expect.element(screen.getByRole('heading', { level: 1, name: 'My accounts' })).toBeVisible();
});
