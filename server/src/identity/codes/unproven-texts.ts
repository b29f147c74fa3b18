import { unprovenTexts as limits } from '@florin/contract/limits';
import type { Context } from '../../context.ts';
import { addressCounter } from '../../core/throttle/address-counter.ts';
import { count, readCount, uncount } from '../../core/throttle/counter.ts';
import { secondsUntilRoom } from '../../core/throttle/send-quota.ts';
import { afterSeconds, secondsUntil } from '../../core/time.ts';
import type { Database } from '../../db/open.ts';
import { networksOf } from '../../http/client.ts';
import type { CodeFlow } from './policies.ts';

type Known = Pick<Context, 'keys' | 'clock'>;
type Purpose = keyof typeof limits.toOnePhone;

/** A text to a phone that its requester has not proven. */
interface UnprovenText {
  purpose: Purpose;
  /** The phone (core/people/contacts.ts, `phoneIndex`). */
  phone: Buffer;
  /** The network address of its requester. */
  ipPrefix: string | null;
}

const { windowSeconds } = limits;

function countersOf({ keys }: Known, { purpose, phone, ipPrefix }: UnprovenText) {
  const ofPhone = {
    key: keys.mac('unproven-texts-phone', `${purpose}|${phone.toString('hex')}`),
    windowSeconds,
    cap: limits.toOnePhone[purpose],
  };
  // The prefix of an IPv6 address is an address itself without its length.
  const networks = ipPrefix === null ? [] : networksOf(ipPrefix.replace(/\/\d+$/, ''));
  const ofAddress =
    networks.length === 0 ? null : addressCounter(keys, 'unproven-texts-address', networks, windowSeconds);
  return { ofPhone, ofAddress };
}

/** The seconds until another such text may be sent; 0 is now. */
async function textWaitSeconds(tx: Database, context: Known, text: UnprovenText): Promise<number> {
  const now = context.clock.now();
  const { ofPhone, ofAddress } = countersOf(context, text);
  const toPhone = await readCount(tx, ofPhone, now);
  const fromAddress = ofAddress && (await ofAddress.read(tx, now));
  return Math.max(
    toPhone.failures >= ofPhone.cap ? secondsUntil(toPhone.until, now) + 1 : 0,
    fromAddress && fromAddress.failures >= limits.fromOneAddress ? secondsUntil(fromAddress.until, now) + 1 : 0,
  );
}

/**
 * Counts a text by phone, over all accounts and cards, and by network address. The rows decide, so that concurrent
 * requesters see each other.
 * @returns 0: it is counted and may be sent; otherwise the seconds until another may be
 */
export async function countText(tx: Database, context: Known, text: UnprovenText): Promise<number> {
  const now = context.clock.now();
  const { ofPhone, ofAddress } = countersOf(context, text);
  if ((await count(tx, ofPhone, now)) === null) return textWaitSeconds(tx, context, text);
  if (ofAddress === null || (await ofAddress.count(tx, now, limits.fromOneAddress))) return 0;
  const wait = await textWaitSeconds(tx, context, text);
  await uncount(tx, ofPhone.key);
  return wait;
}

/** The purpose of a code whose requester has not proven the phone; null for other codes. */
const unprovenPurpose = ({ purpose }: CodeFlow) =>
  purpose === 'ContactConfirmation' || purpose === 'Registration' ? purpose : null;

interface CodeText {
  flow: CodeFlow;
  owner: { personId: string } | { cardId: string };
  phone: Buffer;
  ipPrefix: string | null;
}

/** The same for the text of a code. Texts to proven phones are limited only by their quota. */
export async function codeTextWaitSeconds(tx: Database, context: Known, text: CodeText): Promise<number> {
  const purpose = unprovenPurpose(text.flow);
  if (purpose === null) return 0;
  const wait = await textWaitSeconds(tx, context, { ...text, purpose });
  return Math.max(wait, await otherPhonesWaitSeconds(tx, context, text));
}

export async function countCodeText(tx: Database, context: Known, text: CodeText): Promise<number> {
  const purpose = unprovenPurpose(text.flow);
  if (purpose === null) return 0;
  const wait = await otherPhonesWaitSeconds(tx, context, text);
  return wait > 0 ? wait : countText(tx, context, { ...text, purpose });
}

/**
 * An account can cause texts to only a few different phones. Codes of removed phones count, too. The caller holds the
 * person's lock.
 */
async function otherPhonesWaitSeconds(
  tx: Database,
  { clock }: Known,
  { flow: { purpose }, owner, phone }: CodeText,
): Promise<number> {
  if (purpose !== 'ContactConfirmation' || !('personId' in owner)) return 0;
  const now = clock.now();
  const others = await tx
    .selectFrom('one_time_code')
    .select((eb) => eb.fn.max('created_at').as('at'))
    .where('person_id', '=', owner.personId)
    .where('purpose', '=', purpose)
    .where('channel', '=', 'PhoneNumber')
    .where('created_at', '>', afterSeconds(now, -windowSeconds))
    .where('address_index', '!=', phone)
    .groupBy('address_index')
    .execute();
  const times = others.map(({ at }) => at);
  return secondsUntilRoom(times, { windowSeconds, sends: limits.phonesOfOneAccount }, now);
}
