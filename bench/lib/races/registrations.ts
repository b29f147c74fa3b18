import { randomBytes } from 'node:crypto';
import { newId } from '../../../server/src/db/ids.ts';
import { Pan } from '../../../server/src/core/cards/vault/pan.ts';
import { storeCardNumber } from '../../../server/src/core/cards/vault/vault.ts';
import { emailContext, inviteEmailIndex } from '../../../server/src/core/invites/queries.ts';
import { newInviteCode } from '../../../server/src/core/invites/send.ts';
import { hashBrowserSecret } from '../../../server/src/identity/registrations/browser.ts';
import { saveHolder } from '../../../server/src/core/cards/holder.ts';
import { hashToken } from '../../../server/src/core/tokens.ts';
import { registrationCookie } from '../../../server/src/http/cookies.ts';
import { post } from '../calls.ts';
import { atOnce, issuedCode, later, newAddress, type Race, type Setting } from './setting.ts';
import { otherCode } from './sign-ins.ts';

const base = '/Account/Cardholder/Registration';

const business = ({ db }: Pick<Setting, 'db'>) =>
  db
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.person_id')
    .innerJoin('business', 'business.id', 'membership.business_id')
    .select(['membership.id as membershipId', 'business.id', 'business.program_id as programId'])
    .where('person.username', '=', 'admin')
    .where('membership.role', '=', 'ADMIN')
    .executeTakeFirstOrThrow();

/** @param state whether the invite still works */
export async function addInvite(setting: Pick<Setting, 'db' | 'keys'>, number: number, state: 'waiting' | 'revoked') {
  const { db, keys } = setting;
  const { membershipId, id: businessId, programId } = await business(setting);
  const [id, code, email] = [newId(), newInviteCode(), `guest.${number}@bench.example`];
  await db
    .insertInto('invite')
    .values({
      id,
      business_id: businessId,
      role: 'CARDHOLDER',
      first_name: 'Bench',
      middle_name: null,
      last_name: 'Guest',
      email_sealed: keys.seal(email, emailContext({ inviteId: id, programId })),
      email_index: inviteEmailIndex({ keys }, email),
      code_hash: hashToken(code),
      invited_by: membershipId,
      created_at: new Date(),
      sends: [new Date()],
      expires_at: later(3600),
      accepted_at: null,
      accepted_by: null,
      revoked_at: state === 'revoked' ? new Date() : null,
    })
    .execute();
  return code;
}

/** An unregistered card, or a registered one with an account. */
export async function addCard(setting: Pick<Setting, 'db' | 'keys'>, membershipId: string | null) {
  const { db, keys } = setting;
  const { id: businessId, programId } = await business(setting);
  const cardId = newId();
  const pan = Pan.generate('40000099');
  await db
    .insertInto('card')
    .values({
      id: cardId,
      business_id: businessId,
      membership_id: membershipId,
      last_four: pan.lastFour,
      bin: pan.bin,
      status: membershipId === null ? 'PENDING_ACTIVATION' : 'OPEN',
      expires_on: '2030-09-30',
      wrong_codes_since: null,
    })
    .execute();
  await storeCardNumber(db, { keys }, { cardId, programId, pan });
  const details = { email: `${cardId}@bench.example`, mobilePhone: null, homePhone: null, dateOfBirth: null };
  const names = { firstName: 'Bench', middleName: null, lastName: 'Holder', nameOnCard: 'BENCH HOLDER' };
  await saveHolder(db, { keys }, { cardId, programId, holder: { ...names, details } });
  return { cardId, number: pan.reveal() };
}

/** An invite, and a number of browsers that have opened it. */
export const inviteRace = (parallel: number): Race => ({
  name: 'invite',
  async prepare(setting, round) {
    const code = await addInvite(setting, round, 'waiting');
    const opened = await atOnce(setting, parallel, (origin) =>
      post(origin, `${base}/Invite/Verify`, { inviteCode: code }, { address: newAddress() }),
    );
    return (origin, index) =>
      post(
        origin,
        `${base}/Profile`,
        {
          token: opened[index]!.body['access_token'],
          dateOfBirth: '01/15/1990',
          homePhone: '201 555 0123',
          homePhoneCountryCode: 'US',
          mobilePhone: '201 555 0123',
          mobilePhoneCountryCode: 'US',
          username: `guest.${round}.${index}`,
          password: 'violet-anchor-ferry-1907',
          passwordConfirmation: 'violet-anchor-ferry-1907',
        },
        { address: newAddress() },
      );
  },
});

/** A browser that has entered a new card, and waits for its code. */
async function begunRegistration(setting: Setting) {
  const { db } = setting;
  const registrationId = newId();
  const { cardId, number } = await addCard(setting, null);
  const secret = randomBytes(32).toString('base64url');
  await db
    .insertInto('registration')
    .values({
      id: registrationId,
      browser_hash: hashBrowserSecret(secret)!,
      token_hash: null,
      card_id: cardId,
      invite_id: null,
      step: 'CODE',
      proven_by: null,
      created_at: new Date(),
      expires_at: later(1800),
    })
    .execute();
  const code = await issuedCode(setting, { purpose: 'Registration', id: registrationId }, { cardId });
  const type = (origin: string, verificationCode: string) =>
    post(
      origin,
      `${base}/Code/Verify`,
      { cardNumber: number, verificationCode },
      { address: newAddress(), cookie: `${registrationCookie}=${secret}` },
    );
  return { cardId, code, type };
}

export const verificationCodeRace: Race = {
  name: 'verification code',
  async prepare(setting) {
    const { code, type } = await begunRegistration(setting);
    return (origin) => type(origin, code);
  },
};

export async function guessVerificationCode(setting: Setting) {
  const { cardId, code, type } = await begunRegistration(setting);
  return {
    guess: (origin: string, index: number) => type(origin, otherCode(code, index)),
    right: (origin: string) => type(origin, code),
    async checked() {
      const card = await setting.db
        .selectFrom('card')
        .select('wrong_codes')
        .where('id', '=', cardId)
        .executeTakeFirstOrThrow();
      return card.wrong_codes;
    },
  };
}
