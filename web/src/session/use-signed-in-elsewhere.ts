import { useEffect, useState } from 'react';
import { marker, seemsSignedIn } from './browser-session.ts';
import { wantedAddress } from './browser/return-to.ts';
import type { OwnAddress } from './destination.ts';

/**
 * For a page for people who are not signed in: where to continue when another tab has signed in, otherwise null. The
 * page does not redirect, because something may be typed already.
 */
export function useSignedInElsewhere(): OwnAddress | null {
  const [address, setAddress] = useState<OwnAddress | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const look = () => setAddress(seemsSignedIn() ? wantedAddress() : null);
    // Before this page listened: the login page is hydrated late (decision 038).
    look();
    // A storage event comes from another tab only. A page in the back-forward cache receives none.
    window.addEventListener('storage', ({ key }) => (key === marker.key || key === null) && look(), stop);
    window.addEventListener('pageshow', ({ persisted }) => persisted && look(), stop);
    return () => stop.abort();
  }, []);
  return address;
}
