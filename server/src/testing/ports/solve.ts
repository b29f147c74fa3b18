import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

export const encode = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64');

/** What a browser makes of a challenge: its parts, and the token. */
export async function solve(challenge: { parameters: Record<string, unknown>; signature: string }) {
  const received: Challenge = JSON.parse(JSON.stringify(challenge));
  const solution = await solveChallenge({ challenge: received, deriveKey });
  if (!solution) throw new Error('no solution');
  return { challenge, solution, token: encode({ challenge, solution }) };
}
