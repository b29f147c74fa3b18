import { expect, test } from 'vitest';
import { heldUntil } from './hold-rules.ts';

const at = new Date('2026-11-21T12:00:00Z');
const dayLater = new Date('2026-11-22T12:00:00Z');

test.each([
  ['a password reset', 'authn_password_reset', { by: 'PhoneNumber' }, true],
  ['a new factor', 'authn_factor_added', { kind: 'Passkey' }, true],
  ['a removed factor', 'authn_factor_removed', { kind: 'Authenticator' }, true],
  ['new backup codes', 'authn_backup_codes_made', {}, true],
  ['the second factor switched off', 'authn_mfa_switched', { enabled: false }, true],
  ['the second factor switched on', 'authn_mfa_switched', { enabled: true }, false],
  ['an added address that was confirmed', 'contact_confirmed', { channel: 'Email', onFile: false }, true],
  ['an address on file that was confirmed', 'contact_confirmed', { channel: 'PhoneNumber', onFile: true }, false],
  ['a confirmed address of unknown origin', 'contact_confirmed', { channel: 'Email' }, true],
  ['a removed address', 'contact_removed', { channel: 'Email', counted: true }, true],
  ['a removed address that counted for nothing', 'contact_removed', { channel: 'Email', counted: false }, false],
  ['an added address without confirmation', 'contact_added', { channel: 'Email' }, false],
  ['a renamed factor', 'authn_factor_renamed', { kind: 'Passkey' }, false],
  ['a new password', 'authn_password_change', {}, false],
])('%s holds card details: %j %j %j', (_what, type, details, isHeld) => {
  expect(heldUntil([{ type, details, at }])).toEqual(isHeld ? dayLater : null);
});

test('the day counts from the latest change', () => {
  const change = (hour: string) => ({
    type: 'authn_factor_added',
    details: {},
    at: new Date(`2026-11-21T${hour}:00:00Z`),
  });
  expect(heldUntil([change('12'), change('14'), change('13')])).toEqual(new Date('2026-11-22T14:00:00Z'));
  expect(heldUntil([])).toBeNull();
});
