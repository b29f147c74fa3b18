import type { sendStepUpCode as contract } from '@florin/contract/factors';
import { isRefused, type Handler } from '../../../http/call.ts';
import { originOf } from '../../../core/audit/events.ts';
import { deliveryProblem } from '../../../identity/codes/delivery.ts';
import { sendAccessCode } from '../../../identity/codes/send-code.ts';
import { underLock } from '../../../identity/step-up/make-change.ts';

/** POST /api/step-up/send-code: a code for this session and for nothing else, within the quota of all codes. */
export const sendStepUpCode: Handler<typeof contract> = async (call) => {
  const { context, caller: session, input } = call;
  const origin = originOf(call);
  const sent = await underLock(call, (tx, person) =>
    sendAccessCode(tx, context, origin, {
      flow: { purpose: 'StepUp', id: session.id },
      person,
      deviceId: session.deviceId,
      kind: input.body.entityType,
      because: 'asked',
    }),
  );
  if (isRefused(sent)) return sent;
  const problem = await deliveryProblem(context, origin, session.personId, sent);
  return problem ?? { status: 200, body: { entityMasked: sent.entityMasked } };
};
