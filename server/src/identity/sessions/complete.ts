import type { Endpoint } from '@florin/contract/endpoint';
import type { SignedIn } from '@florin/contract/access/login';
import type { Context } from '../../context.ts';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/open.ts';
import type { CallTo, CookieChange } from '../../http/call.ts';
import type { Client } from '../../http/client.ts';
import { deviceCookie, sessionCookie } from '../../http/cookies.ts';
import { eventInsert, type AuditEvent, type Origin } from '../../core/audit/events.ts';
import { deviceOf, deviceWrites, trustEnd, type SignedInDevice } from '../devices/queries.ts';
import { deviceCookieSeconds } from '../devices/secret.ts';
import { endSessions } from './end.ts';
import { issueSession, type IssuedSession } from './issue.ts';
import { forgetSessions } from './session-cache.ts';
import type { PersonForUpdate, MembershipForUpdate } from '../../core/people/lock-person.ts';
import { hashToken, isToken } from '../../core/tokens.ts';

/** A sign-in whose factors are all proven. */
export interface ProvenSignIn {
  person: PersonForUpdate;
  account: MembershipForUpdate;
  /**
   * password, device (a trusted one replaces the second factor), email, sms, totp, backup, webauthn; link, admin (an
   * administrator's approval).
   */
  methods: readonly string[];
  provenSecondFactor: boolean;
  /** When the person added the authenticator app or passkey that proved it. */
  factorSince?: Date | null;
  /** When it was proven, if not now: the session never lasts longer than a sign-in at that time would. */
  authenticatedAt?: Date;
}

export interface CompletedSignIn {
  session: IssuedSession;
  device: SignedInDevice;
  hasUnverifiedPhone: boolean;
}

type Caller = { client: Client; correlationId: string };

/** Issues the session of a sign-in and writes the device, the login record and the audit events with it. */
export async function completeSignIn(
  tx: Database,
  context: Context,
  { client, correlationId }: Caller,
  { person, account, methods, provenSecondFactor, factorSince, authenticatedAt }: ProvenSignIn,
): Promise<CompletedSignIn> {
  const now = context.clock.now();
  const origin: Origin = { correlationId, ipPrefix: client.ipPrefix };
  const personId = person.id;
  const restrictedReason = person.riskFlagOpen ? 'malicious_site' : null;
  const left = await endSessionOfAnother(tx, context, origin, client, personId);
  const { device, isKnown } = await deviceOf(tx, client, { personId, now, isRenewed: provenSecondFactor });
  const sessionId = newId(now.getTime());

  const about = { personId, membershipId: account.id, businessId: account.businessId, sessionId };
  const events: AuditEvent[] = [
    {
      type: 'authn_login_success',
      details: { methods: methods.join(' '), knownDevice: isKnown },
      ...about,
    },
    {
      type: 'session_created',
      details: { delivery: client.delivery, restricted: restrictedReason !== null },
      ...about,
    },
  ];
  if (provenSecondFactor)
    events.push({ type: 'authn_device_trusted', details: { until: trustEnd(now).toISOString() }, ...about });

  const location = context.geoIp.locate(client.ip);
  const record = tx.insertInto('login_record').values({
    id: newId(now.getTime()),
    person_id: personId,
    membership_id: account.id,
    device_id: device.id,
    session_id: sessionId,
    at: now,
    agent_family: client.agentFamily,
    os_family: client.osFamily,
    ip_address: client.ip,
    location_city: location?.city ?? null,
    location_region: location?.region ?? null,
    location_country: location?.country ?? null,
  });
  const issued = await issueSession(
    tx,
    context,
    origin,
    {
      id: sessionId,
      personId,
      account,
      deviceId: device.id,
      methods,
      delivery: client.delivery,
      restrictedReason,
      authenticatedAt: authenticatedAt ?? now,
      steppedUpAt: null,
      steppedUpBy: null,
      factorSince: factorSince ?? null,
    },
    [
      ...deviceWrites(tx, context, { device, client, provenSecondFactor }),
      record,
      eventInsert(tx, context, origin, events),
    ],
  );
  const session = { ...issued, endedIds: [...issued.endedIds, ...left] };
  return { session, device, hasUnverifiedPhone: person.hasUnverifiedPhone };
}

/**
 * Ends another person's session whose cookie the new one replaces, because nobody could log it out afterwards. A
 * session of the same person ends with the issue, like every session of the same browser.
 */
async function endSessionOfAnother(
  tx: Database,
  context: Context,
  origin: Origin,
  { sessionToken, delivery }: Client,
  personId: string,
): Promise<string[]> {
  if (sessionToken === null || delivery === 'token' || !isToken('ses', sessionToken)) return [];
  const other = await tx
    .selectFrom('session')
    .select(['id', 'person_id as personId'])
    .where('token_hash', '=', hashToken(sessionToken))
    .where('person_id', '!=', personId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return other ? endSessions(tx, context, origin, [{ ...other, reason: 'replaced' }]) : [];
}

interface Issued {
  session: IssuedSession;
  device?: SignedInDevice | null;
  hasUnverifiedPhone: boolean;
}

/**
 * The answer to a call that issued a session, after the commit: a cookie, or a pair of tokens, never both (security
 * design 3.1).
 * @param alsoEnded sessions that ended besides those of the issue
 */
export function signedInAnswer(
  call: Pick<CallTo<Endpoint>, 'context' | 'setCookie'>,
  { session, device = null, hasUnverifiedPhone }: Issued,
  alsoEnded: readonly string[] = [],
): { status: 200; body: SignedIn } {
  forgetSessions(call.context, [...alsoEnded, ...session.endedIds]);
  const byToken = session.delivery === 'token';
  if (!byToken) call.setCookie({ name: sessionCookie, value: session.token, maxAgeSeconds: session.tokenSeconds });
  if (!byToken) for (const change of deviceCookieChange(device)) call.setCookie(change);
  const body = {
    epoch: session.epoch,
    hasUnverifiedPhone,
    access_token: byToken ? session.token : null,
    refresh_token: session.refreshToken,
    expiresInSeconds: byToken ? session.tokenSeconds : null,
    device_credential: byToken ? (device?.held ?? null) : null,
  };
  return { status: 200, body };
}

/** The cookie that identifies a browser again. */
export const deviceCookieChange = (device: SignedInDevice | null): CookieChange[] =>
  device ? [{ name: deviceCookie, value: device.held, maxAgeSeconds: deviceCookieSeconds }] : [];
