import type { ReactNode } from 'react';
import { cardObjectWords as words } from '../../messages/en/kit/kit-lists.ts';
import { classNames } from '../class-names.ts';
import type { CardLook } from './card-look.ts';
import styles from './CardObject.module.css';
import './looks.module.css';

interface CardObjectProps {
  /** Whose card it is: the program's name. */
  issuer: string;
  /** What its holder calls it. */
  label?: string | null;
  /** 'Visa' or 'Mastercard'; null while it is not known. */
  network: string | null;
  /** Digits in groups of four, masked or not. */
  number: ReactNode;
  nameOnCard: ReactNode;
  /** Masked or not; left out on a small card. */
  expiry?: ReactNode;
  cvv2?: ReactNode;
  /** The card repeats what is shown next to it, such as the field in which the number is typed. */
  decoration?: boolean;
  /** As large as a card stands on its holder's own page. */
  wide?: boolean;
  look?: CardLook;
}

/** A payment card, drawn in CSS. New content fades in over 200 ms. */
export function CardObject(props: CardObjectProps) {
  const { issuer, label, network, number, nameOnCard, expiry, cvv2, decoration = false, wide = false } = props;
  const { look = 'usual' } = props;
  // Below the top line there is room for it while the last line is not needed for the expiry.
  const isChipBelow = (wide || decoration) && expiry === undefined;
  return (
    <div
      className={classNames(styles.card, decoration && styles.small, wide && styles.wide)}
      data-look={look}
      translate="no"
      aria-hidden={decoration || undefined}
    >
      <div className={styles.top} aria-hidden="true">
        <span className={styles.issuer}>{issuer}</span>
        {label != null && <span className={styles.label}>{label}</span>}
        {!isChipBelow && <span className={styles.chip} />}
      </div>
      {isChipBelow && (
        <div className={styles.middle} aria-hidden="true">
          <span className={styles.chip} />
        </div>
      )}
      <dl className={styles.facts} data-plain={isChipBelow || undefined}>
        <div className={styles.number}>
          <dt className="visually-hidden">{words.number}</dt>
          <dd>{number}</dd>
        </div>
        <div className={styles.name}>
          <dt className="visually-hidden">{words.name}</dt>
          <dd>{nameOnCard}</dd>
        </div>
        {expiry !== undefined && (
          <div>
            <dt>{words.expiry}</dt>
            <dd className={styles.digits}>{expiry}</dd>
          </div>
        )}
        {cvv2 !== undefined && (
          <div>
            <dt>{words.cvv2}</dt>
            <dd className={styles.digits}>{cvv2}</dd>
          </div>
        )}
        {network !== null && (
          <div className={styles.network}>
            <dt className="visually-hidden">{words.network}</dt>
            <dd>{network}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}
