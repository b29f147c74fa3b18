import type { Context } from '../../../../context.ts';
import type { Database } from '../../../../db/open.ts';
import type { Origin } from '../../../../core/audit/events.ts';
import { readHolder, type Holder } from '../../../../core/cards/holder.ts';
import { addressIndex, phoneIndex } from '../../../../core/people/contacts.ts';
import { codeWaitSeconds, recentSends } from '../../../../identity/codes/one-time-code.ts';
import { sendCode } from '../../../../identity/codes/send-code.ts';
import { codeTextWaitSeconds } from '../../../../identity/codes/unproven-texts.ts';
import { lockCardToRegister, type CardToRegister } from '../queries.ts';

interface Sending {
  registrationId: string;
  card: CardToRegister;
  holder: Holder;
  way: 'Email' | 'PhoneNumber';
}

/** A card's codes count together, whichever browsers request them. */
const cardQuota = 'strangers';

const flowOf = (id: string) => ({ purpose: 'Registration', id }) as const;

/** Sends a verification code to the address on file, within the quota of the card. */
export async function sendVerificationCode(
  tx: Database,
  context: Context,
  origin: Origin,
  { registrationId, card, holder, way: kind }: Sending,
): ReturnType<typeof sendCode> {
  const { id: cardId, businessId, programId, lastFour } = card;
  const address = (kind === 'Email' ? holder.details.email : holder.details.mobilePhone)!;
  // Sends for one card happen one after the other: the quota counts rows.
  await lockCardToRegister(tx, cardId);
  return sendCode(tx, context, origin, {
    flow: flowOf(registrationId),
    owner: { programId, cardId, businessId, lastFour },
    to: { kind, address, addressIndex: addressIndex(context, { kind, address }) },
    because: 'asked',
    quota: cardQuota,
  });
}

/** Seconds until the quotas of the card and its phone allow a registration its next code; 0 for at once. */
export async function codeWait(
  tx: Database,
  context: Context,
  { registrationId, cardId, programId }: { registrationId: string; cardId: string; programId: string },
): Promise<number> {
  const flow = flowOf(registrationId);
  const now = context.clock.now();
  const inQuota = codeWaitSeconds(await recentSends(tx, flow, { ownerId: cardId, quota: cardQuota }, now), now);
  const holder = await readHolder(tx, context, { cardId, programId });
  const { email = null, mobilePhone = null } = holder?.details ?? {};
  if (email !== null || mobilePhone === null) return inQuota;
  const text = { flow, owner: { cardId }, phone: phoneIndex(context, mobilePhone), ipPrefix: null };
  return Math.max(inQuota, await codeTextWaitSeconds(tx, context, text));
}
