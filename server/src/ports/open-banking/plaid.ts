import { createHash, createPublicKey, timingSafeEqual, verify } from 'node:crypto';
import { HOUR } from '@florin/contract/limits';
import type { AccountBase, LinkTokenCreateRequest, PlaidApi } from 'plaid';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import * as v from 'valibot';
import type { Clock } from '../clock/clock.ts';
import {
  OpenBankingError,
  type BankAccountFacts,
  type BankEvent,
  type OpenBanking,
  type OpenBankingFailure,
  type Webhook,
} from './open-banking.ts';

export interface PlaidSettings {
  /** `https://production.plaid.com`, `https://sandbox.plaid.com`, or a test's server. */
  url: string;
  clientId: string;
  secret: string;
  /** Plaid sends its webhooks there; null if the installation has no public HTTPS address. */
  webhookUrl: string | null;
  clock: Clock;
  /** The timeout for a whole answer, for which Plaid may have to call the bank. Default 30 s. */
  patienceMilliseconds?: number;
}

/**
 * Plaid through its official client (plaid.com/docs/api, version 2020-09-14): Link in the browser, the product Auth for
 * the numbers, Identity for the owners if the bank reports them. The client is loaded on first use, because it is
 * several megabytes.
 */
export function plaidOpenBanking(settings: PlaidSettings): OpenBanking {
  let loading: Promise<PlaidApi> | undefined;
  const client = () => (loading ??= loadClient(settings));
  const call = async <T>(act: (api: PlaidApi) => Promise<{ data: T }>): Promise<T> => {
    try {
      return (await act(await client())).data;
    } catch (error) {
      throw failureOf(error);
    }
  };
  const keys = webhookKeys((key_id) => call((api) => api.webhookVerificationKeyGet({ key_id })));

  return {
    method: 'PLAID',
    async startLink(request) {
      const body = await linkRequest(request, settings.webhookUrl);
      const { link_token: linkToken, expiration } = await call((api) => api.linkTokenCreate(body));
      return { linkToken, expiresAt: new Date(expiration) };
    },
    async exchange(publicToken) {
      const body = { public_token: publicToken };
      const { item_id: itemId, access_token: accessToken } = await call((api) => api.itemPublicTokenExchange(body));
      return { itemId, accessToken };
    },
    async accountsOf(accessToken) {
      const body = { access_token: accessToken };
      const { accounts, numbers, item } = await call((api) => api.authGet(body));
      const owners = await ownersOf(() => call((api) => api.identityGet(body)));
      return {
        institution: item.institution_name ?? '',
        accounts: accounts.flatMap((account) => {
          const number = numbers.ach.find(({ account_id }) => account_id === account.account_id);
          const type = typeOf(account);
          if (number === undefined || type === null) return [];
          return [factsOf(account, { type, number, ownerNames: owners.get(account.account_id) ?? [] })];
        }),
      };
    },
    async isLoginRequired(accessToken) {
      const { item } = await call((api) => api.itemGet({ access_token: accessToken }));
      return item.error !== null;
    },
    async disconnect(accessToken) {
      await call((api) => api.itemRemove({ access_token: accessToken })).catch((error: unknown) => {
        if (!(error instanceof OpenBankingError && error.failure === 'gone')) throw error;
      });
    },
    async readWebhook(webhook) {
      await requireSignature(webhook, keys, settings.clock);
      return eventOf(webhook.body);
    },
  };
}

async function loadClient({ url, clientId, secret, patienceMilliseconds = 30_000 }: PlaidSettings): Promise<PlaidApi> {
  const { Configuration, PlaidApi } = await import('plaid');
  const headers = { 'PLAID-CLIENT-ID': clientId, 'PLAID-SECRET': secret };
  // Credentials go to the configured host and nowhere else.
  const baseOptions = { headers, timeout: patienceMilliseconds, maxRedirects: 0, proxy: false };
  return new PlaidApi(new Configuration({ basePath: url.replace(/\/+$/, ''), baseOptions }));
}

