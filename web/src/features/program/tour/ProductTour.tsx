import { useEffect, useState } from 'react';
import { TopLayer } from '../../../kit/overlays/TopLayer.tsx';
import { indexOfStop, stopsOf, type Stop } from './stops.ts';
import { elementInSight } from './in-sight.ts';
import { TourCard } from './TourCard.tsx';

const findStops = () => stopsOf((selector) => elementInSight(selector) !== null);

/**
 * A short walk through the shell. Each stop takes the focus, so that it is read out and can be left by keyboard. It covers
 * nothing up and traps nobody: the page works on beside it, Esc and 'Skip the tour' end it at every stop.
 */
export default function ProductTour({ onEnd }: { onEnd: () => void }) {
  const [stops, setStops] = useState(findStops);
  const [stop, setStop] = useState<Stop>('welcome');
  const step = indexOfStop(stops, stop);
  const { stop: shown } = stops[step]!;

  useEffect(() => {
    const leave = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) onEnd();
    };
    const follow = () => setStops(findStops);
    window.addEventListener('keydown', leave);
    window.addEventListener('resize', follow);
    return () => {
      window.removeEventListener('keydown', leave);
      window.removeEventListener('resize', follow);
    };
  }, [onEnd]);

  return (
    <TopLayer>
      <TourCard
        key={shown}
        place={stops[step]!}
        step={step}
        of={stops.length}
        onGo={(next) => setStop(stops[next]!.stop)}
        onEnd={onEnd}
      />
    </TopLayer>
  );
}
