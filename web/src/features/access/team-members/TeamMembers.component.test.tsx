import type { Invite } from '@florin/contract/access/invites';
import type { Member } from '@florin/contract/access/team-members';
import { expect, test } from 'vitest';
import { faults, refuse, refuseFor, type Answers } from '../../../testing/answers.ts';
import { screen, userEvent } from '../../../testing/component.ts';
import { administrator, aMember, answersFor, usd } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { afterProof, provable, proveByPassword, stepUpDialog } from '../../../testing/step-up.ts';

const path = '/team-members';
const invited = `${path}?state=INVITED`;
const invite: Invite = {
  id: '0190a000-0000-7000-8000-0000000000e1',
  email: 'ines.moreau@guests.example',
  firstName: 'Ines',
  lastName: 'Moreau',
  role: 'CARDHOLDER',
  preset: null,
  status: 'PENDING',
  invitedBy: 'Maya Chen',
  sentAt: '2026-11-02T15:00:00Z',
  expiresAt: '2026-11-09T15:00:00Z',
  acceptedAt: null,
};
const locked = {
  cardId: '0190a000-0000-7000-8000-0000000000c1',
  nameOnCard: 'ROSA DELGADO',
  cardLast4: '7899',
  timesUnlocked: 0,
};
const member = (n: number, more: Partial<Member>): Member =>
  aMember(`0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`, {
    personId: `0190a000-0000-7000-8000-1${String(n).padStart(11, '0')}`,
    balance: usd(42_00),
    lastLoginAt: '2025-11-02T15:00:00Z',
    ...more,
  });
const maya = {
  firstName: 'Maya',
  lastName: 'Chen',
  role: 'ADMIN',
  preset: 'OWNER',
  isYou: true,
  cards: 0,
  cardLast4: null,
  balance: null,
} as const;
const ofTeam = (items: Member[], waitingInvites = 0, nextCursor: string | null = null) => ({
  items,
  nextCursor,
  totals: { accounts: items.length, people: new Set(items.map(({ personId }) => personId)).size, waitingInvites },
});
const ofInvites = (...items: Invite[]) => ({ items, nextCursor: null, waiting: items.length });
const withTeam = (more: Answers): Answers => ({
  ...answersFor(administrator),
  team: ofTeam([member(1, {})]),
  ...more,
});

const row = (name: string) => screen.getByRole('row').filter({ hasText: name });
const text = (sentence: string) => screen.getByText(sentence);
const press = (name: string) => screen.getByRole('button', { name, exact: true }).click();
const dialog = screen.getByRole('dialog', { name: 'Invite a person' });
const field = (name: string) => dialog.getByLabelText(name, { exact: true });
const send = () => dialog.getByRole('button', { name: 'Send invite' }).click();

async function fillInvite(): Promise<void> {
  await field('Email').fill(invite.email);
  await field('First name').fill(invite.firstName);
  await field('Last name').fill(invite.lastName);
}

test('the members of the business', { tags: ['@2.routes.50', '@6.5'] }, async () => {
  await renderApp(path, withTeam({}));
  await expect.element(row('Priya Nair')).toMatchTextContent(/Cardholder.*0932.*\$42\.00.*Nov 2, 2025.*Active/);
});

test('the command palette opens the invite, and exports the rows of the address', async () => {
  const app = await renderApp(`${path}?role=ADMIN`, { ...withTeam({}), exportTeam: null });
  const search = screen.getByRole('combobox', { name: 'Search or do anything' });
  await expect.element(row('Priya Nair')).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill('export');
  await screen.getByRole('option', { name: /^Export this list as XLSX/ }).click();
  await expect.poll(() => app.requestsOf('exportTeam')).toMatchObject([{ query: { role: 'ADMIN', format: 'xlsx' } }]);
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill('invite');
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Email')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(window.location.search).not.toContain('invite');
});

test('one row a person: a second account is a line below, and opens by itself', async () => {
  const second = member(3, { ...maya, role: 'CARDHOLDER', preset: null, cards: 2, cardLast4: '4821' });
  const items = [member(2, { ...maya, personId: second.personId }), second, member(1, { state: 'CLOSED' })];
  const app = await renderApp(path, withTeam({ team: ofTeam(items, 3), teamMember: faults.fails }));
  await expect.element(screen.getByText('2 people, 3 accounts')).toBeVisible();
  await expect.element(row('Maya Chen').first()).toMatchTextContent(/\(you\).*Business administrator.*Owner.*No card/);
  await expect.element(row('second account')).toMatchTextContent(/Cardholder.*2 cards/);
  await expect.element(row('Priya Nair')).toMatchTextContent('Closed');
  await expect.element(screen.getByRole('tab', { name: /^Invited/ })).toHaveTextContent('Invited3');
  await expect.element(screen.getByText(/^Everyone with an account at /)).toMatchTextContent(/\. 3 invited$/);
  await expect
    .element(screen.getByRole('link', { name: '3 invited' }))
    .toHaveAttribute('href', '/team-members?state=INVITED');
  await press('second account');
  await expect.poll(() => app.requestsOf('teamMember')).toMatchObject([{ params: { id: second.membershipId } }]);
});

