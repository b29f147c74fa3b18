import type { Captcha, Solution } from '../../ports/captcha/captcha.ts';

/** A captcha whose correct answer is `solved`; it records its calls. */
export class EasyCaptcha implements Captcha {
  readonly asked: Solution[] = [];

  async verify(token: string, solution: Solution): Promise<boolean> {
    this.asked.push(solution);
    return token === 'solved';
  }

  publicConfig() {
    return { provider: 'altcha' } as const;
  }
}
