import { expect } from 'vitest';
import type { TestServer } from '../server.ts';
import { addWaitingCard } from './waiting-card.ts';
import { administratorOf } from '../administrator.ts';
import { lastCode, outbox, sentMessages, TestBrowser } from '../browser.ts';
import { testPassword } from '../person.ts';

/** An active card of a business of its own, and an administrator who has just proven a second factor. */
export async function addSender(server: TestServer) {
  const card = await addWaitingCard(server, { status: 'OPEN' });
  await server.context.db
    .updateTable('business')
    .set({ profile_address: '1 Test Way\nSpringfield, IL 62701' })
    .where('id', '=', card.businessId)
    .execute();
  const administrator = await administratorOf(server, card.businessId);
  await proveAgain(server, administrator);
  return { ...card, administrator };
}

/** The step-up of a person whose only second factor is email. */
export async function proveAgain(server: TestServer, browser: TestBrowser, password = testPassword): Promise<void> {
  const asked = await browser.ask('POST', '/api/step-up/send-code', { body: { entityType: 'Email' } });
  expect(asked).toMatchObject({ status: 200 });
  const code = await lastCode(server);
  const proven = await browser.ask('POST', '/api/step-up', { body: { password, method: 'Email', code } });
  expect(proven).toMatchObject({ status: 200 });
}

export type Sender = Awaited<ReturnType<typeof addSender>>;

let addresses = 0;
/** An unused address. */
export const newAddress = () => `vendor-${(addresses += 1)}@vendors.example`;

/** Sends a link, by default to an unused address. */
export const sendLink = ({ administrator, cardId }: Sender, changes: object = {}) =>
  administrator.ask('POST', '/api/vendor-links', {
    body: { cardId, email: newAddress(), ...changes },
  });

/** The code in the newest mail to a vendor. */
export async function mailedCode(server: TestServer, to: string): Promise<string> {
  await sentMessages(server);
  const mail = (await outbox(server)).find(({ recipient }) => recipient === to)!;
  return /\/card-details-request\/(vln_\S+)/.exec(mail.text)![1]!;
}

/** Sends a link and reads its mail. */
export async function linkedCode(server: TestServer, sender: Sender, changes: object = {}) {
  const { status, body } = await sendLink(sender, changes);
  expect(status).toBe(201);
  return { id: String(body['id']), code: await mailedCode(server, String(body['email'])) };
}

/** A vendor's browser. */
export class TestVendor extends TestBrowser {
  exchange(requestCode: string, attempt?: string) {
    return this.ask('POST', '/api/card-details/authenticate', { body: { requestCode, attempt } });
  }

  details(bearer: string, attempt?: string) {
    const query = attempt === undefined ? '' : `?attempt=${attempt}`;
    return this.ask('GET', `/api/card-details/embossing-data-sharing${query}`, { bearer });
  }
}
