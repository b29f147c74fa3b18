import { useQuery } from '@tanstack/react-query';
import { ComboboxField } from '../../../kit/pickers/ComboboxField.tsx';
import { cardsFoundQuery } from './queries.ts';

interface CardFieldProps {
  label: string;
  /** The id of the chosen card, or ''. */
  value: string;
  onChange: (id: string) => void;
  error?: string | null;
}

/** One of the open cards, found by a part of its name, its holder or its last digits. */
export function CardField({ label, value, onChange, error = null }: CardFieldProps) {
  const cards = useQuery(cardsFoundQuery(''));
  const options = (cards.data ?? []).map(({ id, name, holder, last4 }) => ({
    id,
    label: `${holder ? `${holder.firstName} ${holder.lastName}` : (name ?? '')} ·· ${last4}`.trim(),
    ...(name !== null && holder !== null && { detail: name }),
  }));
  return (
    <ComboboxField
      key={options.length}
      label={label}
      options={options}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      error={error}
    />
  );
}
