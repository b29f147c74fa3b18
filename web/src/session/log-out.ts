import { logout } from '@florin/contract/session';
import { call } from '../api.ts';
import { leaveSession } from './leave.ts';

/** How long people wait for the server before they leave anyway; the idle limit then ends the session there. */
const patienceMilliseconds = 3000;

/** Ends the session on the server and in every tab. `idle` leads to the page that says why. */
export async function logOut(reason: 'user' | 'idle' | 'suspicious'): Promise<void> {
  const told = call(logout, { body: { reason } }, { keepalive: true }).catch(() => null);
  const patience = new Promise((resolve) => setTimeout(resolve, patienceMilliseconds));
  await Promise.race([told, patience]);
  leaveSession(reason === 'idle' ? '/auto-logout' : '/login');
}
