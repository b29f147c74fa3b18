import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { begin } from './begin.ts';
import { Entrance } from './Entrance.tsx';
import { holdRoot, rootOptions } from './root.ts';

/**
 * Brings the sign-in to life that the server has rendered; it works without the router, and nothing else is loaded until a
 * sign-in. Resolves once it listens. In slices, so that keys and touches are answered meanwhile.
 */
export async function hydrate(entrance: HTMLElement): Promise<void> {
  await begin();
  return new Promise((resolve) => {
    startTransition(() => holdRoot(hydrateRoot(entrance, <Entrance onAlive={resolve} />, rootOptions)));
  });
}
