import type { UserInfo } from '@florin/contract/user-info';
import { readSite } from '../site.ts';
import { currentEpoch, setCurrentEpoch } from './epoch.ts';
import { isLive, readMarker, removeMarker } from './marker.ts';
import { exitPath, type ExitPath } from './leave.ts';

/**
 * Who is signed in, for the guards. Nothing is asked, and none of the code that asks is loaded, where the marker says
 * that nobody is. `exit` is where someone who is not signed in is sent.
 * @throws CallFailure where the server cannot be asked
 */
export async function findPerson(): Promise<{ person: UserInfo | null; exit: ExitPath }> {
  const marker = readMarker();
  const now = Date.now();
  const exit = exitPath(marker?.lastActivity, now);
  if (marker === null || !isLive(marker, readSite().sessionTimeout, now)) {
    removeMarker();
    return { person: null, exit };
  }
  if (currentEpoch() === null) setCurrentEpoch(marker.epoch);
  const { loadPerson } = await import('./person.ts');
  return { person: await loadPerson(), exit };
}
