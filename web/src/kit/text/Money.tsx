import type { Money as MoneyValue } from '@florin/contract/money';
import { moneyParts } from './money-parts.ts';
import styles from './Money.module.css';

interface MoneyProps {
  value: MoneyValue;
  /** The cents are as prominent as the rest, because a person has to charge or pay exactly this amount. */
  exact?: boolean;
}

/** An amount with tabular numerals and lighter cents (visual language, rule 2). */
export function Money({ value, exact = false }: MoneyProps) {
  const { whole, fraction } = moneyParts(value);
  return (
    <span className={styles.money}>
      {whole}
      {fraction !== '' && (exact ? fraction : <span className={styles.fraction}>{fraction}</span>)}
    </span>
  );
}
