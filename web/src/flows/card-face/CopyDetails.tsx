import { Copy } from 'lucide-react';
import { Button } from '../../kit/actions/Button.tsx';
import { Icon } from '../../kit/text/Icon.tsx';
import { dismissSnackbar, showSnackbar, type SnackbarMessage } from '../../kit/feedback/snackbar-store.ts';
import type { Embossed } from './CardFace.tsx';
import { expiryOf } from './format.ts';
import { cardDetailsWords as words } from '../../messages/en/cards/card-details.ts';

let shown = 0;

/** Only the result of the last try is shown. */
function notify(severity: SnackbarMessage['severity'], text: string): void {
  dismissSnackbar(shown);
  shown = showSnackbar({ severity, text });
}

interface CopyButtonProps {
  label: string;
  value: string;
  /** The message after it was copied. */
  copied: string;
}

function CopyButton({ label, value, copied }: CopyButtonProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      notify('success', copied);
    } catch {
      // No permission, or no clipboard, as on a page without TLS.
      notify('error', words.copyFailed);
    }
  };
  return (
    <Button onClick={() => void copy()}>
      <Icon of={Copy} size={16} /> {label}
    </Button>
  );
}

/**
 * Copies each of the three details that a payment asks for, and shows the result (specification, section 8). The number
 * is copied as bare digits, as terminals need them.
 */
export const CopyDetails = ({ cardNumber, expirationDate, cvV2 }: Embossed) => (
  <>
    <CopyButton label={words.copy} value={cardNumber} copied={words.copied} />
    <CopyButton label={words.copyExpiry} value={expiryOf(expirationDate)} copied={words.copiedExpiry} />
    <CopyButton label={words.copyCvv2} value={cvV2} copied={words.copiedCvv2} />
  </>
);
