import { Outlet, useLocation, useRouteContext } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import { PublicFrame } from '../shell/frames/PublicFrame.tsx';
import { SignedInFailure, SignedInFrame } from './SignedInFrame.tsx';

/** Public pages with nothing to show without an account. */
const ofAccount: ReadonlySet<string> = new Set([paths.loginActivity, paths.myAccounts]);

/** The frame of public pages: the shell for a signed-in person. */
export function OpenFrame() {
  const { person, failure } = useRouteContext({ strict: false });
  const { pathname } = useLocation();
  if (person) return <SignedInFrame />;
  if (failure !== undefined) {
    return <SignedInFailure error={failure}>{ofAccount.has(pathname) ? undefined : <Outlet />}</SignedInFailure>;
  }
  return (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  );
}
