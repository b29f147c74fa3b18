import { team, teamMember, type Member } from '@florin/contract/access/team-members';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ComponentProps } from 'react';
import { useLate } from '../../../../kit/forms/use-late.ts';
import { ComboboxField } from '../../../../kit/pickers/ComboboxField.tsx';
import type { Option } from '../../../../kit/pickers/OptionList.tsx';
import { issueCardWords as words } from '../../../../messages/en/cards/issue-card.ts';
import { lastDigits } from '../../../../messages/last-digits.ts';
import { fetchOrThrow, keyOf, Refused } from '../../../../session/queries/query-client.ts';

/** So many are shown of who was found; typing finds the others. */
const shown = '20';
/** After so long without another letter the server is asked. */
const pauseMilliseconds = 200;

const holders = { role: 'CARDHOLDER', state: 'OPEN' } as const;

/** The open cardholders of the business with these words in their names. */
export const holdersQuery = (text: string) =>
  queryOptions({
    queryKey: [...keyOf('team-holders-for-cards'), text],
    queryFn: async ({ signal }) => {
      const query = { ...holders, limit: shown, ...(text && { text: text.slice(0, 80) }) };
      return (await fetchOrThrow(team, { query }, signal)).items;
    },
    // Without any of them there is no form, which is the sheet's to say.
    ...(text && { meta: { unshown: words.teamFailed } }),
  });

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The cardholder whom an address names by the id of the membership, or by words that one name has; null without. */
export const holderOfAddressQuery = (named: string) =>
  queryOptions({
    queryKey: [...keyOf('team-holder-of-address'), named],
    queryFn: async ({ signal }): Promise<Member | null> => {
      if (!uuid.test(named)) {
        const query = { ...holders, limit: '2', text: named.slice(0, 80) };
        const { items } = await fetchOrThrow(team, { query }, signal);
        return items.length === 1 ? items[0]! : null;
      }
      try {
        const member = await fetchOrThrow(teamMember, { params: { id: named } }, signal);
        return member.role === holders.role && member.state === holders.state ? member : null;
      } catch (error) {
        if (error instanceof Refused && error.code === 'NOT_FOUND') return null;
        throw error;
      }
    },
  });

export const nameOf = ({ firstName, lastName }: Pick<Member, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`;

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
