import { useEffect, useState } from 'react';
import { TopLayer } from '../../kit/TopLayer.tsx';
import { stopsOf } from './stops.ts';
import { elementInSight } from './in-sight.ts';
import { TourCard } from './TourCard.tsx';

interface ProductTourProps {
  /** The person has asked for it; a tour that starts by itself leaves the focus where it is. */
  takesFocus: boolean;
  onEnd: () => void;
}

/**
 * A short walk through the shell. It covers nothing up and traps nobody: the page works on beside it, Esc and 'Skip the
 * tour' end it at every stop.
 */
export default function ProductTour({ takesFocus, onEnd }: ProductTourProps) {
  const [stops] = useState(() => stopsOf((selector) => elementInSight(selector) !== null));
  const [at, setAt] = useState({ step: 0, takesFocus });

  useEffect(() => {
    const leave = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) onEnd();
    };
    window.addEventListener('keydown', leave);
    return () => window.removeEventListener('keydown', leave);
  }, [onEnd]);

  const go = (step: number) => setAt({ step, takesFocus: true });
  const { step } = at;
  return (
    <TopLayer>
      <TourCard
        key={step}
        place={stops[step]!}
        step={step}
        of={stops.length}
        takesFocus={at.takesFocus}
        onGo={go}
        onEnd={onEnd}
      />
    </TopLayer>
  );
}
