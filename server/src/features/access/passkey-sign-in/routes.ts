import { randomBytes } from 'node:crypto';
import type * as contract from '@florin/contract/access/passkey-sign-in';
import { passkeyChallenge } from '@florin/contract/limits';
import type { Database } from '../../../db/open.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { isRefused, refuse, type Call, type Handler, type HandlersOf, type Refused } from '../../../http/call.ts';
import { passkeyCookie } from '../../../http/cookies.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { isPasswordLocked, readProver } from '../../../identity/attempts/attempts.ts';
import {
  completion,
  isProvablePending,
  readPending,
  readPendingByToken,
  type PendingSignIn,
} from '../../../identity/sessions/pending.ts';
import { trustDevice, type TrustedOnly } from '../../../identity/devices/trust-device.ts';
import {
  completeSignIn,
  deviceCookieChange,
  signedInAnswer,
  type CompletedSignIn,
} from '../../../identity/sessions/complete.ts';
import { startingAccount } from '../../../identity/sessions/rules.ts';
import { lockPerson, type PersonForUpdate } from '../../../core/people/lock-person.ts';
import { hashToken, isToken } from '../../../core/tokens.ts';
import { proofOptions } from '../../../identity/factors/passkey-options.ts';
import type { Passkey } from '../../../identity/factors/passkeys.ts';
import { provePasskey, readClaim, type Claim } from '../../../identity/factors/prove-passkey.ts';
import type { Context } from '../../../context.ts';
import type { Client } from '../../../http/client.ts';
import { findSession } from '../../../identity/sessions/find-session.ts';

type PasskeyCall = Call<'authenticateWithPasskey'>;
type Decision =
  | { completed: CompletedSignIn }
  | TrustedOnly
  | { startSite: { StartSiteUrl: string; Message: string } }
  | Refused<'PASSKEY_INVALID' | 'UNAUTHENTICATED' | 'LOCKED'>;

/**
 * POST /api/passkey/options. At the second step the options name the person's passkeys. Without a pending sign-in they
 * name none, so that they do not disclose who has a passkey, and the browser offers its own for this host name.
 */
const passkeyOptions: Handler<'passkeyOptions'> = async (call) => {
  const { context, client, input } = call;
  const token = input.body.twoFactorAuthSessionId;
  const pending = token === undefined ? undefined : await readPendingByToken(context.db, hashToken(token));
  const isRight = isProvablePending(pending, context.clock.now()) && pending.linkSessionId === null;
  if (token !== undefined && !isRight) return refuse('UNAUTHENTICATED');
  const rpId = client.hostname;
  const sessionId = pending ? null : await callersSession(context, client);
  const browser = pending || sessionId !== null ? {} : { browser: bindBrowser(call) };
  const use = { rpId, sessionId, pendingId: pending?.id ?? null, resetId: null, ...browser };
  return { status: 200, body: { options: await proofOptions(context.db, context, use, pending?.personId ?? null) } };
};

/**
 * POST /api/passkey/authenticate: a passkey as the second factor of a pending sign-in, or as the whole sign-in, because
 * its device verifies its user. Nothing is counted: a signature cannot be guessed, and a count would let strangers lock
 * a person out.
 */
const authenticateWithPasskey: Handler<'authenticateWithPasskey'> = async (call) => {
  const { context, input } = call;
  const token = input.body.twoFactorAuthSessionId;
  const found = token === undefined ? null : await pendingBehind(call, token);
  if (token !== undefined && !found) return refuse('UNAUTHENTICATED');
  const claim = await readClaim(context.db, input.body.passkey);
  const personId = found?.personId ?? claim?.passkey.personId;
  if (personId === undefined) return refuse('PASSKEY_INVALID');
  const sessionId = found ? null : await callersSession(context, call.client);

  const decision = await inTransaction(context.db, async (tx): Promise<Decision> => {
    const person = await lockPerson(tx, personId);
    if (!person) return refuse('PASSKEY_INVALID');
    return found ? bySecondFactor(tx, call, person, claim, found) : alone(tx, call, person, claim, sessionId);
  });
  return answer(call, decision);
};

async function pendingBehind({ context }: PasskeyCall, token: string): Promise<PendingSignIn | null> {
  const found = isToken('mfp', token) ? await readPendingByToken(context.db, hashToken(token)) : undefined;
  return found?.linkSessionId === null ? found : null;
}

const proofOf = (call: PasskeyCall, { id: personId }: PersonForUpdate) => ({
  origin: originOf(call),
  client: call.client,
  personId,
});

