import { useEffect } from 'react';
import { SnackbarRegion } from './kit/feedback/Snackbar.tsx';
import { LoginPage } from './features/access/login/LoginPage.tsx';

/**
 * The sign-in, which the server renders into `#entrance` and the browser hydrates there, without the router and the
 * rest of the app; those are loaded after a sign-in.
 * @param onAlive called once it listens
 */
export function Entrance({ onAlive }: { onAlive?: () => void }) {
  useEffect(() => onAlive?.(), [onAlive]);
  return (
    <>
      <LoginPage />
      <SnackbarRegion />
    </>
  );
}
