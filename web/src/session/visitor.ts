import type { UserInfo } from '@florin/contract/program/user-info';
import { useEffect, useState } from 'react';
import { readSite } from '../site.ts';
import { currentEpoch, isLive, marker, setCurrentEpoch } from './browser-session.ts';
import { wasIdle, type ExitPath } from './leave.ts';

interface VisitorFacts {
  person: UserInfo | null;
  /** Where a visitor who is not logged in is redirected. */
  exit: ExitPath;
  /** The browser assumed a signed-in person until the server was asked. */
  hasEnded: boolean;
}

/**
 * The signed-in person, for the guards. Without a live marker no call is made, and none of the code for it is loaded.
 * @throws CallFailure if the server cannot be asked
 */
export async function findPerson(): Promise<VisitorFacts> {
  const found = marker.read();
  const now = Date.now();
  const exit = wasIdle(found?.lastActivity, now) ? '/auto-logout' : '/login';
  if (found === null || !isLive(found, readSite().sessionTimeout, now)) {
    marker.remove();
    return { person: null, exit, hasEnded: false };
  }
  if (currentEpoch() === null) setCurrentEpoch(found.epoch);
  const { loadPerson } = await import('./person.ts');
  const person = await loadPerson();
  return { person, exit, hasEnded: person === null };
}

/**
 * The signed-in person while a public page is open; null without one, or while unknown, because the page works without.
 * @param follows loads it again when another tab has signed in or out, on a page that no guard redirects
 */
export function useVisitor({ follows = false } = {}): UserInfo | null {
  const [person, setPerson] = useState<UserInfo | null>(null);
  useEffect(() => {
    let last = 0;
    const look = async () => {
      const own = (last += 1);
      const found = await findPerson().catch(() => null);
      if (own === last) setPerson(found?.person ?? null);
    };
    const follow = ({ key }: StorageEvent) => {
      const epoch = marker.read()?.epoch ?? null;
      if ((key !== marker.key && key !== null) || epoch === currentEpoch()) return;
      setCurrentEpoch(epoch);
      void look();
    };
    void look();
    if (follows) window.addEventListener('storage', follow);
    return () => {
      last = -1;
      window.removeEventListener('storage', follow);
    };
  }, [follows]);
  return person;
}
