import { Button } from '../kit/actions/Button.tsx';
import { waitText } from '../kit/text/wait-text.ts';
import { codeWords } from '../messages/en/access/one-time-code.ts';
import { useSecondsUntil } from './use-seconds-until.ts';

interface ResendButtonProps {
  /** Milliseconds since 1970. */
  availableAt: number;
  pending: boolean;
  onPress: () => void;
  className?: string | undefined;
  variant?: 'quiet' | 'secondary';
  /** Before the first code is requested. */
  words?: { resend: string; resending: string };
}

/**
 * Requests another code. Until this is possible it counts down, stays focusable, and does not announce every second.
 */
export function ResendButton({
  availableAt,
  pending,
  onPress,
  className,
  variant = 'quiet',
  words = codeWords,
}: ResendButtonProps) {
  const seconds = useSecondsUntil(availableAt);
  return (
    <Button
      variant={variant}
      className={className}
      pending={pending}
      pendingLabel={words.resending}
      unavailable={seconds > 0}
      onClick={onPress}
    >
      {seconds > 0 ? codeWords.resendIn(waitText(seconds)) : words.resend}
    </Button>
  );
}