test('views, filters, search and order are asked of the server, page by page', async () => {
  const app = await renderApp(path, withTeam({ team: ofTeam([member(1, {})], 0, 'next') }));
  await expect.element(row('Priya Nair')).toBeVisible();
  app.answer({ team: { ...ofTeam([member(2, maya)]), totals: null } });
  await press('Load more');
  await expect.element(row('Maya Chen')).toBeVisible();
  await screen.getByRole('tab', { name: 'Administrators' }).click();
  await expect.poll(() => window.location.search).toBe('?role=ADMIN');
  await app.open(`${path}?preset=OWNER%2CAUDITOR&sort=-lastLogin&q=chen`);
  await expect
    .poll(() => app.requestsOf('team').map(({ query }) => query))
    .toEqual([
      { limit: 50, sort: 'NAME' },
      { limit: 50, sort: 'NAME', cursor: 'next' },
      { limit: 50, sort: 'NAME', role: 'ADMIN' },
      { limit: 50, sort: 'LAST_LOGIN', preset: ['OWNER', 'AUDITOR'], text: 'chen' },
    ]);
});

test('what could not be loaded can be loaded again, and nobody found is said', async () => {
  const app = await renderApp(`${path}?q=zzz`, withTeam({ team: faults.fails, lockedRegistrations: faults.fails }));
  await expect.element(screen.getByText('We could not load your team members.')).toBeVisible();
  await expect.element(screen.getByText(/^We could not load the locked registrations/)).toBeVisible();
  app.answer({ team: ofTeam([]), lockedRegistrations: { lockedCards: [] } });
  await screen.getByRole('button', { name: 'Try again' }).first().click();
  await screen.getByRole('button', { name: 'Try again' }).last().click();
  await expect.element(screen.getByText('Nobody matches these filters.')).toBeVisible();
});

test('an invite opens to what is known of it, and is revoked there', async () => {
  const app = await renderApp(`${invited}&open=${invite.id}`, withTeam({ invites: ofInvites(invite) }));
  const sheet = screen.getByRole('dialog', { name: 'Invite' });
  await expect.element(sheet).toMatchTextContent(/ines\.moreau@guests\.example.*Cardholder.*Maya Chen/);
  await sheet.getByRole('button', { name: 'Revoke' }).click();
  app.answer({ revokeInvite: { ...invite, status: 'REVOKED' }, invites: ofInvites({ ...invite, status: 'REVOKED' }) });
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Revoke invite' }).click();
  await expect.element(sheet).toMatchTextContent('Revoked');
  await expect.element(sheet.getByRole('button', { name: 'Resend' })).not.toBeInTheDocument();
});

