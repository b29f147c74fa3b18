import { isRevocable, type VendorLink } from '@florin/contract/vendor-links';
import { statusTones } from '../../../session/status-tones.ts';
import { PermittedButton } from '../../../session/PermittedButton.tsx';
import { Money } from '../../../kit/text/Money.tsx';
import { StatusTag } from '../../../kit/feedback/StatusTag.tsx';
import { cardsWords as words } from '../../../messages/en/vendor-links.ts';
import styles from './vendor-links.module.css';

interface VendorLinkRowProps {
  link: VendorLink;
  sending: boolean;
  onSendAgain: () => void;
  onRevoke: () => void;
}

/** One link: its recipient, payment, status and actions. */
export function VendorLinkRow({ link, sending, onSendAgain, onRevoke }: VendorLinkRowProps) {
  const { email, nameOnCard, cardLast4, invoice, amount, processBefore, status, sentBy, sentAt } = link;
  return (
    <li className={styles.row}>
      <div className={styles.cell}>
        <p className={styles.name}>{email}</p>
        <p className={styles.line}>{words.card(nameOnCard, cardLast4)}</p>
        <p className={styles.line}>{words.sentBy(sentBy, day(sentAt))}</p>
      </div>
      <div className={styles.cell}>
        {amount !== null && (
          <p>
            <Money value={amount} />
          </p>
        )}
        {invoice !== null && <p className={styles.line}>{words.invoice(invoice)}</p>}
        {processBefore !== null && <p className={styles.line}>{words.before(slashed(processBefore))}</p>}
      </div>
      <div className={styles.cell}>
        <StatusTag tone={statusTones[status]}>{words.statuses[status]}</StatusTag>
        <p className={styles.line}>{words.when[status](day(momentOf(link)))}</p>
      </div>
      <div className={styles.acts}>
        <PermittedButton
          permission="vendor-links.send"
          aria-label={words.againTo(email)}
          pending={sending}
          onClick={onSendAgain}
        >
          {words.again}
        </PermittedButton>
        {isRevocable(status) && (
          <PermittedButton
            permission="vendor-links.revoke"
            variant="quiet"
            aria-label={words.revokeFor(email)}
            onClick={onRevoke}
          >
            {words.revoke}
          </PermittedButton>
        )}
      </div>
    </li>
  );
}

const days = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', dateStyle: 'medium' });
const day = (timestamp: string) => days.format(new Date(timestamp));

/** yyyy-mm-dd as MM/dd/yyyy (specification, section 9). */
const slashed = (date: string) => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;

/** The moment that matters for the status. */
const momentOf = ({ status, expiresAt, openedAt, usedAt, revokedAt }: VendorLink): string =>
  ({ CREATED: expiresAt, VIEWED: openedAt, USED: usedAt, EXPIRED: expiresAt, REVOKED: revokedAt })[status] ?? expiresAt;
