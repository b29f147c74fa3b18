import { Outlet, useLocation, useRouteContext } from '@tanstack/react-router';
import { openPages } from '../routes/table.ts';
import { PublicFrame } from './PublicFrame.tsx';
import { SignedInFailure, SignedInFrame } from './SignedInFrame.tsx';

/** The frame of public pages: the shell for whoever is signed in. */
export function OpenFrame() {
  const { person, failure } = useRouteContext({ strict: false });
  const { pathname } = useLocation();
  if (person) return <SignedInFrame />;
  if (failure !== undefined) {
    const isOfAccount = openPages.some((entry) => entry.path === pathname && 'ofAccount' in entry);
    return <SignedInFailure error={failure}>{isOfAccount ? undefined : <Outlet />}</SignedInFailure>;
  }
  return (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  );
}
