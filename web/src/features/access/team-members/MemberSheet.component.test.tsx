import { permissionFlags, presets } from '@florin/contract/permissions';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { refuse, type Answers } from '../../../testing/answers.ts';
import { screen, userEvent } from '../../../testing/component.ts';
import { administrator, aMember, answersFor, usd } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { pendingChange } from '../../../testing/settings.ts';

// The page loads it late: preparing it is no part of what a test waits for.
beforeAll(async () => {
  await import('./MemberSheet.tsx');
}, 60_000);

const id = '0190a000-0000-7000-8000-000000000003';
const path = `/team-members?open=${id}`;
const lena = {
  membershipId: id,
  personId: '0190a000-0000-7000-8000-000000000004',
  firstName: 'Lena',
  lastName: 'Fischer',
  isYou: false,
  role: 'ADMIN' as const,
  preset: 'FUNDER' as const,
  hasExceptions: false,
  state: 'OPEN' as const,
  cards: 1,
  cardLast4: '0932',
  balance: usd(42_00),
  lastLoginAt: null,
  flags: [...presets.FUNDER],
  since: '2026-01-02T15:00:00Z',
  heldCards: [
    {
      id,
      kind: 'VIRTUAL' as const,
      name: 'Fuel',
      last4: '0932',
      status: 'OPEN' as const,
      left: usd(42_00),
      groups: ['Field crew'],
    },
  ],
  security: { secondFactor: true, passwordChangedAt: '2026-01-02T15:00:00Z', openSessions: 1 },
};
const administratorOf = {
  membershipId: id,
  firstName: 'Maya',
  lastName: 'Chen',
  isYou: true,
  granted: [],
  withheld: [],
};
const closing = {
  cards: [{ id, name: 'Fuel', last4: '0932', left: usd(42_00) }],
  returned: usd(42_00),
  onHold: usd(0),
  requests: 2,
  invites: 0,
  openSessions: 1,
  needsSecond: false,
};
const answers: Answers = {
  ...answersFor(administrator),
  teamMember: lena,
  teamPermissions: {
    fourEyes: false,
    administrators: [{ ...administratorOf, preset: 'OWNER', flags: [...permissionFlags] }],
  },
  memberClosing: closing,
};
const sheet = screen.getByRole('dialog', { name: 'Team member' });
const save = sheet.getByRole('button', { name: 'Save permissions' });

test('permissions are a preset with exceptions, each marked as what it is', async () => {
  const app = await renderApp(path, answers);
  await sheet.getByRole('checkbox', { name: 'Edit notes' }).click();
  await sheet.getByRole('checkbox', { name: 'Request bank transfers' }).click();
  await expect.element(sheet.getByText('(added)')).toBeVisible();
  await expect.element(sheet.getByText('(taken away)')).toBeVisible();
  app.answer({
    changeTeamPermissions: { change: pendingChange(1, { kind: 'PERMISSIONS' }) },
  });
  await save.click();
  await expect.element(screen.getByText('The other administrators have been asked.')).toBeVisible();
  expect(app.requestsOf('changeTeamPermissions')).toMatchObject([
    { body: { preset: 'FUNDER', granted: ['MODIFY_NOTES'], withheld: ['REQUEST_ACH'] } },
  ]);
});

test('permissions that were not saved are kept where the sheet closes, and the button shows that there are some', async () => {
  onTestFinished(() => sessionStorage.clear());
  await renderApp(path, {
    ...answers,
    team: {
      items: [aMember(id, { firstName: 'Lena', lastName: 'Fischer', role: 'ADMIN', preset: 'FUNDER' })],
      nextCursor: null,
      totals: null,
    },
  });
  const transfers = sheet.getByRole('checkbox', { name: /^Request bank transfers/ });
  const discard = sheet.getByRole('button', { name: 'Discard changes' });
  await expect.element(sheet.getByRole('group', { name: 'What this person may do' })).toBeVisible();
  await expect.element(save).toHaveAttribute('data-variant', 'secondary');
  await expect.element(discard).not.toBeInTheDocument();
  await transfers.click();
  await expect.element(save).toHaveAttribute('data-variant', 'primary');
  await discard.click();
  await expect.element(transfers).toBeChecked();
  await transfers.click();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  await screen.getByRole('table').getByText('Lena Fischer').click();
  await expect.element(transfers).not.toBeChecked();
  await expect.element(sheet.getByText(/^We kept what you typed/).first()).toBeVisible();
  await sheet.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect.element(transfers).toBeChecked();
  await expect.element(save).toHaveAttribute('data-variant', 'secondary');
});