async function bySecondFactor(
  tx: Database,
  call: PasskeyCall,
  person: PersonForUpdate,
  claim: Claim | null,
  found: PendingSignIn,
): Promise<Decision> {
  const { context } = call;
  const now = context.clock.now();
  const pending = await readPending(tx, found.id);
  if (!isProvablePending(pending, now) || person.passwordChangedAt > pending.createdAt)
    return refuse('UNAUTHENTICATED');
  if (await isPasswordLocked(tx, context, await readProver(tx, context, pending), person.usernameSkeleton))
    return refuse('LOCKED');
  const use = { sessionId: null, pendingId: pending.id, resetId: null };
  const passkey = await provePasskey(tx, context, proofOf(call, person), claim, use);
  if (!passkey) return refuse('PASSKEY_INVALID');
  if (!(await completion(tx, pending.id, now).executeTakeFirst())) return refuse('UNAUTHENTICATED');
  if (pending.expiresAt <= now) return trustDevice(tx, call, person.id);
  return complete(tx, call, person, ['password', 'webauthn'], passkey);
}

/**
 * What binds a visitor's challenge: the secret of the browser, so that nobody is signed in to an account by a message
 * made elsewhere. Callers with tokens have no cookies, and no browser can send their messages.
 */
const browserOf = ({ delivery, passkeySecret }: Pick<Client, 'delivery' | 'passkeySecret'>): string => {
  if (delivery === 'token') return 'token';
  return passkeySecret === null ? 'none' : `cookie|${passkeySecret}`;
};

/** Gives the caller's browser a secret with its first challenge. */
function bindBrowser(call: Call<'passkeyOptions'>): string {
  const { client } = call;
  const value = client.passkeySecret ?? randomBytes(32).toString('base64url');
  if (client.delivery === 'cookie')
    call.setCookie({ name: passkeyCookie, value, maxAgeSeconds: passkeyChallenge.lifetimeSeconds });
  return browserOf({ ...client, passkeySecret: value });
}

async function alone(
  tx: Database,
  call: PasskeyCall,
  person: PersonForUpdate,
  claim: Claim | null,
  sessionId: string | null,
): Promise<Decision> {
  const browser = sessionId === null ? { browser: browserOf(call.client) } : {};
  const use = { sessionId, pendingId: null, resetId: null, ...browser };
  const passkey = await provePasskey(tx, call.context, proofOf(call, person), claim, use);
  return passkey ? complete(tx, call, person, ['webauthn'], passkey) : refuse('PASSKEY_INVALID');
}

/** The answer to a proven passkey: the same as to a login (security design P2). */
async function complete(
  tx: Database,
  call: PasskeyCall,
  person: PersonForUpdate,
  methods: readonly string[],
  { createdAt: factorSince }: Passkey,
): Promise<Decision> {
  const { context } = call;
  const origin = originOf(call);
  const account = startingAccount(person.accounts);
  if (!account) {
    await recordEvent(tx, context, origin, { type: 'authn_login_no_account', details: {}, personId: person.id });
    return refuse('PASSKEY_INVALID');
  }
  const about = { personId: person.id, membershipId: account.id, businessId: account.businessId };
  if (account.startSiteMessage !== null && context.config.startSiteUrl !== null) {
    await recordEvent(tx, context, origin, { type: 'authn_login_redirected', details: {}, ...about });
    return { startSite: { StartSiteUrl: context.config.startSiteUrl, Message: account.startSiteMessage } };
  }
  const completed = await completeSignIn(tx, context, call, {
    person,
    account,
    methods,
    provenSecondFactor: true,
    factorSince,
  });
  return { completed };
}

function answer(call: PasskeyCall, decision: Decision) {
  if (isRefused(decision)) return decision;
  if ('trusted' in decision) {
    for (const change of deviceCookieChange(decision.trusted)) call.setCookie(change);
    return refuse('MFA_SESSION_EXPIRED');
  }
  if ('startSite' in decision) return { status: 302 as const, body: decision.startSite };
  return signedInAnswer(call, decision.completed);
}

/**
 * The session of the cookie in a call that needs none: a passkey challenge is bound to it, so that its answer is
 * useless in another browser. Null for visitors and for callers with tokens.
 */
async function callersSession(context: Context, { sessionToken, delivery }: Client): Promise<string | null> {
  if (sessionToken === null || delivery === 'token') return null;
  const session = await findSession(context, sessionToken);
  return session?.delivery === 'cookie' ? session.id : null;
}

export const passkeySignInRoutes: HandlersOf<typeof contract> = { passkeyOptions, authenticateWithPasskey };
