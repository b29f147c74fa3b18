import { passkeyOptions } from '@florin/contract/access/passkey-sign-in';
import { sendStepUpCode, stepUp } from '@florin/contract/access/step-up';
import { call } from '../../api.ts';
import { provePasskey } from '../../session/browser/passkey.ts';
import { outcome, refused, type Performers } from '../use-flow.ts';
import type { StepUpCalls } from './step-up.ts';

export const stepUpCalls: Performers<StepUpCalls> = {
  sendCode: async ({ entityType }) =>
    outcome(await call(sendStepUpCode, { body: { entityType } }), ({ body }) => ({
      kind: 'codeSent',
      masked: body.entityMasked,
      resendInSeconds: body.resendInSeconds,
    })),

  async prove({ method, password, code }) {
    let proof: { passkey?: Record<string, unknown>; code?: string } = code === '' ? {} : { code };
    if (method === 'Passkey') {
      const options = await call(passkeyOptions, { body: {} });
      if (!options.ok) return refused(options);
      const outcomeOfBrowser = await provePasskey(options.body.options);
      if (!outcomeOfBrowser.ok) return { kind: 'passkeyFailed', reason: outcomeOfBrowser.reason };
      proof = { passkey: outcomeOfBrowser.passkey };
    }
    return outcome(await call(stepUp, { body: { password, method, ...proof } }), ({ body }) => ({
      kind: 'proven',
      epoch: body.epoch,
    }));
  },
};
