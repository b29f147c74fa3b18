import { easternHour, numericDate } from '@florin/contract/dates/dates';
import type { ReactNode } from 'react';
import { Money } from '../../../kit/text/Money.tsx';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import { vendorCardWords as words } from '../../../messages/en/cards/vendor-card-details.ts';
import { CardFace } from '../../../flows/card-face/CardFace.tsx';
import { CopyDetails } from '../../../flows/card-face/CopyDetails.tsx';
import type { SharedCardDetails } from './use-shared-card.ts';
import styles from './VendorCardDetailsPage.module.css';

/** The payment, and the card for it. */
export function SharedCard({ card, until }: { card: SharedCardDetails; until: number }) {
  const { businessName, invoice, profileAddress, amount, processDateTime } = card;
  return (
    <div className={styles.shared}>
      <dl className={styles.facts}>
        <Fact label={words.sender}>{businessName}</Fact>
        {invoice !== null && <Fact label={words.invoice}>{invoice}</Fact>}
        {profileAddress !== null && (
          <Fact label={words.address}>
            <span className={styles.lines}>{profileAddress}</span>
          </Fact>
        )}
        {amount !== null && (
          <Fact label={words.amount}>
            <Money value={amount} exact /> {words.usd}
          </Fact>
        )}
      </dl>
      {processDateTime !== null && <Notice severity="info">{words.before(numericDate(processDateTime))}</Notice>}
      <CardFace {...card} />
      <div className={styles.acts}>
        <CopyDetails {...card} />
      </div>
      <p className={styles.small}>{words.until(easternHour(until))}</p>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
