import type * as contract from '@florin/contract/step-up';
import type { HandlersOf } from '../../../http/call.ts';
import { underLock } from '../../../identity/step-up/make-change.ts';
import { waysOf } from '../../../identity/step-up/methods.ts';
import { sendStepUpCode } from './send-code.ts';
import { stepUp } from './step-up.ts';

export const stepUpRoutes: HandlersOf<typeof contract> = {
  stepUpMethods: (call) =>
    underLock(call, async (tx, { id }) => ({
      status: 200 as const,
      body: { methods: await waysOf(tx, call.context, id, call.client.hostname) },
    })),
  sendStepUpCode,
  stepUp,
};
