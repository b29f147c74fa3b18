import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { stored } from '../../../stored.ts';

const chosen = stored('florin-simulator-height', v.number(), 'local');
const least = 180;
const usual = 356;
/** What stays of the page above, in pixels. */
const leftOfPage = 160;

const mostNow = () => Math.max(least, window.innerHeight - leftOfPage);

/** The height of the docked simulator in pixels, remembered in this browser. */
export function useDockHeight() {
  const [wanted, setWanted] = useState(() => chosen.read() ?? usual);
  const [most, setMost] = useState(mostNow);
  useEffect(() => {
    const look = () => setMost(mostNow());
    window.addEventListener('resize', look);
    return () => window.removeEventListener('resize', look);
  }, []);
  const bounded = (height: number) => Math.round(Math.min(Math.max(height, least), most));
  return {
    height: bounded(wanted),
    least,
    most,
    change: (height: number) => {
      setWanted(bounded(height));
      chosen.write(bounded(height));
    },
  };
}
