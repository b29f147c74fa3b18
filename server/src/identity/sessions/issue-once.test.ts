import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const source = new URL('../../', import.meta.url);

/** Every source file of the server except tests. */
async function sources() {
  const files = (await readdir(source, { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(new URL(file, source), 'utf8') })));
}

const filesWith = async (pattern: RegExp) =>
  (await sources()).filter(({ text }) => pattern.test(text)).map(({ file }) => file);

test('one function inserts sessions, and nothing copies rows into the table', async () => {
  // The demo data's sessions are in the past, and nobody has their tokens.
  expect((await filesWith(/insertInto\(\s*['"`]session['"`]/)).toSorted()).toEqual([
    'demo/write-logins.ts',
    'identity/sessions/issue.ts',
  ]);
  expect(await filesWith(/(insert|merge|copy)\s+(into\s+)?("?public"?\.)?"?session"?[\s(]/i)).toEqual([]);
  const [issue] = (await sources()).filter(({ file }) => file === 'identity/sessions/issue.ts');
  expect(issue!.text.match(/insertInto\('session'\)/g)).toHaveLength(1);
});

test('sign-ins, switches and step-ups are the only acts that issue one', async () => {
  expect((await filesWith(/\bissueSession\(/)).toSorted()).toEqual([
    'features/access/linked-accounts/switch-user.ts',
    'features/access/step-up/step-up.ts',
    'identity/sessions/complete.ts',
    'identity/sessions/issue.ts',
  ]);
  expect((await filesWith(/\bcompleteSignIn\(/)).toSorted()).toEqual([
    'features/access/autologin/redeem.ts',
    'features/access/login/login.ts',
    'features/access/mfa/authenticate.ts',
    'features/access/passkey-sign-in/routes.ts',
    'features/access/recovery/reset-password.ts',
    'identity/sessions/complete.ts',
  ]);
});

test('codes and tokens are compared and used up in one place each', async () => {
  expect((await filesWith(/\bcode_mac\b/)).toSorted()).toEqual(['db/schema.ts', 'identity/codes/one-time-code.ts']);
  expect((await filesWith(/\bsuccessor_sealed\b/)).toSorted()).toEqual([
    'db/schema.ts',
    'features/access/session/refresh-queries.ts',
    'identity/sessions/issue.ts',
  ]);
});
