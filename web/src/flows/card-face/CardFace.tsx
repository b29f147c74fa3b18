import { cardDetailsWords as words } from '../../messages/en/card-details.ts';
import styles from './CardFace.module.css';
import { expiryOf, inGroups } from './format.ts';

export interface Embossed {
  cardNumber: string;
  nameOnCard: string;
  expirationDate: string;
  cvV2: string;
}

/** The front of a card: the number in four groups of four, the name, the expiry as MM/yyyy, and CVV2. */
export function CardFace({ cardNumber, nameOnCard, expirationDate, cvV2 }: Embossed) {
  return (
    <dl className={styles.card} translate="no">
      <div className={styles.wide}>
        <dt>{words.number}</dt>
        <dd className={styles.number}>{inGroups(cardNumber)}</dd>
      </div>
      <div className={styles.wide}>
        <dt>{words.name}</dt>
        <dd>{nameOnCard}</dd>
      </div>
      <div>
        <dt>{words.expiry}</dt>
        <dd className={styles.digits}>{expiryOf(expirationDate)}</dd>
      </div>
      <div>
        <dt>{words.cvv2}</dt>
        <dd className={styles.digits}>{cvV2}</dd>
      </div>
    </dl>
  );
}
