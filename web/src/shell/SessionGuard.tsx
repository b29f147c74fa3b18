import { TopLayer } from '../kit/overlays/TopLayer.tsx';
import { useSessionWatch } from '../session/use-session-watch.ts';
import { IdleGuard } from './IdleGuard.tsx';
import { SuspiciousNotice } from './SuspiciousNotice.tsx';

/** Follows what becomes of the session, on every page that shows who is signed in: other tabs, idleness, suspicion. */
export function SessionGuard() {
  useSessionWatch();
  return (
    <>
      <TopLayer>
        <IdleGuard />
      </TopLayer>
      <SuspiciousNotice />
    </>
  );
}
