import { redeemAutologinTicket } from '@florin/contract/access/autologin';
import { call } from '../../../api.ts';
import type { Refusal } from '../../../flows/flow.ts';
import { outcome, type Performers } from '../../../flows/use-flow.ts';
import { findPerson } from '../../../session/visitor.ts';
import { linkSecret } from '../../../session/browser/link-secret.ts';
import type { AutologinCalls } from './autologin.ts';

const noTicket: Refusal = {
  kind: 'refusal',
  body: { Code: 'TICKET_INVALID', Message: 'no ticket' },
  correlationId: null,
};

export const autologinCalls: Performers<AutologinCalls> = {
  async find() {
    await pageLoad();
    const { person } = await findPerson();
    return { kind: 'found', name: person && `${person.firstName} ${person.lastName}` };
  },

  async redeem() {
    const ticket = linkSecret('autologin');
    if (ticket === null) return noTicket;
    const answer = await call(redeemAutologinTicket, { body: { ticket } });
    // A text that is no ticket is refused like an invalid one.
    if (!answer.ok && answer.code === 'VALIDATION') return noTicket;
    return outcome(answer, ({ body }) => ({ kind: 'signedIn', body }));
  },
};

/** Resolves once the page has loaded: programs that only fetch addresses redeem nothing (reading 8). */
function pageLoad(): Promise<void> {
  if (document.readyState === 'complete') return Promise.resolve();
  return new Promise((resolve) => window.addEventListener('load', () => resolve(), { once: true }));
}
