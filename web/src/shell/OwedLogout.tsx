import { FormMessage } from '../kit/forms/FormMessage.tsx';
import { en } from '../messages/en.ts';
import type { useOwedLogout } from '../session/use-owed-logout.ts';

const { owed } = en;
const messages = {
  asking: { severity: 'info', text: en.loggingOut },
  failed: { severity: 'error', text: owed.failed },
  done: { severity: 'success', text: owed.done },
} as const;

/** Says that somebody who has left may be logged in still, for as long as that is so. */
export const OwedLogout = ({ state, retry }: ReturnType<typeof useOwedLogout>) =>
  state !== 'none' && <FormMessage message={messages[state]} onRetry={state === 'failed' ? retry : undefined} />;
