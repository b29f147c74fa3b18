import type { UserInfo } from '@florin/contract/user-info';
import { useEffect, useState } from 'react';
import { currentEpoch, setCurrentEpoch } from './epoch.ts';
import { findPerson } from './find-person.ts';
import { markerKey, readMarker } from './marker.ts';

/**
 * Who is signed in while a public page is open; null while nobody is, or nobody knows: the page works without knowing.
 * @param follows looks again when another tab has signed somebody in or out, on a page that no guard leads away from then
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
      const epoch = readMarker()?.epoch ?? null;
      if ((key !== markerKey && key !== null) || epoch === currentEpoch()) return;
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