async function linkRequest(
  { businessId, programName, repairs, returnUrl }: Parameters<OpenBanking['startLink']>[0],
  webhookUrl: string | null,
): Promise<LinkTokenCreateRequest> {
  const { CountryCode, DepositoryAccountSubtype, Products } = await import('plaid');
  return {
    // Plaid shows at most 30 characters.
    client_name: programName.slice(0, 30),
    language: 'en',
    country_codes: [CountryCode.Us],
    user: { client_user_id: businessId },
    ...(webhookUrl !== null && { webhook: webhookUrl }),
    ...(returnUrl !== null && { redirect_uri: returnUrl }),
    // Update mode names its connection and no products.
    ...(repairs === null
      ? {
          products: [Products.Auth],
          optional_products: [Products.Identity],
          account_filters: {
            depository: { account_subtypes: [DepositoryAccountSubtype.Checking, DepositoryAccountSubtype.Savings] },
          },
        }
      : { access_token: repairs }),
  };
}

function typeOf(account: AccountBase): BankAccountFacts['type'] | null {
  // Plaid's enums are strings whose names exist only in the loaded package.
  const { type, subtype }: { type: string; subtype: string | null } = account;
  if (type !== 'depository') return null;
  if (subtype === 'checking') return 'CHECKING';
  return subtype === 'savings' ? 'SAVINGS' : null;
}

function factsOf(
  { account_id: id, name, mask }: AccountBase,
  {
    type,
    number,
    ownerNames,
  }: { type: BankAccountFacts['type']; number: { account: string; routing: string }; ownerNames: readonly string[] },
): BankAccountFacts {
  const { account: accountNumber, routing: routingNumber } = number;
  return { id, name, type, mask: mask ?? accountNumber.slice(-4), routingNumber, accountNumber, ownerNames };
}

type Identity = { accounts: { account_id: string; owners: { names: string[] }[] }[] };

/** The owners by account. Many banks do not report them, which is no reason to refuse the account. */
async function ownersOf(read: () => Promise<Identity>): Promise<ReadonlyMap<string, readonly string[]>> {
  const { accounts } = await read().catch((): Identity => ({ accounts: [] }));
  return new Map(
    accounts.map(({ account_id, owners }) => [account_id, [...new Set(owners.flatMap(({ names }) => names))]]),
  );
}

const ErrorBody = v.object({ response: v.object({ data: v.object({ error_code: v.string() }) }) });

/** Plaid's codes (plaid.com/docs/errors) that mean something else than "later". */
const failures: Readonly<Record<string, OpenBankingFailure>> = {
  INVALID_PUBLIC_TOKEN: 'token',
  INVALID_LINK_TOKEN: 'token',
  INVALID_ACCESS_TOKEN: 'gone',
  ITEM_NOT_FOUND: 'gone',
  ITEM_LOGIN_REQUIRED: 'login',
  NO_ACCOUNTS: 'accounts',
  NO_AUTH_ACCOUNTS: 'accounts',
  PRODUCTS_NOT_SUPPORTED: 'accounts',
};

/** The client's error contains the request with its credentials, so only Plaid's code is kept. */
function failureOf(error: unknown): OpenBankingError {
  const body = v.safeParse(ErrorBody, error);
  if (!body.success) return new OpenBankingError('unavailable', 'Plaid: no usable answer');
  const code = body.output.response.data.error_code;
  const failure = Object.hasOwn(failures, code) ? failures[code]! : 'unavailable';
  return new OpenBankingError(failure, `Plaid: ${/^[A-Z_]{1,60}$/.test(code) ? code : 'unknown code'}`);
}

const JwtHeader = v.object({ alg: v.literal('ES256'), kid: v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/)) });
const JwtClaims = v.object({ iat: v.number(), request_body_sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) });

/** How long a signature is accepted, so that a recorded webhook cannot be sent again later. */
const signatureSeconds = 5 * 60;

/**
 * `Plaid-Verification`: a JWT, signed with ES256, over the hash of the body (plaid.com/docs/api/webhooks/webhook-verification).
 * @throws OpenBankingError `signature`
 */
