import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '../../session/queries/query-client.ts';
import { SessionGuard } from './SessionGuard.tsx';

/** The guard of a session for pages without the shell; loaded only for signed-in people. */
export default function OpenSessionGuard() {
  return (
    <QueryClientProvider client={queryClient}>
      <SessionGuard />
    </QueryClientProvider>
  );
}
