import type { Money as MoneyValue } from '@florin/contract/money';
import { moneyParts } from './money-parts.ts';
import styles from './Money.module.css';

/** An amount with tabular numerals and lighter cents (look, rule 2). */
export function Money({ value }: { value: MoneyValue }) {
  const { whole, fraction } = moneyParts(value);
  return (
    <span className={styles.money}>
      {whole}
      {fraction !== '' && <span className={styles.fraction}>{fraction}</span>}
    </span>
  );
}
