import type { EligibilityFacts } from '@florin/contract/eligibility';
import { permissionFlags, type Permission, type PermissionHolder } from '@florin/contract/permissions';
import { BusinessStatus } from '@florin/contract/program/user-info';
import { describe, expect, test, vi } from 'vitest';
import { render, screen, userEvent } from '../testing/component.ts';
import { ReasonedButton, reasonFor } from './PermittedButton.tsx';

const administrator = { role: 'ADMIN', flags: permissionFlags } as const;
const open: EligibilityFacts = { membership: { status: 'OPEN' }, business: { status: 'OPEN' } };

const onClick = vi.fn<() => void>();
const show = (permission: Permission, holder: PermissionHolder, facts: EligibilityFacts) =>
  render(
    <ReasonedButton reason={reasonFor(permission, holder, facts)} onClick={onClick}>
      Send
    </ReasonedButton>,
  );

/** The button's accessible description, and whether a key press has an effect. It is always reached by Tab. */
async function press(): Promise<{ reason: string; acts: boolean }> {
  const button = screen.getByRole('button', { name: 'Send' });
  onClick.mockClear();
  await userEvent.keyboard('{Tab}');
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  const reasonId = button.element().getAttribute('aria-describedby') ?? '';
  const reason = reasonId === '' ? '' : document.querySelector(`#${CSS.escape(reasonId)}`)!.textContent;
  return { reason, acts: onClick.mock.calls.length === 1 };
}

test('acts with the permission', async () => {
  await show('vendor-links.send', administrator, open);
  expect(await press()).toEqual({ reason: '', acts: true });
});

test.each([
  [
    { role: 'ADMIN', flags: ['MANAGE_VENDORS'] },
    'You need permission to view card numbers and fund cards. Ask another administrator.',
  ],
  [{ role: 'CARDHOLDER', flags: [] }, 'Only administrators can do this.'],
] as const)('says why it does nothing: %o', async (holder, reason) => {
  await show('vendor-links.send', holder, open);
  expect(await press()).toEqual({ reason, acts: false });
});

const closed = 'Your business is closed.';
const suspended = 'You can do this again once your business is no longer suspended.';
const inReview = 'You can do this once your business is approved.';

describe.each([
  ['vendor-links.send', { PENDING_REVIEW: inReview, SUSPENDED: suspended, CLOSED: closed }],
  ['invites.send', { PENDING_REVIEW: inReview, SUSPENDED: suspended, CLOSED: closed }],
  ['business-icon.change', { SUSPENDED: suspended, CLOSED: closed }],
  ['external-accounts.connect', { CLOSED: closed }],
  ['vendor-links.revoke', { CLOSED: closed }],
  ['registrations.unlock', { CLOSED: closed }],
  ['recovery-requests.decide', { CLOSED: closed }],
] as const satisfies [Permission, Partial<Record<BusinessStatus, string>>][])('%s', (permission, reasons) => {
  test.each(BusinessStatus.options)('in a business that is %s', async (status) => {
    await show(permission, administrator, { ...open, business: { status } });
    const reason = (reasons as Partial<Record<BusinessStatus, string>>)[status] ?? '';
    expect(await press()).toEqual({ reason, acts: reason === '' });
  });
});

test('nothing can be done with a membership that is closed', async () => {
  await show('vendor-links.revoke', administrator, { ...open, membership: { status: 'CLOSED' } });
  expect(await press()).toEqual({ reason: 'Your account is closed.', acts: false });
});
