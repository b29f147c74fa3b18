import { Copy } from 'lucide-react';
import { Button } from '../../kit/actions/Button.tsx';
import { Icon } from '../../kit/text/Icon.tsx';
import { dismissSnackbar, showSnackbar, type SnackbarMessage } from '../../kit/feedback/snackbar-store.ts';
import { cardDetailsWords as words } from '../../messages/en/card-details.ts';

let said = 0;

/** Only the result of the last try is shown. */
function say(severity: SnackbarMessage['severity'], text: string): void {
  dismissSnackbar(said);
  said = showSnackbar({ severity, text });
}

/** 'Copy card number': the bare digits, as terminals need them; shows the result (specification, section 8). */
export function CopyCardNumber({ cardNumber }: { cardNumber: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(cardNumber);
      say('success', words.copied);
    } catch {
      // No permission, or no clipboard, as on a page without TLS.
      say('error', words.copyFailed);
    }
  };
  return (
    <Button onClick={() => void copy()}>
      <Icon of={Copy} size={16} /> {words.copy}
    </Button>
  );
}
