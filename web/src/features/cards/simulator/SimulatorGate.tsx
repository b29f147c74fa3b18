import { lazy, Suspense, useSyncExternalStore } from 'react';
import { useIsRestricted } from '../../../session/person.ts';
import { simulatorRequest } from '../../../shell/simulator.ts';
import { useSite } from '../../../site.ts';

const Simulator = lazy(() => import('./Simulator.tsx'));

/** Shows the simulator while it is open. Its code is loaded only then. */
export function SimulatorGate() {
  const isOpen = useSyncExternalStore(simulatorRequest.subscribe, simulatorRequest.snapshot);
  const card = useSyncExternalStore(simulatorRequest.subscribe, simulatorRequest.card);
  const restricted = useIsRestricted();
  const { simulator: isHere } = useSite();
  if (!isOpen || restricted || !isHere) return null;
  return (
    <Suspense>
      {/* Another card begins at an open till, also where the simulator was minimized. */}
      <Simulator key={card} card={card} />
    </Suspense>
  );
}
