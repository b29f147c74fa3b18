import { registration as limits } from '@florin/contract/limits';
import type { EntityType } from '@florin/contract/fields';
import type { Context } from '../../../../context.ts';
import { newId } from '../../../../db/ids.ts';
import type { Database } from '../../../../db/open.ts';
import { inTransaction } from '../../../../db/transaction.ts';
import { isRefused, refuse, type Call, type Handler } from '../../../../http/call.ts';
import { originOf, recordEvent } from '../../../../core/audit/events.ts';
import { readHolder, type Holder } from '../../../../core/cards/holder.ts';
import { enqueueMessage } from '../../../../core/messages/messages.ts';
import { addressIndex } from '../../../../core/people/contacts.ts';
import { allowedCountries } from '../../../../core/people/phone-countries.ts';
import { isStopped } from '../../../../core/people/stop-list.ts';
import { afterSeconds } from '../../../../core/time.ts';
import { hashToken, isToken, newToken } from '../../../../core/tokens.ts';
import { captchaProven } from '../../../../core/throttle/captcha-proven.ts';
import { stopListRequested } from '../../../../identity/codes/send-code.ts';
import { countText } from '../../../../identity/codes/unproven-texts.ts';
import { newBrowserSecret, registrationCookieChange } from '../../../../identity/registrations/browser.ts';
import { registrationOfBrowser } from '../../../../identity/registrations/find-registration.ts';
import { visitorOf } from '../../../../identity/registrations/visitor.ts';
import { proofLinkMail, proofLinkText } from '../messages.ts';
import { flowToken, proving } from './prove.ts';
import { lockCardToRegister, type CardToRegister } from '../queries.ts';
import { cardProblem, verificationWay } from '../rules.ts';

const captchaDifficulty = 2;

/**
 * POST send-link (decision 032): wrong codes of strangers lock a card's codes, and their requests use up its messages.
 * This link is sent to the address on file, at most one in a while, and works whatever they do.
 */
export const sendRegistrationLink: Handler<'sendRegistrationLink'> = async (call) => {
  const { context, client, input } = call;
  const found = await registrationOfBrowser(context.db, await visitorOf(context, client), context.clock.now());
  const cardId = found?.step === 'CODE' ? found.cardId : null;
  if (cardId === null) return refuse('REGISTRATION_EXPIRED');
  if (
    !(await captchaProven(context, client, {
      action: 'registration',
      token: input.body.recaptchaToken,
      minimumDifficulty: captchaDifficulty,
    }))
  )
    return refuse('RECAPTCHA_LOCK', { Difficulty: captchaDifficulty });
  return inTransaction(context.db, (tx) => send(tx, call, cardId));
};

async function send(tx: Database, call: Call<'sendRegistrationLink'>, cardId: string) {
  const { context } = call;
  const now = context.clock.now();
  const card = await lockCardToRegister(tx, cardId);
  if (cardProblem({ ...card, isRegistered: card.membershipId !== null })) return refuse('REGISTRATION_EXPIRED');
  const holder = await readHolder(tx, context, { cardId, programId: card.programId });
  // The year of birth is no contact: only an administrator can lift its lock.
  const way =
    holder && verificationWay({ ...card, verificationMode: 'SENT' }, holder.details, allowedCountries(context.config));
  if (!holder || !way || way === 'BIRTH_YEAR') return refuse('VERIFICATION_LOCKED');
  const earlier = await tx
    .selectFrom('registration_link')
    .select(['channel', 'created_at'])
    .where('card_id', '=', cardId)
    .where('channel', '=', way)
    .where('created_at', '>', afterSeconds(now, -limits.links[way].atMostEverySeconds))
    .executeTakeFirst();
  if (earlier) {
    const sentSecondsAgo = Math.max(1, Math.round((now.getTime() - earlier.created_at.getTime()) / 1000));
    return { status: 200 as const, body: { channel: earlier.channel, sentSecondsAgo } };
  }
  const address = way === 'Email' ? holder.details.email! : holder.details.mobilePhone!;
  const origin = originOf(call);
  if (way === 'PhoneNumber') {
    const phone = addressIndex(context, { kind: way, address });
    if (await isStopped(tx, phone)) return stopListRequested(context);
    const retryAfterSeconds = await countText(tx, context, { purpose: 'link', phone, ipPrefix: origin.ipPrefix });
    if (retryAfterSeconds > 0) return refuse('TOO_MANY_REQUESTS', {}, { retryAfterSeconds });
  }
  await queue(tx, context, { card, holder, channel: way, address });
  const { businessId } = card;
  const details = { channel: way, card: cardId };
  await recordEvent(tx, context, origin, { type: 'registration_link_sent', details, businessId });
  return { status: 200 as const, body: { channel: way, sentSecondsAgo: 0 } };
}

