import { Outlet, useRouteContext } from '@tanstack/react-router';
import { PublicFrame } from './PublicFrame.tsx';
import { SignedInFrame } from './SignedInFrame.tsx';

/** The frame of public pages: the shell for whoever is signed in. */
export function OpenFrame() {
  const { person } = useRouteContext({ strict: false });
  if (person) return <SignedInFrame />;
  return (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  );
}
