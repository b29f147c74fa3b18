import { contacts, type Contact } from '@florin/contract/access/contacts';
import { allowedPhoneCountries } from '@florin/contract/access/registration';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { contactsWords } from '../../messages/en/access/contacts.ts';
import { currentEpoch, useEpoch } from '../../session/browser-session.ts';
import { fetchOrThrow, queryClient } from '../../session/queries/query-client.ts';

const contactsKey = () => [currentEpoch(), 'contacts'] as const;

const contactsQuery = () =>
  queryOptions({
    queryKey: contactsKey(),
    queryFn: async ({ signal }) => (await fetchOrThrow(contacts, {}, signal)).contacts,
  });

/** The email addresses and phones of the signed-in person, also after a step-up. */
export function useContacts() {
  useEpoch();
  return useQuery(contactsQuery());
}

/** The server's current list. */
export const freshContacts = () => queryClient.fetchQuery({ ...contactsQuery(), staleTime: 0 });

/** Fetches the list again, wherever it is shown. */
export const refreshContacts = () => queryClient.invalidateQueries({ queryKey: contactsKey() });

/** Updates a contact in the cached list at once. */
export function keepContact(contact: Contact): void {
  queryClient.setQueryData(contactsQuery().queryKey, (list) =>
    list?.some(({ id }) => id === contact.id)
      ? list.map((each) => (each.id === contact.id ? contact : each))
      : [...(list ?? []), contact],
  );
  void refreshContacts();
}

/** Section 3: the countries a phone may belong to. */
export const phoneCountriesQuery = () =>
  queryOptions({
    meta: { unshown: contactsWords.phoneForm.countriesFailed },
    queryKey: [currentEpoch(), 'phone-countries'],
    queryFn: async ({ signal }) => (await fetchOrThrow(allowedPhoneCountries, {}, signal)).allowedCountries,
    staleTime: Number.POSITIVE_INFINITY,
  });
