import { Copy, Mail } from 'lucide-react';
import { shortDate, longWhen, zoneName } from '../../../flows/time/when.ts';
import { Button, buttonClass } from '../../../kit/actions/Button.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { Icon } from '../../../kit/text/Icon.tsx';
import { moneyText } from '../../../kit/text/money-parts.ts';
import { holdReleaseWords as words } from '../../../messages/en/cards/hold-release.ts';
import { sheetWords } from '../../../messages/en/cards/transaction-sheet.ts';
import { usePerson } from '../../../session/person.ts';
import { foreignText } from './columns.tsx';
import type { Transaction } from './queries.ts';
import styles from './transactions.module.css';

interface ReleaseDialogProps {
  of: Transaction;
  hold: NonNullable<Transaction['hold']>;
  onClose: () => void;
}

/** A ready text that asks the merchant to release a hold. The product itself sends nothing and changes nothing. */
export default function ReleaseDialog({ of, hold, onClose }: ReleaseDialogProps) {
  const { timeZone } = usePerson();
  const { merchant, card, cardholder, merchantAmount, at, requested } = of;
  // The other currency is known of the whole purchase alone.
  const isWhole = hold.amount.amount === requested.amount;
  const text = words.text({
    merchant: merchant.name,
    when: `${longWhen(at, timeZone)} ${zoneName(timeZone)}`,
    amount: moneyText(hold.amount),
    foreign: isWhole && merchantAmount ? foreignText(merchantAmount) : null,
    last4: card.last4,
    holder: cardholder?.name ?? null,
  });
  const subject = words.subject(moneyText(hold.amount), shortDate(at, timeZone));
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showSnackbar({ severity: 'success', text: words.copied });
    } catch {
      // No permission, or no clipboard, as on a page without TLS.
      showSnackbar({ severity: 'warning', text: words.copyFailed });
    }
  };
  return (
    <Dialog
      open
      title={sheetWords.askToRelease(hold.reason)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.close}</Button>
          <a
            href={`mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`}
            className={buttonClass()}
          >
            <Icon of={Mail} size={16} /> {words.mail}
          </a>
          <Button variant="primary" onClick={() => void copy()}>
            <Icon of={Copy} size={16} /> {words.copy}
          </Button>
        </>
      }
    >
      <p>{words.lead}</p>
      <blockquote className={styles.ready}>{text}</blockquote>
    </Dialog>
  );
}
