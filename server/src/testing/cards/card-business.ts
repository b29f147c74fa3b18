import { issueCard } from '../../core/cards/issue.ts';
import type { CardKind } from '@florin/contract/cards/card-states';
import { inTransaction } from '../../db/transaction.ts';
import { newId } from '../../db/ids.ts';
import { administratorOf } from '../administrator.ts';
import { TestBrowser } from '../browser.ts';
import { addPerson, testPassword } from '../person.ts';
import type { TestServer } from '../server.ts';

/** A business with an administrator and a cardholder, both signed in, and a card of the holder. */
export async function addCardBusiness(server: TestServer, kind: CardKind = 'VIRTUAL') {
  const holder = await addPerson(server);
  const membershipId = holder.membershipIds[0]!;
  const { business_id: businessId } = await server.context.db
    .selectFrom('membership')
    .select('business_id')
    .where('id', '=', membershipId)
    .executeTakeFirstOrThrow();
  const { cardId } = await addCard(server, { businessId, membershipId, kind });
  const holding = new TestBrowser(server);
  await holding.enter(holder.username, testPassword);
  const administrator = await administratorOf(server, businessId);
  return { businessId, membershipId, cardId, person: holder, holder: holding, administrator };
}

export type CardBusiness = Awaited<ReturnType<typeof addCardBusiness>>;

/** Another card of a holder. */
export const addCard = (
  server: TestServer,
  { kind = 'VIRTUAL', ...owner }: { businessId: string; membershipId: string; kind?: CardKind },
) => inTransaction(server.context.db, (tx) => issueCard(tx, server.context, { ...owner, kind }));

/** Another cardholder of a business, not signed in. */
export async function addCardholder(server: TestServer, businessId: string) {
  const person = await addPerson(server, { accounts: [] });
  const membershipId = newId();
  await server.context.db
    .insertInto('membership')
    .values({
      id: membershipId,
      person_id: person.id,
      business_id: businessId,
      role: 'CARDHOLDER',
      status: 'OPEN',
      created_at: server.clock.now(),
    })
    .execute();
  return { person, membershipId };
}

/** An address in the United States. */
export const shippingTo = (recipient: string) => ({
  recipient,
  line1: '1 Harbor Street',
  city: 'Portland',
  state: 'ME',
  zip: '04101',
});
