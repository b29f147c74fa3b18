import { useEffect } from 'react';
import { callHooks } from '../call-hooks.ts';
import { askOnReturn } from './ask-on-return.ts';
import { currentEpoch } from './epoch.ts';
import { exitPath, goTo, leaveSession } from './leave.ts';
import { readMarker, writeMarker, type Marker } from './marker.ts';
import { leadWithoutPerson } from './opening.ts';
import { askAgain, keyOf, queryClient } from './queries.ts';
import { hearOtherTabs, judgeMarker } from './tabs.ts';

/** Leads away when the session ends or becomes another one, wherever that is noticed (specification section 4). */
export function useSessionWatch(): void {
  useEffect(() => {
    callHooks.session = {
      ended: () => leaveAsIdleTells(readMarker()),
      restricted: () => void askAgain({ queryKey: keyOf('session') }),
      changed: (epoch) => {
        writeMarker({ epoch, lastActivity: Date.now() });
        startOver();
      },
    };
    const look = (found: Marker | null, before: Marker | null) => {
      const meaning = judgeMarker(found, currentEpoch());
      if (meaning === 'removed') leaveAsIdleTells(before);
      if (meaning === 'changed') startOver();
    };
    const stopHearing = hearOtherTabs({
      ended: (epoch, path) => {
        if (epoch === currentEpoch()) leaveSession(path);
      },
      marker: look,
    });
    // What other tabs did before this one listened.
    look(readMarker(), null);
    const stopAsking = askOnReturn();
    return () => {
      callHooks.session = null;
      stopHearing();
      stopAsking();
    };
  }, []);
}

const leaveAsIdleTells = (marker: Marker | null) => leaveSession(exitPath(marker?.lastActivity, Date.now()));

/** The browser has another session: this tab forgets its own and enters anew; /login leads the new one to its dashboard. */
function startOver(): void {
  queryClient.clear();
  leadWithoutPerson();
  goTo('/login');
}
