import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { paths } from '../paths.ts';
import { appearanceQuery, keepTourSeen } from '../session/appearance.ts';
import { useIsRestricted } from '../session/use-is-restricted.ts';
import { debugParameter } from '../theme/theme-parameter.ts';
import { endTour, tourRequest } from './tour.ts';

const ProductTour = lazy(() => import('../features/program/tour/ProductTour.tsx'));

/** Shows the product tour: once to everybody who is new, and to whoever asks for it. Its code is loaded only then. */
export function TourGate() {
  const restricted = useIsRestricted();
  const { data } = useQuery({ ...appearanceQuery(), enabled: !restricted });
  const asked = useSyncExternalStore(tourRequest.subscribe, tourRequest.snapshot);
  const [over, setOver] = useState(false);
  const { pathname } = useLocation();
  const isNew = data?.tourSeenAt === null;
  // Whoever confirms a phone is on the way in and has one thing to do.
  const isGreeting = isNew && pathname !== paths.fastPhoneVerification;
  const wanted = asked || (!over && (isGreeting || debugParameter('tourDebug') !== null));
  if (restricted || !wanted) return null;
  const end = () => {
    setOver(true);
    endTour();
    // Where it cannot be kept, the tour shows once more at the next sign-in.
    if (isNew) keepTourSeen().catch(() => {});
  };
  return (
    <Suspense>
      <ProductTour onEnd={end} />
    </Suspense>
  );
}
