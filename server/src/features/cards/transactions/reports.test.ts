import { reportReasonsOf, type TransactionReport } from '@florin/contract/cards/transactions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorize } from '../../../core/transactions/authorize.ts';
import { addPolicy } from '../../../testing/cards/active-policy.ts';
import { administratorOf } from '../../../testing/administrator.ts';
import { at } from '../../../testing/business.ts';
import { outbox, sentMessages } from '../../../testing/browser.ts';
import { addCardBusiness, type CardBusiness } from '../../../testing/cards/card-business.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { fundBusiness, purchase } from '../../../testing/cards/spending.ts';

let server: TestServer;
let business: CardBusiness;
beforeAll(async () => {
  server = await startTestServer();
  business = await addCardBusiness(server);
  await fundBusiness(server.context.db, business.businessId, 1_000_00);
});
afterAll(() => server.close());

const buy = async (amount = 20_00) =>
  (await authorize(server.context, purchase(business.cardId, amount, { at, merchant: 'La Colombe' }))).transactionId!;
const reportIt = (id: string, body: object = {}) =>
  business.holder.ask('POST', `/api/my-transactions/${id}/reports`, {
    body: { reason: 'CHARGED_TWICE', text: 'It is on the list twice.', ...body },
  });
const reports = async (id: string) =>
  (await business.administrator.ask('GET', `/api/transactions/${id}`)).body['reports'] as TransactionReport[];
/** Of the mails that name a reference, whom they went to. */
async function mailed(reference: unknown) {
  await sentMessages(server);
  const mails = (await outbox(server)).filter(({ text }) => text.includes(String(reference)));
  return mails.map(({ recipient, text }) => ({ recipient, text }));
}
const support = 'cardholders@florin.example';

test('a report goes to the administrators who see purchases, and stands in the timeline of both', async () => {
  const id = await buy();
  const made = await reportIt(id);
  expect(made).toMatchObject({ status: 201, body: { reference: expect.stringMatching(/^P-\d{8}$/) } });
  const { reference } = made.body;
  const mails = await mailed(reference);
  expect(mails.map(({ recipient }) => recipient)).not.toContain(support);
  expect(mails).toHaveLength(1);
  expect(mails[0]!.text).toContain(`/transactions?open=${id}`);
  expect(mails[0]!.text).toContain('It is on the list twice.');
  expect(await reports(id)).toMatchObject([{ reason: 'CHARGED_TWICE', reference, isOwn: false, closed: null }]);
  const own = await business.holder.ask('GET', `/api/my-transactions/${id}`);
  expect(own.body['reports']).toMatchObject([{ reference, isOwn: true }]);
});

test('a purchase that another person made goes to support, too', async () => {
  const made = await reportIt(await buy(), { reason: 'NOT_MADE' });
  const recipients = (await mailed(made.body['reference'])).map(({ recipient }) => recipient);
  expect(recipients).toHaveLength(2);
  expect(recipients).toContain(support);
});

test('where no administrator sees purchases, support alone is told', async () => {
  const { db } = server.context;
  const show = (shown: boolean) =>
    db
      .updateTable('business')
      .set({ allow_admin_view_card_usage: shown })
      .where('id', '=', business.businessId)
      .execute();
  await show(false);
  const made = await reportIt(await buy());
  await show(true);
  expect((await mailed(made.body['reference'])).map(({ recipient }) => recipient)).toEqual([support]);
});

test('of eight at once, one is the report; another is possible after it is closed', async () => {
  const id = await buy();
  const answers = await Promise.all(Array.from({ length: 8 }, () => reportIt(id)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ body }) => body['Code'] === 'STEP_NOT_POSSIBLE')).toHaveLength(7);
  const [open] = await reports(id);
  const close = () =>
    business.administrator.ask('POST', `/api/transactions/${id}/reports/${open!.id}/close`, {
      body: { answer: 'The second one was released.' },
    });
  expect((await close()).status).toBe(204);
  expect((await close()).body['Code']).toBe('STEP_NOT_POSSIBLE');
  const mails = await mailed(open!.reference);
  expect(mails.filter(({ text }) => text.includes('The second one was released.'))).toHaveLength(1);
  expect((await reportIt(id)).status).toBe(201);
  expect(await reports(id)).toMatchObject([{ closed: { answer: 'The second one was released.' } }, { closed: null }]);
});

test('the reporter takes a report back, and nobody takes back another’s', async () => {
  const id = await buy();
  const made = await business.administrator.ask('POST', `/api/transactions/${id}/reports`, {
    body: { reason: 'OTHER', text: 'Whose is it?' },
  });
  expect(made.status).toBe(201);
  expect((await mailed(made.body['reference'])).map(({ recipient }) => recipient)).toEqual(['business@florin.example']);
  const withdraw = async () => {
    const latest = (await reports(id)).at(-1)!;
    return business.holder.ask('POST', `/api/my-transactions/${id}/reports/${latest.id}/withdraw`, { body: {} });
  };
  expect((await withdraw()).status).toBe(404);
  const [first] = await reports(id);
  await business.administrator.ask('POST', `/api/transactions/${id}/reports/${first!.id}/close`, {
    body: { answer: null },
  });
  expect((await reportIt(id)).status).toBe(201);
  expect((await withdraw()).status).toBe(204);
  expect((await withdraw()).body['Code']).toBe('STEP_NOT_POSSIBLE');
});

test('the reason fits what happened, and text has no card number', async () => {
  await addPolicy(server.context.db, { businessId: business.businessId, layer: 'CARD', chainId: business.cardId }, [
    { kind: 'amount', period: 'purchase', limit: 500_00 },
  ]);
  const id = await buy(600_00);
  expect(reportReasonsOf('DECLINED')).not.toContain('CHARGED_TWICE');
  expect((await reportIt(id)).body).toMatchObject({ Fields: [{ Field: 'reason' }] });
  expect((await reportIt(await buy(), { reason: 'WRONGLY_DECLINED' })).status).toBe(400);
  expect((await reportIt(id, { reason: 'OTHER', text: 'My card: 4111 1111 1111 1111' })).status).toBe(400);
  expect((await reportIt(id, { reason: 'WRONGLY_DECLINED' })).status).toBe(201);
});

test('another business finds nothing', async () => {
  const id = await buy();
  const other = await addCardBusiness(server);
  const stranger = await administratorOf(server, other.businessId);
  const body = { reason: 'OTHER', text: 'Hm.' };
  expect((await stranger.ask('POST', `/api/transactions/${id}/reports`, { body })).status).toBe(404);
  expect((await other.holder.ask('POST', `/api/my-transactions/${id}/reports`, { body })).status).toBe(404);
});
