import { Copy } from 'lucide-react';
import { Button } from '../../kit/actions/Button.tsx';
import { Icon } from '../../kit/text/Icon.tsx';
import { dismissSnackbar, showSnackbar, type SnackbarMessage } from '../../kit/feedback/snackbar-store.ts';
import { cardDetailsWords as words } from '../../messages/en/card-details.ts';

let said = 0;

/** What came of the last try, and not of the one before as well. */
function say(severity: SnackbarMessage['severity'], text: string): void {
  dismissSnackbar(said);
  said = showSnackbar({ severity, text });
}

/** 'Copy card number': the bare digits, as terminals want them; says what came of it (specification, section 8). */
export function CopyCardNumber({ cardNumber }: { cardNumber: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(cardNumber);
      say('success', words.copied);
    } catch {
      // No permission, or no clipboard at all, as on a page that came without TLS.
      say('error', words.copyFailed);
    }
  };
  return (
    <Button onClick={() => void copy()}>
      <Icon of={Copy} size={16} /> {words.copy}
    </Button>
  );
}