test('the form of an invite says at each field what is wrong', async () => {
  const app = await renderApp(path, { ...withTeam({}), createInvite: refuse('INVITE_ALREADY_PENDING') });
  await press('Invite a person');
  await expect.element(field('Email')).toHaveFocus();
  await send();
  await expect.element(field('Email')).toHaveAccessibleDescription('Email is required');
  await expect.element(field('First name')).toHaveAccessibleDescription('First name is required');
  await expect.element(field('Last name')).toHaveAccessibleDescription('Last name is required');
  await field('Email').fill('ines');
  await expect.element(field('Email')).toHaveAccessibleDescription('Email needs to be in name@example.com format');
  expect(app.requestsOf('createInvite')).toEqual([]);
  await fillInvite();
  await send();
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('That address has been invited already. You can send the invite again.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('an administrator is invited after a fresh proof', async () => {
  const app = await renderApp(path, {
    ...withTeam({}),
    ...provable,
    createInvite: afterProof({ ...invite, role: 'ADMIN' as const }),
  });
  await press('Invite a person');
  await fillInvite();
  const getsCard = dialog.getByText(/When they register, a physical card is produced for them\.$/);
  await expect.element(getsCard).toBeVisible();
  await field('Role').click();
  await screen.getByRole('option', { name: 'Business administrator' }).click();
  await expect.element(getsCard).not.toBeInTheDocument();
  app.answer({ invites: ofInvites({ ...invite, role: 'ADMIN' }) });
  await send();
  await proveByPassword();
  await expect.element(text(`We have sent an invite to ${invite.email}.`)).toBeVisible();
  await screen.getByRole('tab', { name: 'Invited' }).click();
  await expect.element(row('Ines Moreau')).toMatchTextContent('Business administrator');
  expect(app.requestsOf('createInvite').map(({ body }) => body.role)).toEqual(['ADMIN', 'ADMIN']);
});

test('an invite is sent again after a fresh proof; the newest result replaces the one before', async () => {
  const app = await renderApp(invited, {
    ...withTeam({ invites: ofInvites(invite) }),
    ...provable,
    resendInvite: afterProof(invite),
  });
  await press('Resend the invite of Ines Moreau');
  await expect.element(stepUpDialog).toBeVisible();
  await proveByPassword();
  const sent = text(`We have sent a new link to ${invite.email}. The old link no longer works.`);
  await expect.element(sent).toBeVisible();
  app.answer({ resendInvite: refuseFor('RESEND_LIMIT_REACHED', 30) });
  await press('Resend the invite of Ines Moreau');
  await expect.element(text('This invite was sent a moment ago. You can send it again in 30 seconds.')).toBeVisible();
  await expect.element(sent).not.toBeInTheDocument();
  app.answer({ resendInvite: refuseFor('RESEND_LIMIT_REACHED', 3600) });
  await press('Resend the invite of Ines Moreau');
  await expect.element(screen.getByText(/^This invite was sent several times already\./)).toBeVisible();
});

test('an expired invite can be sent again, and not revoked', async () => {
  const app = await renderApp(invited, {
    ...withTeam({ invites: ofInvites({ ...invite, status: 'EXPIRED' }) }),
    resendInvite: invite,
  });
  const ines = row('Ines Moreau');
  await expect.element(ines).toMatchTextContent('Expired');
  await expect.element(ines.getByRole('button', { name: /^More for/ })).not.toBeInTheDocument();
  app.answer({ invites: ofInvites(invite) });
  await ines.getByRole('button', { name: /^Resend/ }).click();
  await expect.element(ines).toMatchTextContent('Pending');
});

test('an accepted invite can neither be sent again nor revoked', async () => {
  await renderApp(
    invited,
    withTeam({ invites: ofInvites({ ...invite, status: 'ACCEPTED', acceptedAt: '2026-11-03T15:00:00Z' }) }),
  );
  await expect.element(row('Ines Moreau')).toMatchTextContent('Accepted');
  await expect.element(row('Ines Moreau').getByRole('button', { name: /^(Resend|More)/ })).not.toBeInTheDocument();
});

test('an invite is revoked', async () => {
  const revoked = { ...invite, status: 'REVOKED' as const };
  const app = await renderApp(invited, { ...withTeam({ invites: ofInvites(invite) }), revokeInvite: revoked });
  await press('More for Ines Moreau');
  await screen.getByRole('menuitem', { name: 'Revoke' }).click();
  app.answer({ invites: ofInvites(revoked) });
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Revoke invite' }).click();
  await expect.element(text('The invite of Ines Moreau was revoked.')).toBeVisible();
  await expect.element(row('Ines Moreau')).toMatchTextContent('Revoked');
  await expect.element(row('Ines Moreau').getByRole('button', { name: /^(Resend|More)/ })).not.toBeInTheDocument();
  await expect.element(row('Ines Moreau')).toHaveFocus();
});

// That the holder can go on then is tested on the server (card.test.ts).
test('a locked registration is unlocked', { tags: '@beyond.43' }, async () => {
  const app = await renderApp(path, {
    ...withTeam({ lockedRegistrations: { lockedCards: [locked] } }),
    unlockRegistration: null,
  });
  await expect.element(screen.getByRole('heading', { name: 'Locked registrations' })).toBeVisible();
  app.answer({ lockedRegistrations: { lockedCards: [] } });
  await press('Unlock the registration of ROSA DELGADO');
  await expect.element(text('ROSA DELGADO can register again.')).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Locked registrations' })).not.toBeInTheDocument();
  expect(app.requestsOf('unlockRegistration')).toMatchObject([{ params: { id: locked.cardId } }]);
});

test('the cards of selected people join a group; accounts without cards are left out', async () => {
  const groupId = '0190a000-0000-7000-8000-0000000000d1';
  const sales = { id: groupId, name: 'Sales', cards: 1, policies: [], createdAt: '2026-11-02T15:00:00Z' };
  const app = await renderApp(
    path,
    withTeam({
      team: ofTeam([member(1, {}), member(2, maya)]),
      cardGroups: { items: [sales] },
      changeCardGroupMembers: sales,
    }),
  );
  await screen.getByRole('checkbox', { name: 'Select Maya Chen' }).click();
  const bar = screen.getByRole('group', { name: /selected$/ });
  const act = bar.getByRole('button', { name: 'Add their cards to a group' });
  await expect.element(act).toHaveAttribute('title', 'None of them holds cards.');
  await screen.getByRole('checkbox', { name: 'Select Priya Nair' }).click();
  await act.click();
  const cards = screen.getByRole('dialog', { name: 'Cards of 2 people' });
  await cards.getByRole('button', { name: /Choose a group/ }).click();
  await screen.getByRole('option', { name: 'Sales' }).click();
  await cards.getByRole('button', { name: 'Add cards' }).click();
  await expect.element(text('The cards of 2 people are in Sales.')).toBeVisible();
  expect(app.requestsOf('changeCardGroupMembers')).toMatchObject([
    { params: { id: groupId }, body: { addHeldBy: [member(1, {}).membershipId] } },
  ]);
});
