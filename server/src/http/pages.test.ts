import { expect, test } from 'vitest';
import { plaidScript, readableUrl, withoutFiles } from './pages.ts';
import { pagePolicy } from './security-headers.ts';

test.each(['/', '/login?x=%zz', '/caf%C3%A9', '/a//b', '/assets/a/b.js', '/openapi.json'])('%s stays', (url) => {
  expect(readableUrl(url)).toBe(url);
});

test.each([
  '//',
  '//evil.com',
  '//evil.com/login?x=1',
  '/\\evil.com',
  '/login\\x',
  '/%E0%A4%A',
  '/dashboard/%',
  '/assets/%00',
  '/assets//x.js',
  '/assets/a//x.js',
  '*',
  '',
])('%s leads nowhere', (url) => expect(readableUrl(url)).toBe('/not-found'));

test('only the page with a script inside it may run one', () => {
  expect(pagePolicy('abc')).toContain("script-src 'self';");
  expect(pagePolicy('abc', [], [], null, true)).toContain("script-src 'self' 'nonce-abc';");
});

const plaid = { kind: 'plaid', url: 'https://sandbox.plaid.com', clientId: 'id', secret: 'secret' } as const;
const accounts = '/business-settings/external-accounts';

test.each([`${accounts}?connect`, `${accounts}?connect=`, `${accounts}?oauth_state_id=1`])(
  '%s may run Plaid’s script, if banks are connected by Plaid',
  (url) => {
    const policy = pagePolicy('nonce', [], [], plaidScript(plaid, url));
    expect(policy).toContain("script-src 'self' https://cdn.plaid.com/link/v2/stable/link-initialize.js;");
    expect(policy).toContain('frame-src https://cdn.plaid.com;');
    expect(policy).toContain("connect-src 'self' https://sandbox.plaid.com;");
    expect(policy).not.toContain('trusted-types');
    for (const kind of ['embedded', 'none'] as const) expect(plaidScript({ kind }, url)).toBeNull();
  },
);

test.each([
  accounts,
  `${accounts}/?connect`,
  `${accounts}/validate-external-account?connect`,
  '/dashboard?connect',
  '/login',
])('%s may run no script of a vendor', (url) => {
  const policy = pagePolicy('nonce', [], [], plaidScript(plaid, url));
  expect(policy).not.toContain('plaid');
  expect(policy).toContain("frame-src 'none'; ");
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types app");
});

test('a page without its files names them, the entry first', () => {
  const template = `<head>
    <title>Log in</title>
    <script type="module" crossorigin src="/assets/index-1.js"></script>
    <link rel="modulepreload" crossorigin fetchpriority="low" href="/assets/hydrate-1.js">
    <link rel="icon" href="/favicon.svg">
  </head>`;
  expect(withoutFiles(template)).toEqual({
    bareTemplate: `<head>
    <title>Log in</title>
    <link rel="icon" href="/favicon.svg">
  </head>`,
    files: ['/assets/index-1.js', '/assets/hydrate-1.js'],
  });
});
