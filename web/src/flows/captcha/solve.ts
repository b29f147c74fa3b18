import { captchaChallenge, type CaptchaAction } from '@florin/contract/program/captcha';
import { solveChallengeWorkers, type Challenge, type Payload } from 'altcha-lib';
import { call } from '../../api.ts';
import { scriptUrl } from './app-policy.ts';
import { encodePayload } from './payload.ts';
// Vite gives the address of the built worker as the default export.
// oxlint-disable-next-line import/default
import workerUrl from './solver.worker.ts?worker&url';

/** More workers would starve the page itself on small phones. */
const workersAtMost = 4;

/**
 * Fetches a challenge and solves it. Resolves to the value for `recaptchaToken`: the base64 JSON payload of ALTCHA
 * version 2. Rejects if there is no challenge or no solution, or `controller` is aborted.
 */
export async function solveCaptcha(
  action: CaptchaAction,
  difficulty: 1 | 2 | 3,
  controller: AbortController,
): Promise<string> {
  const query = { action, difficulty: String(difficulty) as '1' | '2' | '3' };
  const answer = await call(captchaChallenge, { query }, { signal: controller.signal });
  if (!answer.ok) throw new Error(answer.code);
  const challenge = answer.body as unknown as Challenge;
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(workersAtMost, navigator.hardwareConcurrency || 1),
    controller,
    createWorker: () => new Worker(scriptUrl(workerUrl), { type: 'module' }),
  });
  if (solution === null) throw new Error('no solution');
  return encodePayload({ challenge, solution } satisfies Payload);
}
