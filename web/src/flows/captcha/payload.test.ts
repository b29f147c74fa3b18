import { createChallenge, solveChallenge, verifySolution, type Payload } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { expect, test } from 'vitest';
import { encodePayload } from './payload.ts';

test('a solved challenge survives the way to the server', async () => {
  const secret = 'for this test';
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 10,
    counter: 3,
    data: { action: 'login', note: 'ü' },
    deriveKey,
    hmacSignatureSecret: secret,
  });
  const solution = await solveChallenge({ challenge, deriveKey });
  const sent = JSON.parse(
    Buffer.from(encodePayload({ challenge, solution: solution! }), 'base64').toString(),
  ) as Payload;
  const verdict = await verifySolution({ ...sent, deriveKey, hmacSignatureSecret: secret });
  expect(verdict.verified).toBe(true);
});
