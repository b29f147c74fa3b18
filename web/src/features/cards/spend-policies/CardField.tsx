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
  /** The id of the chosen card, or ''. */
  value: string;
  onChange: (id: string) => void;
  error?: string | null;
}

/** One of the open cards, found by the server by a part of its name, its holder or its last digits. */
export function CardField({ label, value, onChange, error = null }: CardFieldProps) {
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState<Option | null>(null);
  // The label of the picked card is no search.
  const text = useLate(typed === picked?.label ? '' : typed.trim());
  const cards = useQuery({ ...cardsFoundQuery(text), placeholderData: keepPreviousData });
  const found = (cards.data ?? []).map(({ id, name, holder, last4 }): Option => ({
    id,
    label: `${holder ? `${holder.firstName} ${holder.lastName}` : (name ?? '')} ${lastDigits(last4)}`.trim(),
    ...(name !== null && holder !== null && { detail: name }),
  }));
  const isAmong = picked === null || found.some(({ id }) => id === picked.id);
  return (
    <ComboboxField
      label={label}
      placeholder={spendPolicyWords.cardSearch}
      options={isAmong ? found : [picked, ...found]}
      onTyped={setTyped}
      value={value}
      onChange={({ target }) => {
        setPicked(found.find(({ id }) => id === target.value) ?? null);
        onChange(target.value);
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
