import { RotateCw } from 'lucide-react';
import { Button } from '../../kit/actions/Button.tsx';
import { Icon } from '../../kit/text/Icon.tsx';
import { en } from '../../messages/en.ts';

interface SidebarRetryProps {
  /** The missing data, for the button's description. */
  title: string;
  /** Only the icon, for the folded sidebar. */
  compact: boolean;
  retrying: boolean;
  onRetry: () => void;
}

/** Loads again what is missing in the sidebar. */
export const SidebarRetry = ({ title, compact, retrying, onRetry }: SidebarRetryProps) => (
  <Button onClick={onRetry} pending={retrying} pendingLabel={en.kit.loading} title={title}>
    <Icon of={RotateCw} size={16} label={compact ? en.failure.retry : undefined} />
    {!compact && en.failure.retry}
  </Button>
);
