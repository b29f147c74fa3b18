import { expect, test } from 'vitest';
import { secretIn } from './link-secret.ts';

test.each([
  ['/autologin/abc', { page: 'autologin', secret: 'abc', path: '/autologin' }],
  ['/reset-password/pwr_x-1/', { page: 'resetPassword', secret: 'pwr_x-1', path: '/reset-password' }],
  ['/reset-password/a%2Fb', { page: 'resetPassword', secret: 'a/b', path: '/reset-password' }],
  ['/reset-password/%zz', { page: 'resetPassword', secret: '%zz', path: '/reset-password' }],
  ['/card-details-request/vln_x', { page: 'vendorCardDetails', secret: 'vln_x', path: '/card-details-request' }],
  ['/autologin/a/b', { page: 'autologin', secret: 'a/b', path: '/autologin' }],
  ['/autologin/', { page: 'autologin', secret: '', path: '/autologin' }],
])('%s', (pathname, found) => {
  expect(secretIn(pathname)).toEqual(found);
});

test.each(['/autologin', '/login/abc', '/reset-passwords/abc', '/x/autologin/abc', '/'])(
  '%s has no secret',
  (pathname) => {
    expect(secretIn(pathname)).toBeNull();
  },
);
