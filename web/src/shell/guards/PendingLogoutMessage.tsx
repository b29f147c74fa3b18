import { FormMessage } from '../../kit/forms/FormMessage.tsx';
import { en } from '../../messages/en.ts';
import type { PendingLogout } from '../../session/pending-logout.ts';

const messages = {
  asking: { severity: 'info', text: en.loggingOut },
  failed: { severity: 'error', text: en.pendingLogout.failed },
  done: { severity: 'success', text: en.pendingLogout.done },
} as const;

/** Says that a logout is not confirmed, until it is. */
export const PendingLogoutMessage = ({ state, retry }: PendingLogout) =>
  state !== 'none' && <FormMessage message={messages[state]} onRetry={state === 'failed' ? retry : undefined} />;
