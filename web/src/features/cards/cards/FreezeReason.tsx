import { TextField } from '../../../kit/forms/fields/TextField.tsx';
import { cardPageWords } from '../../../messages/en/cards/card-page.ts';
import type { CardScope } from './queries.ts';
import styles from './cards.module.css';

const words = cardPageWords.freezing;

interface FreezeReasonProps {
  scope: CardScope;
  value: string;
  /** Whether the contract refuses the text. */
  isRefused: boolean;
  onChange: (value: string) => void;
}

/** Why a card is frozen, and who reads it. */
export function FreezeReason({ scope, value, isRefused, onChange }: FreezeReasonProps) {
  return (
    <TextField
      label={words.reason}
      aside={<span className={styles.quiet}>{words.optional}</span>}
      hint={scope === 'own' ? words.seenByAdministrators : words.seenByHolder}
      autoComplete="off"
      value={value}
      error={isRefused ? words.format : null}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
