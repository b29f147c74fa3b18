import { DetailsDraft } from '@florin/contract/access/registration';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdUp } from '../../../testing/cards/hold.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { prune } from '../../../core/housekeeping/prune.ts';
import { addInvite } from '../../../testing/access/invite.ts';
import { recordContext } from '../../../ports/keys/keys.ts';
import { hashToken } from '../../../core/tokens.ts';
import { findRegistration, type CurrentRegistration } from '../../../identity/registrations/find-registration.ts';
import { addWaitingCard } from '../../../testing/cards/waiting-card.ts';
import { hostileValues, TestWizard, typedDetails } from '../../../testing/access/wizard.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** As typed: with names, and without the mobile phone. */
const typed = {
  firstName: 'Kimberley',
  middleName: '',
  lastName: 'Soto-Ruiz',
  dateOfBirth: '02/28/1991',
  homePhone: '(201) 555 0147',
  homePhoneCountryCode: 'US',
  mobilePhoneCountryCode: 'US',
};
const asTyped = { ...typed, mobilePhone: undefined };

/** A browser with a proven card. */
async function begin() {
  const card = await addWaitingCard(server);
  const here = new TestWizard(server);
  return { here, card, token: await here.prove(card.number) };
}
const draftOf = async (wizard: TestWizard, token: string) => (await wizard.profile(token)).body['draft'];
const rowOf = (token: string) =>
  server.context.db
    .selectFrom('registration')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirstOrThrow();
const codeOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body['Code']];

test('the details return in the same browser as they were typed, and in no other', async () => {
  const { here, token } = await begin();
  expect(await draftOf(here, token)).toBeNull();
  expect(await here.keep(token, asTyped)).toMatchObject({ status: 200 });
  expect((await here.resume()).body).toMatchObject({ step: 'details', token: { access_token: token } });
  expect(await draftOf(here, token)).toEqual(typed);
  // Later details replace earlier ones.
  expect(await here.keep(token, { ...asTyped, lastName: 'Soto' })).toMatchObject({ status: 200 });
  expect(await draftOf(here, token)).toMatchObject({ lastName: 'Soto' });

  // Not even with the token, which no other browser gets.
  const other = new TestWizard(server);
  expect(await draftOf(other, token)).toBeNull();
  expect(codeOf(await other.keep(token))).toEqual([401, 'REGISTRATION_EXPIRED']);
  const elsewhere = await begin();
  expect(await draftOf(elsewhere.here, token)).toBeNull();
  expect(codeOf(await elsewhere.here.keep(token))).toEqual([401, 'REGISTRATION_EXPIRED']);
  expect(await draftOf(here, token)).toMatchObject({ lastName: 'Soto' });
});

test('opening an invite again in the same browser returns them, too', async () => {
  const { code } = await addInvite(server);
  const here = new TestWizard(server);
  const token = String((await here.invite(code)).body['access_token']);
  expect(await here.keep(token, asTyped)).toMatchObject({ status: 200 });
  expect((await here.invite(code)).body['access_token']).toBe(token);
  expect(await draftOf(here, token)).toEqual(typed);
  const other = new TestWizard(server);
  expect(await draftOf(other, String((await other.invite(code)).body['access_token']))).toBeNull();
});

test('they are sealed in their row, and open there only', { tags: '@beyond.39' }, async () => {
  const [one, two] = [await begin(), await begin()];
  await one.here.keep(one.token, asTyped);
  await two.here.keep(two.token, { ...asTyped, lastName: 'Other' });
  const { details_sealed: sealed, ...row } = await rowOf(one.token);
  const inRow = `${JSON.stringify(row)}${sealed!.toString('latin1')}`;
  for (const word of [...Object.values(typed), '5550147', '1991-02-28'].filter((each) => each.length > 2))
    expect(inRow).not.toContain(word);
  const { id } = await rowOf(two.token);
  await server.context.db.updateTable('registration').set({ details_sealed: sealed }).where('id', '=', id).execute();
  expect((await two.here.profile(two.token)).status).toBe(500);
});

test('details that no longer fit are typed again', async () => {
  const { here, token } = await begin();
  await here.keep(token, asTyped);
  const { id } = await rowOf(token);
  const { programId } = (await findRegistration(server.context, token, null)) as CurrentRegistration;
  const about = recordContext({ table: 'registration', row: id, column: 'details_sealed', program: programId });
  const sealed = server.context.keys.seal(JSON.stringify({ ...typed, homePhone: 2015550147 }), about);
  await server.context.db.updateTable('registration').set({ details_sealed: sealed }).where('id', '=', id).execute();
  expect(await here.profile(token)).toMatchObject({ status: 200, body: { draft: null } });
});

/** Two browsers that have proven the same card or invite; the slow one has saved its details. */
async function bothProven(way: 'card' | 'invite') {
  const [quick, slow] = [new TestWizard(server), new TestWizard(server)];
  const { number } = await addWaitingCard(server);
  const { code } = await addInvite(server);
  const prove = async (here: TestWizard) =>
    way === 'card' ? here.prove(number) : String((await here.invite(code)).body['access_token']);
  const [won, lost] = [await prove(quick), await prove(slow)];
  expect(await slow.keep(lost, asTyped)).toMatchObject({ status: 200 });
  return { quick, slow, won, lost };
}

test.each(['card', 'invite'] as const)(
  'once the %s belongs to a person, no other browser reads or saves details',
  async (way) => {
    const { quick, slow, won, lost } = await bothProven(way);
    expect(await quick.register(won, `quick.with.${way}`)).toMatchObject({ status: 200 });
    expect((await rowOf(lost)).details_sealed).toBeNull();
    for (const answer of [
      await slow.profile(lost),
      await slow.keep(lost, asTyped),
      await slow.register(lost, 'slow.one'),
    ])
      expect(codeOf(answer)).toEqual([409, 'ALREADY_REGISTERED']);
    expect((await rowOf(lost)).details_sealed).toBeNull();
  },
);

