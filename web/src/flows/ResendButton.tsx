import { Button } from '../kit/actions/Button.tsx';
import { waitText } from '../kit/text/wait-text.ts';
import { en } from '../messages/en.ts';
import { useSecondsUntil } from './use-seconds-until.ts';

interface ResendButtonProps {
  /** Milliseconds since 1970. */
  availableAt: number;
  pending: boolean;
  onPress: () => void;
}

/** Asks for another code; until then it counts down, focusable and without announcing every second. */
export function ResendButton({ availableAt, pending, onPress }: ResendButtonProps) {
  const words = en.login.code;
  const seconds = useSecondsUntil(availableAt);
  return (
    <Button
      variant="quiet"
      pending={pending}
      pendingLabel={words.resending}
      unavailable={seconds > 0}
      onClick={onPress}
    >
      {seconds > 0 ? words.resendIn(waitText(seconds)) : words.resend}
    </Button>
  );
}
