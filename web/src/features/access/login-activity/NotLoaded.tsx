import { MonitorX } from 'lucide-react';
import { Button } from '../../../kit/actions/Button.tsx';
import { EmptyState } from '../../../kit/feedback/EmptyState.tsx';
import { en } from '../../../messages/en.ts';
import { loginActivityWords as words } from '../../../messages/en/access/login-activity.ts';

/** Replaces devices that could not be loaded; the snackbar has said so. */
export function NotLoaded({ onRetry, retrying }: { onRetry: () => void; retrying: boolean }) {
  return (
    <EmptyState
      icon={MonitorX}
      action={
        <Button onClick={onRetry} pending={retrying} pendingLabel={words.loading}>
          {en.kit.retry}
        </Button>
      }
    >
      {words.notLoaded}
    </EmptyState>
  );
}
