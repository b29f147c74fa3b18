import { SnackbarRegion } from './kit/feedback/Snackbar.tsx';
import { LoginPage } from './features/access/login/LoginPage.tsx';

/**
 * What the server renders into `#entrance` and the browser hydrates there: the sign-in, without the router and the rest
 * of the app, which are loaded once somebody signs in.
 */
export function Entrance() {
  return (
    <>
      <LoginPage />
      <SnackbarRegion />
    </>
  );
}