async function requireSignature(
  { headers, body, source }: Webhook,
  keyById: ReturnType<typeof webhookKeys>,
  clock: Clock,
): Promise<void> {
  const wrong = (reason: string) => new OpenBankingError('signature', `Plaid webhook: ${reason}`);
  const jwt = headers['plaid-verification'];
  if (typeof jwt !== 'string') throw wrong('no signature');
  const [header = '', claims = '', signature = '', ...more] = jwt.split('.');
  const parsedHeader = v.safeParse(JwtHeader, jsonOf(header));
  const parsedClaims = v.safeParse(JwtClaims, jsonOf(claims));
  if (more.length > 0 || !parsedHeader.success || !parsedClaims.success) throw wrong('not a signature of Plaid’s form');
  const { iat, request_body_sha256: bodyHash } = parsedClaims.output;
  if (Math.abs(clock.now().getTime() / 1000 - iat) > signatureSeconds) throw wrong('too old');
  const signed = Buffer.from(`${header}.${claims}`);
  const key = await keyById(parsedHeader.output.kid, source);
  const isSigned = verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
  if (!isSigned) throw wrong('wrong signature');
  if (!timingSafeEqual(createHash('sha256').update(body).digest(), Buffer.from(bodyHash, 'hex')))
    throw wrong('another body');
}

type WebhookKey = ReturnType<typeof createPublicKey>;

/** Plaid has one key at a time, and replaces it from time to time. */
const keysAtMost = 20;
/** Anyone can send a key id that Plaid does not know, so the tries of an address are limited by the hour. */
const wrongIdsAtMost = 10;

/**
 * Plaid's public keys by id, each fetched once. A known key is returned at once and costs no try, and unknown ids do
 * not displace it. Plaid repeats a webhook that is answered with `unavailable`.
 */
function webhookKeys(
  read: (id: string) => Promise<{ key: { kty: string; crv: string; x: string; y: string; expired_at: number | null } }>,
) {
  const known = new Map<string, WebhookKey>();
  const pending = new Map<string, Promise<WebhookKey>>();
  const tries = new RateLimiterMemory({ points: wrongIdsAtMost, duration: HOUR });

  const fetchKey = async (id: string, source: string) => {
    await tries.consume(source).catch(() => {
      throw new OpenBankingError('unavailable', 'Plaid webhook: too many unknown keys');
    });
    const { kty, crv, x, y, expired_at: expiredAt } = (await read(id)).key;
    if (expiredAt !== null) throw new OpenBankingError('signature', 'Plaid webhook: expired key');
    const key = createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' });
    await tries.reward(source);
    if (known.size >= keysAtMost) known.delete(known.keys().next().value!);
    known.set(id, key);
    return key;
  };
  return async (id: string, source: string): Promise<WebhookKey> => {
    const found = known.get(id) ?? pending.get(id);
    if (found) return found;
    const fetching = fetchKey(id, source).finally(() => pending.delete(id));
    pending.set(id, fetching);
    return fetching;
  };
}

function jsonOf(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return null;
  }
}

const ItemWebhook = v.object({
  webhook_type: v.literal('ITEM'),
  webhook_code: v.string(),
  item_id: v.string(),
  error: v.nullish(v.object({ error_code: v.string() })),
});

/** Codes after which nothing can be read until the person signs in again. */
const lostCodes = new Set(['USER_PERMISSION_REVOKED', 'USER_ACCOUNT_REVOKED']);

function eventOf(body: Buffer): BankEvent | null {
  const webhook = v.safeParse(ItemWebhook, jsonOf(body.toString('base64url')));
  if (!webhook.success) return null;
  const { webhook_code: code, item_id: itemId, error } = webhook.output;
  if (code === 'LOGIN_REPAIRED') return { kind: 'restored', itemId };
  const isLost = lostCodes.has(code) || (code === 'ERROR' && error?.error_code === 'ITEM_LOGIN_REQUIRED');
  return isLost ? { kind: 'lost', itemId } : null;
}
