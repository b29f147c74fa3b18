import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False in the server's HTML, true as soon as the page listens. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
