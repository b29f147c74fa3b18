import { Check, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { classNames } from '../../kit/class-names.ts';
import { Icon } from '../../kit/text/Icon.tsx';
import { Spinner } from '../../kit/text/Spinner.tsx';
import { en } from '../../messages/en.ts';
import type { CaptchaProps } from './Captcha.tsx';
import styles from './ProofOfWork.module.css';
import { captchaChallenge, type CaptchaAction } from '@florin/contract/program/captcha';
import { solveChallengeWorkers, type Challenge, type Payload } from 'altcha-lib';
import { call } from '../../api.ts';
import { scriptUrl } from './app-policy.ts';
import { encodePayload } from './payload.ts';

type Phase = 'asking' | 'working' | 'solved' | 'failed';

/** The self-hosted captcha: after one press, the browser solves a challenge. There is no puzzle (WCAG 3.3.8). */
export function ProofOfWork({ action, difficulty, error, takesFocus, onToken }: CaptchaProps) {
  const words = en.login.captcha;
  const id = useId();
  const [phase, setPhase] = useState<Phase>('asking');
  const box = useRef<HTMLButtonElement>(null);
  const running = useRef<AbortController>(null);

  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => {
    // The captcha may be drawn after the form has moved the focus to its first refused field.
    const isFirst = box.current?.form?.querySelector('[aria-invalid="true"]') === box.current;
    if (takesFocus || (error !== null && isFirst)) box.current?.focus();
  }, [error, takesFocus]);

  const start = async () => {
    if (phase === 'working' || phase === 'solved') return;
    const controller = new AbortController();
    running.current = controller;
    setPhase('working');
    try {
      const token = await solveCaptcha(action, difficulty, controller);
      setPhase('solved');
      onToken(token);
    } catch {
      if (!controller.signal.aborted) setPhase('failed');
    }
  };

  return (
    <div className={styles.captcha}>
      <button
        ref={box}
        type="button"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a checkbox that cannot be unchecked and has a busy state
        role="checkbox"
        aria-checked={phase === 'solved' ? true : phase === 'working' ? 'mixed' : false}
        aria-labelledby={`${id}label`}
        aria-describedby={error === null ? `${id}state` : `${id}error ${id}state`}
        aria-invalid={error === null ? undefined : true}
        className={classNames(styles.box, error !== null && styles.wrong)}
        onClick={() => void start()}
      >
        <span className={classNames(styles.tick, styles[phase])}>
          {phase === 'working' && <Spinner />}
          {phase === 'solved' && <Icon of={Check} size={16} />}
          {phase === 'failed' && <Icon of={X} size={16} />}
        </span>
        <span id={`${id}label`} className={phase === 'asking' ? styles.words : 'visually-hidden'}>
          {words.label}
        </span>
        {phase === 'working' && <span className={styles.words}>{words.working}</span>}
        {phase === 'solved' && <span className={styles.words}>{words.solved}</span>}
        {phase === 'failed' && (
          <span className={styles.words}>
            {words.failed} <span className={styles.retry}>{words.retry}</span>
          </span>
        )}
        {phase === 'working' && <span className={styles.bar} />}
      </button>
      <span id={`${id}state`} role="status" className="visually-hidden">
        {phase === 'working'
          ? words.working
          : phase === 'solved'
            ? words.solved
            : phase === 'failed'
              ? words.failed
              : ''}
      </span>
      {error !== null && (
        <p id={`${id}error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

// Vite gives the address of the built worker as the default export.
// oxlint-disable-next-line import/default
import workerUrl from './solver.worker.ts?worker&url';

/** More workers would starve the page itself on small phones. */
const workersAtMost = 4;

/**
 * Fetches a challenge and solves it. Resolves to the value for `recaptchaToken`: the base64 JSON payload of ALTCHA
 * version 2. Rejects if there is no challenge or no solution, or `controller` is aborted.
 */
async function solveCaptcha(
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
