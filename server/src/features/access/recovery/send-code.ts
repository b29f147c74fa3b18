import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { isRefused, refuse, type Call, type Handler } from '../../../http/call.ts';
import type { Client } from '../../../http/client.ts';
import { originOf } from '../../../core/audit/events.ts';
import { findDeviceId } from '../../../identity/devices/queries.ts';
import { proofOptions } from '../../../identity/factors/passkey-options.ts';
import { readProver, type Prover } from '../../../identity/attempts/attempts.ts';
import { deliveryProblem } from '../../../identity/codes/delivery.ts';
import { sendAccessCode } from '../../../identity/codes/send-code.ts';
import { lockPerson } from '../../../core/people/lock-person.ts';
import { askAdministrators } from './confirmation.ts';
import { readReset, type PasswordReset } from './find-reset.ts';
import { requestNumber } from './open-request.ts';
import { readMethods } from './second-proofs.ts';

interface ResetCall {
  context: Context;
  caller: PasswordReset;
  client: Client;
}

/** The person of a reset, locked, with their possible proofs; null if the reset has ended. */
export async function lockReset(tx: Database, { context, caller: { id, personId }, client }: ResetCall) {
  const { hostname } = client;
  const person = await lockPerson(tx, personId);
  const reset = person && (await readReset(tx, context, id));
  return reset ? { person, reset, methods: await readMethods(tx, context, person, { reset, hostname }) } : null;
}

/** The person, and the quota of the call: its link has come from the person's mailbox (decision 032). */
export async function proverOf(tx: Database, { context, client, caller: { personId } }: ResetCall): Promise<Prover> {
  const { quota } = await readProver(tx, context, { personId, deviceId: await findDeviceId(tx, client, personId) });
  return { personId, quota: quota === 'strangers' ? 'mailbox' : quota };
}

/** A way that the person does not have is refused like one that does not exist. */
export const notOffered = () => refuse('VALIDATION', { Fields: [{ Field: 'entityType', Problem: 'format' }] });

/** GET /forgot/verification-methods. */
export const verificationMethods: Handler<'verificationMethods'> = async (call) =>
  inTransaction(call.context.db, async (tx) => {
    const locked = await lockReset(tx, call);
    return locked ? { status: 200, body: locked.methods } : refuse('RESET_LINK_INVALID');
  });

/**
 * POST /forgot/send-code: sends a text, within the quota of all codes; returns the options for a passkey; or sends the
 * request to the administrators (reading 11).
 */
export const sendResetCode: Handler<'sendResetCode'> = async (call) => {
  const { context } = call;
  const origin = originOf(call);
  const sent = await inTransaction(context.db, (tx) => send(tx, call));
  if (isRefused(sent)) return sent;
  const problem = 'messageId' in sent ? await deliveryProblem(context, origin, sent) : null;
  if (problem) return problem;
  const { entityMasked } = sent;
  if ('options' in sent) return { status: 200, body: { entityMasked, options: sent.options } };
  if ('resendInSeconds' in sent) return { status: 200, body: { entityMasked, resendInSeconds: sent.resendInSeconds } };
  return {
    status: 200,
    body: 'requestNumber' in sent ? { entityMasked, requestNumber: sent.requestNumber } : { entityMasked },
  };
};

async function send(tx: Database, call: Call<'sendResetCode'>) {
  const { context, caller: reset, input } = call;
  const origin = originOf(call);
  const locked = await lockReset(tx, call);
  if (!locked) return refuse('RESET_LINK_INVALID');
  const { person, methods } = locked;
  const method = methods.find(({ entityType }) => entityType === input.body.entityType);
  if (method?.entityType === 'AdminConfirmation') {
    const asked = await askAdministrators(tx, context, origin, locked);
    return asked === null ? notOffered() : { ...method, requestNumber: requestNumber(asked) };
  }
  if (method?.entityType === 'Passkey') {
    const use = { rpId: call.client.hostname, sessionId: null, pendingId: null, resetId: reset.id };
    return { ...method, options: await proofOptions(tx, context, use, person.id) };
  }
  if (method?.entityType !== 'PhoneNumber') return notOffered();
  return sendAccessCode(tx, context, origin, {
    flow: { purpose: 'PasswordReset', id: reset.id },
    person,
    prover: await proverOf(tx, call),
    kind: 'PhoneNumber',
    because: 'asked',
  });
}
