import type { Member } from '@florin/contract/access/team-members';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ComponentProps } from 'react';
import { useLate } from '../../../../kit/forms/use-late.ts';
import { ComboboxField } from '../../../../kit/pickers/ComboboxField.tsx';
import type { Option } from '../../../../kit/pickers/OptionList.tsx';
import { issueCardWords as words } from '../../../../messages/en/cards/issue-card.ts';
import { lastDigits } from '../../../../messages/last-digits.ts';
import { holdersQuery, nameOf } from './holder-queries.ts';

/** After so long without another letter the server is asked. */
const pauseMilliseconds = 200;

const optionOf = ({ membershipId, cardLast4, ...name }: Member): Option => ({
  id: membershipId,
  label: nameOf(name),
  ...(cardLast4 !== null && { detail: lastDigits(cardLast4) }),
});

interface HolderFieldProps extends Omit<ComponentProps<typeof ComboboxField>, 'label' | 'options' | 'onTyped'> {
  picked: Member | null;
  onPicked: (member: Member | null) => void;
}

/** Who gets the card: one of the open cardholders, whom the server finds by words of the name. */
export function HolderField({ picked, onPicked, onChange, ...field }: HolderFieldProps) {
  const [typed, setTyped] = useState('');
  // The name of the picked one is no search.
  const text = useLate(picked !== null && typed === nameOf(picked) ? '' : typed.trim(), pauseMilliseconds);
  const found = useQuery({ ...holdersQuery(text), placeholderData: keepPreviousData });
  const people = useMemo(() => {
    // “Eli” means Eli before Felix.
    const begins = (member: Member) => nameOf(member).toLowerCase().startsWith(text.toLowerCase());
    const listed = (found.data ?? []).toSorted((one, other) => Number(begins(other)) - Number(begins(one)));
    return picked === null || listed.some(({ membershipId }) => membershipId === picked.membershipId)
      ? listed
      : [picked, ...listed];
  }, [found.data, picked, text]);
  // The same objects on every render: a picker builds its list anew from others.
  const options = useMemo(() => people.map(optionOf), [people]);
  return (
    <ComboboxField
      label={words.holder}
      placeholder={words.holderPlaceholder}
      empty={words.holderNone}
      options={options}
      onTyped={setTyped}
      onChange={(event) => {
        onPicked(people.find(({ membershipId }) => membershipId === event.target.value) ?? null);
        return onChange?.(event);
      }}
      {...field}
    />
  );
}
