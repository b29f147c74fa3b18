import { expect } from 'vitest';
import type { TestServer } from '../server.ts';
import { administratorOf } from '../administrator.ts';
import { addWaitingCard } from '../cards/waiting-card.ts';
import { outbox, sentMessages, type TestBrowser } from '../browser.ts';

export const guest = (email: string, role: 'ADMIN' | 'CARDHOLDER' = 'CARDHOLDER') => ({
  email,
  firstName: 'Ines',
  lastName: 'Moreau',
  role,
});

/** The code in the link of the newest mail to an address. */
export async function linkedCode(server: TestServer, email: string): Promise<string> {
  await sentMessages(server);
  const mail = (await outbox(server)).find(({ recipient }) => recipient === email);
  return new URL(/https?:\/\/\S+/.exec(mail!.text)![0]).searchParams.get('code')!;
}

interface Invited {
  id: string;
  code: string;
  email: string;
  businessId: string;
  administrator: TestBrowser;
}

let invited = 0;

/** A business whose administrator has invited a person. */
export async function addInvite(
  server: TestServer,
  wanted: { role?: 'ADMIN' | 'CARDHOLDER'; mfa?: 'Disabled' | 'Enabled' | 'Required' } = {},
): Promise<Invited> {
  const { businessId } = await addWaitingCard(server, { mfa: wanted.mfa ?? 'Enabled' });
  const administrator = await administratorOf(server, businessId);
  const email = `guest.${(invited += 1)}@guests.example`;
  const answer = await administrator.ask('POST', '/api/invites', { body: guest(email, wanted.role) });
  expect(answer.status).toBe(201);
  return { id: String(answer.body['id']), code: await linkedCode(server, email), email, businessId, administrator };
}