test('of two administrators, the second sees the first’s change and decides', async () => {
  const app = await renderApp(path, answers);
  await sheet.getByRole('checkbox', { name: 'Request bank transfers' }).click();
  const theirs = {
    ...administratorOf,
    membershipId: id,
    isYou: false,
    preset: 'AUDITOR' as const,
    granted: ['MODIFY_NOTES' as const],
    flags: [...presets.AUDITOR, 'MODIFY_NOTES' as const],
  };
  app.answer({
    changeTeamPermissions: refuse('VERSION_CONFLICT'),
    teamPermissions: { fourEyes: false, administrators: [theirs] },
  });
  await save.click();
  await expect
    .element(sheet.getByText(/^Someone else has changed these permissions\. Now: .*; added: Edit notes\./))
    .toBeVisible();
  await expect.element(sheet.getByRole('checkbox', { name: /^Request bank transfers/ })).not.toBeChecked();
  app.answer({ changeTeamPermissions: { administrator: theirs } });
  await save.click();
  await expect.element(screen.getByText('The permissions of Lena Fischer have been saved.')).toBeVisible();
  const funder = { preset: 'FUNDER', granted: [], withheld: [] };
  expect(app.requestsOf('changeTeamPermissions').map(({ body }) => body.replaces)).toEqual([
    funder,
    { preset: 'AUDITOR', granted: ['MODIFY_NOTES'], withheld: [] },
  ]);
});

test('what the administrator does not have cannot be given, with the reason', async () => {
  const some = { ...administrator, permissionFlags: permissionFlags.filter((flag) => flag !== 'FUND_CARDS') };
  await renderApp(path, { ...answers, ...answersFor(some) });
  const fund = sheet.getByRole('checkbox', { name: 'Fund cards' });
  await expect.element(fund).toBeDisabled();
  await expect.element(fund).toHaveAccessibleDescription(/You need permission to fund cards/);
});

test('one’s own permissions and account are left to others', async () => {
  await renderApp(path, { ...answers, teamMember: { ...lena, isYou: true } });
  await expect
    .element(sheet.getByText('Nobody changes their own permissions. Ask another administrator.'))
    .toBeVisible();
  await expect.element(save).not.toBeInTheDocument();
  await expect
    .element(sheet.getByRole('button', { name: 'Close this account' }))
    .toHaveAccessibleDescription(/Nobody closes their own account/);
});

test('closing says what it does first; what has changed meanwhile is shown before it is asked again', async () => {
  const app = await renderApp(path, answers);
  await sheet.getByRole('button', { name: 'Close this account' }).click();
  const dialog = screen.getByRole('alertdialog');
  await expect
    .element(dialog)
    .toMatchTextContent(/1 card is closed.*\$42\.00 of their balances goes back.*2 open requests/);
  app.answer({ closeMember: refuse('VERSION_CONFLICT'), memberClosing: { ...closing, returned: usd(40_00) } });
  await dialog.getByRole('button', { name: 'Close the account' }).click();
  await expect.element(dialog).toMatchTextContent(/\$40\.00 of their balances/);
  app.answer({ closeMember: null });
  await dialog.getByRole('button', { name: 'Close the account' }).click();
  await expect.element(screen.getByText('The account of Lena Fischer has been closed.')).toBeVisible();
  expect(app.requestsOf('closeMember').map(({ body }) => body.returned)).toEqual([42_00, 40_00]);
});

const priya = { ...lena, firstName: 'Priya', lastName: 'Nair', role: 'CARDHOLDER' as const, preset: null, flags: [] };

test('a cardholder’s cards and purchases are a press away, and another card is issued with the holder filled in', async () => {
  await renderApp(path, {
    ...answers,
    teamMember: priya,
    cardGroups: { items: [] },
    cards: { items: [], nextCursor: null, totals: { cards: 0, people: 0, spentThisMonth: null } },
  });
  await expect.element(sheet.getByRole('link', { name: /^Fuel/ })).toHaveAttribute('href', `/cards/${id}`);
  const purchases = sheet.getByRole('link', { name: 'Priya’s purchases' });
  await expect.element(purchases).toHaveAttribute('href', `/transactions?cardholder=${id}`);
  await sheet.getByRole('button', { name: 'Issue card' }).click();
  await expect.poll(() => window.location.pathname + window.location.search).toBe(`/cards?issue=virtual&holder=${id}`);
});

test('purchases are for those who may see them', async () => {
  await renderApp(path, {
    ...answers,
    userInfo: { ...administrator, allowAdminViewCardUsage: false },
    teamMember: priya,
  });
  await expect.element(sheet.getByRole('button', { name: 'Issue card' })).toBeVisible();
  await expect.element(sheet.getByRole('link', { name: 'Priya’s purchases' })).not.toBeInTheDocument();
});

test.each([lena, { ...priya, state: 'CLOSED' as const }])('no card is issued to $role, $state', async (teamMember) => {
  await renderApp(path, { ...answers, teamMember });
  await expect.element(sheet.getByRole('link', { name: /^Fuel/ })).toBeVisible();
  await expect.element(sheet.getByRole('button', { name: 'Issue card' })).not.toBeInTheDocument();
});
