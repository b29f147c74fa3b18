import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Option } from '../../../kit/pickers/OptionList.tsx';
import { ComboboxField } from '../../../kit/pickers/ComboboxField.tsx';
import { spendPolicyWords } from '../../../messages/en/cards/spend-policies.ts';
import { lastDigits } from '../../../messages/last-digits.ts';
import { cardsFoundQuery } from './queries.ts';

/** After so long without another letter the server is asked. */
const pauseMilliseconds = 200;

interface CardFieldProps {
  label: string;
  /** The id of the chosen card, or '', and its label. */
  value: string;
  valueLabel: string;
  onChange: (id: string, label: string) => void;
  error?: string | null;
}

/** One of the open cards, found by the server by a part of its name, its holder or its last digits. */
export function CardField({ label, value, valueLabel, onChange, error = null }: CardFieldProps) {
  const [typed, setTyped] = useState('');
  // The label of the picked card is no search.
  const text = useLate(typed === valueLabel ? '' : typed.trim());
  const cards = useQuery({ ...cardsFoundQuery(text), placeholderData: keepPreviousData });
  const found = (cards.data ?? []).map(({ id, name, holder, last4 }): Option => ({
    id,
    label: `${holder ? `${holder.firstName} ${holder.lastName}` : (name ?? '')} ${lastDigits(last4)}`.trim(),
    ...(name !== null && holder !== null && { detail: name }),
  }));
  const isAmong = value === '' || found.some(({ id }) => id === value);
  return (
    <ComboboxField
      label={label}
      placeholder={spendPolicyWords.cardSearch}
      options={isAmong ? found : [{ id: value, label: valueLabel }, ...found]}
      onTyped={setTyped}
      value={value}
      onChange={({ target }) => {
        onChange(target.value, found.find(({ id }) => id === target.value)?.label ?? '');
      }}
      error={error}
    />
  );
}

/** A text as it was when it last stood still for a moment. */
function useLate(text: string): string {
  const [late, setLate] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLate(text), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [text]);
  return late;
}
