import type { CardKind } from '@florin/contract/cards/card-states';
import { sql } from 'kysely';

/** The newest card of a chain, with its holder. */
export interface CardOfChain {
  cardId: string;
  last4: string;
  kind: CardKind;
  name: string | null;
  cardholder: string | null;
}

export const newestCard = (chain: string) => sql`(
  select json_build_object('cardId', c.id, 'last4', c.last_four, 'kind', c.kind, 'name', c.name,
    'cardholder', nullif(trim(person.first_name || ' ' || person.last_name), ''))
  from card c
  left join membership on membership.id = c.membership_id
  left join person on person.id = membership.person_id
  where c.chain_id = ${sql.ref(chain)} order by c.id desc limit 1)`;
