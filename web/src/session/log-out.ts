import { leaveSession } from './leave.ts';
import { endOnServer, oweLogout, type LogoutReason } from './owed-logout.ts';

/** How long people wait for the server before they leave anyway: where they arrive, it is asked again until it answers. */
const patienceMilliseconds = 3000;

/** Ends the session on the server and in every tab. `idle` leads to the page that says why. */
export async function logOut(reason: LogoutReason): Promise<void> {
  oweLogout(reason);
  const patience = new Promise<false>((resolve) => setTimeout(() => resolve(false), patienceMilliseconds));
  const isOver = await Promise.race([endOnServer(reason), patience]);
  // A switch that was on its way has brought another session, and taken the debt away: it is to end, too.
  if (!isOver) oweLogout(reason);
  leaveSession(reason === 'idle' ? '/auto-logout' : '/login');
}