test.each(['card', 'invite'] as const)(
  'details saved while another browser accepts the %s are erased',
  { tags: '@beyond.40' },
  async (way) => {
    const { quick, slow, won, lost } = await bothProven(way);

    // The slow browser has passed its check, and waits for its own row until the other has finished.
    const { db } = server.context;
    const [kept] = await holdUp(db, {
      lock: (tx) =>
        tx.selectFrom('registration').select('id').where('token_hash', '=', hashToken(lost)).forUpdate().execute(),
      start: () => [slow.keep(lost, { ...asTyped, lastName: 'Late' })],
      meanwhile: async () => expect(await quick.register(won, `quick.before.${way}`)).toMatchObject({ status: 200 }),
    });
    expect(codeOf(kept!)).toEqual([409, 'ALREADY_REGISTERED']);
    expect((await rowOf(lost)).details_sealed).toBeNull();
  },
);

test('a card closed in the meantime is reported at the details', async () => {
  const { here, card, token } = await begin();
  await server.context.db.updateTable('card').set({ status: 'CLOSED' }).where('id', '=', card.cardId).execute();
  expect(codeOf(await here.keep(token, asTyped))).toEqual([409, 'CARD_CLOSED_OR_CANCELLED']);
  expect(await rowOf(token)).toMatchObject({ step: 'OVER', details_sealed: null });
});

test.each(['resend', 'revoke'])('they are erased when the administrator does %s the invite', async (act) => {
  const { id, code, administrator } = await addInvite(server);
  const here = new TestWizard(server);
  const token = String((await here.invite(code)).body['access_token']);
  expect(await here.keep(token, asTyped)).toMatchObject({ status: 200 });
  server.clock.advance(60);
  expect(await administrator.ask('POST', `/api/invites/${id}/${act}`)).toMatchObject({ status: 200 });
  expect((await rowOf(token)).details_sealed).toBeNull();
  expect(codeOf(await here.profile(token))).toEqual([401, 'REGISTRATION_EXPIRED']);
});

test('they are erased when the registration is finished, left or expired', { tags: '@beyond.39' }, async () => {
  const [finished, left, expired] = [await begin(), await begin(), await begin()];
  const all = [finished, left, expired];
  for (const { here, token } of all) expect(await here.keep(token, asTyped)).toMatchObject({ status: 200 });
  const kept = () => Promise.all(all.map(async ({ token }) => (await rowOf(token)).details_sealed !== null));
  expect(await kept()).toEqual([true, true, true]);

  expect(await finished.here.register(finished.token, 'kim.of.drafts')).toMatchObject({ status: 200 });
  expect(await left.here.leave(left.token)).toMatchObject({ status: 200 });
  await prune(server.context);
  expect(await kept()).toEqual([false, false, true]);
  const none = [401, 'REGISTRATION_EXPIRED'];
  for (const [{ here, token }, over] of [
    [finished, [409, 'ALREADY_REGISTERED']],
    [left, none],
  ] as const) {
    for (const answer of [await here.keep(token), await here.leave(token)]) expect(codeOf(answer)).toEqual(over);
    expect(codeOf(await here.resume())).toEqual(none);
  }

  server.clock.advance(1801);
  expect(codeOf(await expired.here.keep(expired.token))).toEqual([401, 'REGISTRATION_EXPIRED']);
  await prune(server.context);
  expect(await kept()).toEqual([false, false, false]);
});

test('they count for nothing: the last step gets all details, and checks them', async () => {
  const { here, token } = await begin();
  await here.keep(token, asTyped);
  const { status, body } = await here.register(token, 'kim.sends.none', {
    dateOfBirth: undefined,
    homePhone: undefined,
    mobilePhone: '123',
  });
  expect([status, body['Code']]).toEqual([400, 'VALIDATION']);
  expect(await here.register(token, 'kim.sends.all')).toMatchObject({ status: 200, body: { lastName: 'Soto' } });
});

const hostile: (readonly [string, unknown])[] = [
  ...hostileValues,
  ['a card number', '4111 1111 1111 1111'],
  ['a day that is none', '02/30/1990'],
];

test('what the last step would refuse is refused with its field, and nothing is saved', async () => {
  const { here, token } = await begin();
  for (const field of Object.keys(DetailsDraft.entries))
    for (const [what, value] of hostile) {
      const payload = { ...typedDetails, [field]: value };
      const isPhoneOrDate = /^(home|mobile)Phone$|^dateOfBirth$/.test(field);
      const mayBeMissing = field === 'mobilePhone' && value === undefined;
      if (v.is(DetailsDraft, payload) && (!isPhoneOrDate || mayBeMissing)) continue;
      const { status, body } = await here.keep(token, payload);
      expect([status, body['Code']], `${field}: ${what}`).toEqual([400, 'VALIDATION']);
      expect(new Set((body['Fields'] as { Field: string }[]).map(({ Field }) => Field))).toEqual(new Set([field]));
    }
  expect((await rowOf(token)).details_sealed).toBeNull();
  expect(codeOf(await here.keep(token.replace('reg_', 'ses_')))).toEqual([401, 'REGISTRATION_EXPIRED']);
});

test('before the card is proven nothing can be saved', async () => {
  const { number } = await addWaitingCard(server);
  const here = new TestWizard(server);
  await here.card(number);
  expect(codeOf(await here.keep(`reg_${'A'.repeat(43)}`))).toEqual([401, 'REGISTRATION_EXPIRED']);
});
