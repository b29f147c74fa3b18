import type { ErrorBody } from '@florin/contract/errors';
import { redeemAutologinTicket } from '@florin/contract/recovery';
import { call, UnexpectedAnswer } from '../../../api.ts';
import { findPerson } from '../../../session/find-person.ts';
import { linkSecret } from '../../../session/link-secret.ts';
import type { AutologinAnswer, AutologinRequest } from './autologin.ts';

/** Makes the call that the state asks for. It never rejects: what goes wrong is an answer, too. */
export async function performAutologin(request: AutologinRequest): Promise<AutologinAnswer> {
  try {
    return await (request.call === 'find' ? find() : redeem());
  } catch (error) {
    if (!(error instanceof UnexpectedAnswer)) return { kind: 'network' };
    return refused({ Code: 'UNEXPECTED', Message: error.message }, error.correlationId);
  }
}

async function find(): Promise<AutologinAnswer> {
  await pageLoad();
  const { person } = await findPerson();
  return { kind: 'found', name: person && `${person.firstName} ${person.lastName}` };
}

async function redeem(): Promise<AutologinAnswer> {
  const ticket = linkSecret('autologin');
  if (ticket === null) return refused({ Code: 'TICKET_INVALID', Message: 'no ticket' }, null);
  const answer = await call(redeemAutologinTicket, { body: { ticket } });
  if (answer.ok) return { kind: 'signedIn', body: answer.body };
  // Something that is no ticket at all is a worthless one, too.
  const isShape = answer.code === 'VALIDATION';
  return refused(isShape ? { Code: 'TICKET_INVALID', Message: 'no ticket' } : answer.body, answer.correlationId);
}

/** Resolves once the page has loaded: what only fetches addresses redeems nothing (reading 8). */
function pageLoad(): Promise<void> {
  if (document.readyState === 'complete') return Promise.resolve();
  return new Promise((resolve) => window.addEventListener('load', () => resolve(), { once: true }));
}

const refused = (error: ErrorBody, correlationId: string | null): AutologinAnswer => ({
  kind: 'refusal',
  error,
  correlationId,
});