interface Queueing {
  card: CardToRegister;
  holder: Holder;
  channel: EntityType;
  address: string;
}

async function queue(tx: Database, context: Context, { card, holder, channel, address }: Queueing): Promise<void> {
  const now = context.clock.now();
  const token = newToken('rgl');
  await tx
    .insertInto('registration_link')
    .values({
      id: newId(now.getTime()),
      token_hash: hashToken(token),
      card_id: card.id,
      channel,
      created_at: now,
      expires_at: afterSeconds(now, limits.links[channel].lifetimeSeconds),
    })
    .execute();
  const { programId, lastFour } = card;
  const program = await tx
    .selectFrom('program')
    .select(['name', 'canonical_origin'])
    .where('id', '=', programId)
    .executeTakeFirstOrThrow();
  // The host comes from the program, never from the request (security design P14).
  const link = `${program.canonical_origin ?? context.config.publicOrigin}/registration-link/${token}`;
  const message = { programName: program.name, firstName: holder.firstName, lastFour, link };
  await enqueueMessage(tx, context, {
    channel: channel === 'Email' ? 'email' : 'sms',
    programId,
    to: address,
    content: channel === 'Email' ? proofLinkMail(message) : proofLinkText(message),
  });
}

/**
 * POST open-link: proves the card that this browser has begun with. The link works until its card is registered: mail
 * programs open links, too, and without the card number it does nothing.
 */
export const openRegistrationLink: Handler<'openRegistrationLink'> = async (call) => {
  const { context, client, input } = call;
  const { requestCode } = input.body;
  if (!isToken('rgl', requestCode)) return refuse('REGISTRATION_LINK_INVALID');
  const now = context.clock.now();
  const visitor = await visitorOf(context, client);
  const proven = await inTransaction(context.db, async (tx) => {
    const link = await tx
      .selectFrom('registration_link')
      .innerJoin('card', 'card.id', 'registration_link.card_id')
      .select(['card_id as cardId', 'channel'])
      .where('token_hash', '=', hashToken(requestCode))
      .where('expires_at', '>', now)
      .where('card.membership_id', 'is', null)
      .executeTakeFirst();
    if (!link) return refuse('REGISTRATION_LINK_INVALID');
    await lockCardToRegister(tx, link.cardId);
    const found = await registrationOfBrowser(tx, visitor, now);
    if (found?.cardId !== link.cardId) return refuse('REGISTRATION_EXPIRED');
    // Opened twice: the registration goes on.
    if (found.step === 'DETAILS') return { ...found, browserSecret: client.registrationSecret! };
    const { id, businessId } = found;
    const expiresAt = afterSeconds(now, limits.lifetimeSeconds);
    const by = link.channel;
    const browserSecret = newBrowserSecret();
    if (!(await proving(tx, browserSecret, { id, by, expiresAt }).executeTakeFirst()))
      return refuse('REGISTRATION_EXPIRED');
    const details = { by, card: link.cardId, invite: null };
    await recordEvent(tx, context, originOf(call), { type: 'registration_proven', details, businessId });
    return { ...found, expiresAt, browserSecret };
  });
  if (isRefused(proven)) return proven;
  call.setCookie(registrationCookieChange(proven.browserSecret));
  return { status: 200, body: flowToken(context, proven.browserSecret, proven) };
};
