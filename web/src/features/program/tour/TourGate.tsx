import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { debugParameter } from '../../../debug-parameters.ts';
import { paths } from '../../../paths.ts';
import { appearanceQuery, saveTourSeen } from '../../../session/queries/appearance.ts';
import { useIsRestricted } from '../../../session/person.ts';
import { endTour, tourRequest } from '../../../shell/tour.ts';

const ProductTour = lazy(() => import('./ProductTour.tsx'));

/** Shows the product tour: once to each new person, and on request. Its code is loaded only then. */
export function TourGate() {
  const restricted = useIsRestricted();
  const { data } = useQuery({ ...appearanceQuery(), enabled: !restricted });
  const asked = useSyncExternalStore(tourRequest.subscribe, tourRequest.snapshot);
  const [over, setOver] = useState(false);
  const { pathname } = useLocation();
  const isNew = data?.tourSeenAt === null;
  // A person who confirms a phone is on the way in and has one thing to do.
  const isGreeting = isNew && pathname !== paths.fastPhoneVerification;
  const wanted = asked || (!over && (isGreeting || debugParameter('tourDebug') !== null));
  if (restricted || !wanted) return null;
  const end = () => {
    setOver(true);
    endTour();
    // If this cannot be saved, the tour shows once more at the next sign-in.
    if (isNew) saveTourSeen().catch(() => {});
  };
  return (
    <Suspense>
      <ProductTour onEnd={end} />
    </Suspense>
  );
}
