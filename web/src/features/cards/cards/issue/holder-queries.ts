import { team, teamMember, type Member } from '@florin/contract/access/team-members';
import { queryOptions } from '@tanstack/react-query';
import { issueCardWords as words } from '../../../../messages/en/cards/issue-card.ts';
import { fetchOrThrow, keyOf, Refused } from '../../../../session/queries/query-client.ts';

/** So many are shown of who was found; typing finds the others. */
const shown = '20';
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
