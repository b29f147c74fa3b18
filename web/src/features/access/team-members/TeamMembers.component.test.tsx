import type { Invite } from '@florin/contract/invites';
import { expect, test } from 'vitest';
import { refuse, refuseFor, type Answers } from '../../../testing/answers.ts';
import { screen } from '../../../testing/component.ts';
import { administrator, answersFor } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { afterProof, provable, proveByPassword, stepUpDialog } from '../../../testing/step-up.ts';

const path = '/team-members';
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
const team = {
  people: 1,
  members: [
    {
      userId: '0190a000-0000-7000-8000-000000000003',
      personId: '0190a000-0000-7000-8000-000000000004',
      firstName: 'Priya',
      lastName: 'Nair',
      role: 'CARDHOLDER' as const,
      cardLast4: '0932',
      isUserAccountOpen: true,
    },
  ],
  invites: [] as Invite[],
  lockedCards: [] as (typeof locked)[],
};
const withTeam = (more: Partial<typeof team>): Answers => ({
  ...answersFor(administrator),
  teamMembers: { ...team, ...more },
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
  await expect.element(row('Priya Nair')).toMatchTextContent('Cardholder');
  await expect.element(row('Priya Nair')).toMatchTextContent('0932');
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
  await field('Role').click();
  await screen.getByRole('option', { name: 'Business administrator' }).click();
  app.answer({ teamMembers: { ...team, invites: [{ ...invite, role: 'ADMIN' }] } });
  await send();
  await proveByPassword();
  await expect.element(text(`We have sent an invite to ${invite.email}.`)).toBeVisible();
  await expect.element(row('Ines Moreau')).toMatchTextContent('Business administrator');
  expect(app.requestsOf('createInvite').map(({ body }) => body.role)).toEqual(['ADMIN', 'ADMIN']);
});

test('an invite is sent again after a fresh proof; the newest result replaces the one before', async () => {
  const app = await renderApp(path, {
    ...withTeam({ invites: [invite] }),
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
  const app = await renderApp(path, {
    ...withTeam({ invites: [{ ...invite, status: 'EXPIRED' }] }),
    resendInvite: invite,
  });
  const ines = row('Ines Moreau');
  await expect.element(ines).toMatchTextContent('Expired');
  await expect.element(ines.getByRole('button', { name: /^More for/ })).not.toBeInTheDocument();
  app.answer({ teamMembers: { ...team, invites: [invite] } });
  await ines.getByRole('button', { name: /^Resend/ }).click();
  await expect.element(ines).toMatchTextContent('Pending');
});

test('an accepted invite can neither be sent again nor revoked', async () => {
  await renderApp(path, withTeam({ invites: [{ ...invite, status: 'ACCEPTED', acceptedAt: '2026-11-03T15:00:00Z' }] }));
  await expect.element(row('Ines Moreau')).toMatchTextContent('Accepted');
  await expect.element(row('Ines Moreau').getByRole('button')).not.toBeInTheDocument();
});

test('an invite is revoked', async () => {
  const revoked = { ...invite, status: 'REVOKED' as const };
  const app = await renderApp(path, { ...withTeam({ invites: [invite] }), revokeInvite: revoked });
  await press('More for Ines Moreau');
  await screen.getByRole('menuitem', { name: 'Revoke' }).click();
  app.answer({ teamMembers: { ...team, invites: [revoked] } });
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Revoke invite' }).click();
  await expect.element(text('The invite of Ines Moreau was revoked.')).toBeVisible();
  await expect.element(row('Ines Moreau')).toMatchTextContent('Revoked');
  await expect.element(row('Ines Moreau').getByRole('button')).not.toBeInTheDocument();
  await expect.element(row('Ines Moreau')).toHaveFocus();
});

// That the holder can go on then is tested on the server (card.test.ts).
test('a locked registration is unlocked', { tags: '@beyond.43' }, async () => {
  const app = await renderApp(path, { ...withTeam({ lockedCards: [locked] }), unlockRegistration: null });
  await expect.element(screen.getByRole('heading', { name: 'Locked registrations' })).toBeVisible();
  app.answer({ teamMembers: team });
  await press('Unlock the registration of ROSA DELGADO');
  await expect.element(text('ROSA DELGADO can register again.')).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Locked registrations' })).not.toBeInTheDocument();
  expect(app.requestsOf('unlockRegistration')).toMatchObject([{ params: { id: locked.cardId } }]);
});
