import type { Handlers } from '../../../http/call.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { isRefused, refuse } from '../../../http/call.ts';
import { originOf } from '../../../core/audit/events.ts';
import { usernameSkeleton } from '../../../core/people/username.ts';
import { lockPerson } from '../../../core/people/lock-person.ts';
import { authenticate } from './authenticate.ts';
import { deliveryProblem } from '../../../identity/codes/delivery.ts';
import { isLivePending, readPending } from '../../../identity/codes/queries.ts';
import { sendAccessCode } from '../../../identity/codes/send-code.ts';

export const mfaRoutes: Pick<Handlers, 'sendCode' | 'authenticate'> = {
  sendCode: async (call) => {
    const { context, caller: pending, input } = call;
    const origin = originOf(call);
    const sent = await inTransaction(context.db, async (tx) => {
      const person = await lockPerson(tx, pending.personId);
      if (!person || person.usernameSkeleton !== usernameSkeleton(input.body.userName))
        return refuse('UNAUTHENTICATED');
      // It may have been completed while this call waited for the lock.
      if (!isLivePending(await readPending(tx, pending.id), context.clock.now())) return refuse('UNAUTHENTICATED');
      const kind = input.body.twoFactorAuthEntityType;
      const flow = { purpose: 'LoginNewDevice', id: pending.id } as const;
      const { deviceId } = pending;
      return sendAccessCode(tx, context, origin, { flow, person, deviceId, kind, because: 'asked' });
    });
    if (isRefused(sent)) return sent;
    const problem = await deliveryProblem(context, origin, pending.personId, sent);
    return problem ?? { status: 200, body: { entityMasked: sent.entityMasked } };
  },
  authenticate,
};
