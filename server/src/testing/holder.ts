import type { TestServer } from './server.ts';
import { addWaitingCard } from './cards/waiting-card.ts';
import { TestBrowser } from './browser.ts';
import { addPerson, testPassword, type TestPerson } from './person.ts';

interface TestCard {
  cardId: string;
  number: string;
  businessId: string;
}

/** A cardholder, signed in with the password alone, and the number of their card. */
export async function addHolder(server: TestServer, person?: TestPerson, ofBusiness?: TestCard) {
  const holder = person ?? (await addPerson(server));
  const card: TestCard = ofBusiness ?? (await addWaitingCard(server, { status: 'OPEN' }));
  await server.context.db
    .updateTable('card')
    .set({ membership_id: holder.membershipIds[0]! })
    .where('id', '=', card.cardId)
    .execute();
  const browser = new TestBrowser(server);
  await browser.login(holder.username, testPassword);
  return { ...card, holder, browser };
}

export const view = (browser: TestBrowser) => browser.ask('POST', '/api/card-details/view', { body: {} });
