import { useEffect, useState } from 'react';
import { TopLayer } from '../../../kit/overlays/TopLayer.tsx';
import { stopsOf } from './stops.ts';
import { elementInSight } from './in-sight.ts';
import { TourCard } from './TourCard.tsx';

/**
 * A short walk through the shell. Each stop takes the focus, so that it is read out and can be left by keyboard. It covers
 * nothing up and traps nobody: the page works on beside it, Esc and 'Skip the tour' end it at every stop.
 */
export default function ProductTour({ onEnd }: { onEnd: () => void }) {
  const [stops] = useState(() => stopsOf((selector) => elementInSight(selector) !== null));
  const [step, go] = useState(0);

  useEffect(() => {
    const leave = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) onEnd();
    };
    window.addEventListener('keydown', leave);
    return () => window.removeEventListener('keydown', leave);
  }, [onEnd]);

  return (
    <TopLayer>
      <TourCard key={step} place={stops[step]!} step={step} of={stops.length} onGo={go} onEnd={onEnd} />
    </TopLayer>
  );
}
