import type * as contract from '@florin/contract/access/step-up';
import type { HandlersOf, Handler } from '../../../http/call.ts';
import { underLock } from '../../../identity/step-up/make-change.ts';
import { waysOf } from '../../../identity/step-up/methods.ts';
import { stepUp } from './step-up.ts';
import { originOf } from '../../../core/audit/events.ts';
import { readProver } from '../../../identity/attempts/attempts.ts';
import { sentAnswer } from '../../../identity/codes/delivery.ts';
import { sendAccessCode } from '../../../identity/codes/send-code.ts';

/** POST /api/step-up/send-code: a code for this session only, within the quota of all codes. */
const sendStepUpCode: Handler<'sendStepUpCode'> = async (call) => {
  const { context, caller: session, input } = call;
  const origin = originOf(call);
  const sent = await underLock(call, async (tx, person) =>
    sendAccessCode(tx, context, origin, {
      flow: { purpose: 'StepUp', id: session.id },
      person,
      prover: await readProver(tx, context, session),
      kind: input.body.entityType,
      because: 'asked',
    }),
  );
  return sentAnswer(context, origin, sent);
};

export const stepUpRoutes: HandlersOf<typeof contract> = {
  stepUpMethods: (call) =>
    underLock(call, async (tx, { id }) => ({
      status: 200 as const,
      body: { methods: await waysOf(tx, call.context, id, call.client.hostname) },
    })),
  sendStepUpCode,
  stepUp,
};
