import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  AccountSubtype,
  AccountType,
  ItemUpdateTypeEnum,
  ItemWithConsentFieldsUpdateTypeEnum,
  PlaidErrorType,
  type AuthGetResponse,
  type IdentityGetResponse,
  type Item,
  type ItemGetResponse,
  type ItemPublicTokenExchangeResponse,
  type ItemRemoveResponse,
  type LinkTokenCreateRequest,
  type LinkTokenCreateResponse,
  type PlaidError,
  type WebhookVerificationKeyGetResponse,
} from 'plaid';
import type { Clock } from '../../ports/clock/clock.ts';
import type { DemoAccount } from '../../ports/open-banking/demo-customers.ts';
import { listen } from './listen.ts';

export const clientId = 'client-id-of-the-installation';
export const plaidSecret = 'secret-of-the-installation';

interface FakeItem {
  id: string;
  accounts: readonly DemoAccount[];
  publicToken: string | null;
  accessToken: string | null;
  isLost: boolean;
}

/** Answers of Plaid that are errors: the status and the code. */
class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const subtypes = {
  CHECKING: AccountSubtype.Checking,
  SAVINGS: AccountSubtype.Savings,
  none: AccountSubtype.CreditCard,
};

/** A local server that answers in the shapes of Plaid's API, as far as the product uses it. */
export async function startPlaid(clock: Clock) {
  const items: FakeItem[] = [];
  const links = new Map<string, LinkTokenCreateRequest>();
  const requests: { path: string; body: Record<string, unknown> }[] = [];
  let instead: ((response: ServerResponse) => void) | null = null;
  let refusedPath: string | null = null;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const request_id = 'request-1';

  const itemOf = (accessToken: unknown) => {
    const item = items.find((each) => each.accessToken !== null && each.accessToken === accessToken);
    if (!item) throw new Refusal(400, 'ITEM_NOT_FOUND');
    return item;
  };
  const readable = (accessToken: unknown) => {
    const item = itemOf(accessToken);
    if (item.isLost) throw new Refusal(400, 'ITEM_LOGIN_REQUIRED');
    return item;
  };
  const itemFacts = (item: FakeItem) => ({
    item_id: item.id,
    institution_id: 'ins_1',
    institution_name: 'First Demo Bank',
    webhook: null,
    error: item.isLost ? errorBody(400, 'ITEM_LOGIN_REQUIRED') : null,
    available_products: [],
    billed_products: [],
    consent_expiration_time: null,
  });
  const itemBody = (item: FakeItem): Item => ({ ...itemFacts(item), update_type: ItemUpdateTypeEnum.Background });
  const accountBody = ({ id, name, mask, type }: DemoAccount) => ({
    account_id: id,
    balances: { available: 100, current: 110, limit: null, iso_currency_code: 'USD', unofficial_currency_code: null },
    mask,
    name,
    official_name: null,
    type: type === null ? AccountType.Credit : AccountType.Depository,
    subtype: subtypes[type ?? 'none'],
  });

  const answers: Record<string, (body: Record<string, unknown>) => unknown> = {
    '/link/token/create': (body): LinkTokenCreateResponse => {
      if (body['access_token'] !== undefined) itemOf(body['access_token']);
      const link_token = `link-sandbox-${randomUUID()}`;
      links.set(link_token, body as unknown as LinkTokenCreateRequest);
      const expiration = new Date(clock.now().getTime() + 4 * 3_600_000).toISOString();
      return { link_token, expiration, request_id };
    },
    '/item/public_token/exchange': (body): ItemPublicTokenExchangeResponse => {
      const item = items.find((each) => each.publicToken !== null && each.publicToken === body['public_token']);
      if (!item) throw new Refusal(400, 'INVALID_PUBLIC_TOKEN');
      item.publicToken = null;
      item.accessToken = `access-sandbox-${randomUUID()}`;
      return { access_token: item.accessToken, item_id: item.id, request_id };
    },
    '/auth/get': (body): AuthGetResponse => {
      const item = readable(body['access_token']);
      const eligible = item.accounts.filter(({ type }) => type !== null);
      if (eligible.length === 0) throw new Refusal(400, 'NO_AUTH_ACCOUNTS');
      return {
        accounts: item.accounts.map(accountBody),
        numbers: {
          ach: eligible.map(({ id, accountNumber, routingNumber }) => ({
            account_id: id,
            account: accountNumber,
            routing: routingNumber,
            wire_routing: null,
          })),
          eft: [],
          international: [],
          bacs: [],
        },
        item: itemBody(item),
        request_id,
      };
    },
    '/identity/get': (body): IdentityGetResponse => {
      const item = readable(body['access_token']);
      return {
        accounts: item.accounts.map((account) => ({
          ...accountBody(account),
          owners: [{ names: [...account.ownerNames], phone_numbers: [], emails: [], addresses: [] }],
        })),
        item: itemBody(item),
        request_id,
      };
    },
    '/item/get': (body): ItemGetResponse => ({
      item: { ...itemFacts(itemOf(body['access_token'])), update_type: ItemWithConsentFieldsUpdateTypeEnum.Background },
      request_id,
    }),
    '/item/remove': (body): ItemRemoveResponse => {
      items.splice(items.indexOf(itemOf(body['access_token'])), 1);
      return { request_id };
    },
    '/webhook_verification_key/get': (body): WebhookVerificationKeyGetResponse => {
      if (body['key_id'] !== 'key-1') throw new Refusal(400, 'INVALID_FIELD');
      const key = { alg: 'ES256', crv: 'P-256', kid: 'key-1', kty: 'EC', use: 'sig', x, y };
      return { key: { ...key, created_at: 1_700_000_000, expired_at: null }, request_id };
    },
  };
  const answer = (path: string, request: IncomingMessage, body: Record<string, unknown>): [number, unknown] => {
    const { 'plaid-client-id': id, 'plaid-secret': secret, 'plaid-version': version } = request.headers;
    try {
      if (id !== clientId || secret !== plaidSecret || version !== '2020-09-14')
        throw new Refusal(400, 'INVALID_API_KEYS');
      const act = answers[path];
      if (!act) throw new Refusal(404, 'NOT_FOUND');
      if (path === refusedPath) throw new Refusal(400, 'PRODUCTS_NOT_SUPPORTED');
      return [200, act(body)];
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return [error.status, errorBody(error.status, error.code)];
    }
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = JSON.parse((await text(request)) || '{}') as Record<string, unknown>;
    const path = request.url ?? '';
    requests.push({ path, body });
    if (instead) return instead(response);
    const [status, answered] = answer(path, request, body);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answered));
  };
  const server = createServer((request, response) => void serve(request, response));
  const { port, close } = await listen(server);
  const jwt = (body: Buffer, { kid = 'key-1', iat = Math.floor(clock.now().getTime() / 1000) } = {}) => {
    const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');
    const claims = { iat, request_body_sha256: createHash('sha256').update(body).digest('hex') };
    const signed = `${part({ alg: 'ES256', kid, typ: 'JWT' })}.${part(claims)}`;
    const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return `${signed}.${signature.toString('base64url')}`;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    /** A person signs in to the bank in Plaid's own window, and shares accounts. */
    finishLink(linkToken: string, accounts: readonly DemoAccount[]): string {
      const link = links.get(linkToken);
      if (!link) throw new Error('a link is created first');
      const publicToken = `public-sandbox-${randomUUID()}`;
      const repaired = link.access_token ? itemOf(link.access_token) : null;
      if (repaired) Object.assign(repaired, { accounts, publicToken, isLost: false });
      else items.push({ id: `item-${randomUUID()}`, accounts, publicToken, accessToken: null, isLost: false });
      return publicToken;
    },
    loseConnection(itemId: string) {
      for (const item of items) if (item.id === itemId) item.isLost = true;
    },
    /** A webhook about an item, signed. */
    webhook(
      fields: Record<string, unknown>,
      { source = '192.0.2.1', ...options }: { kid?: string; iat?: number; source?: string } = {},
    ) {
      const body = Buffer.from(JSON.stringify({ webhook_type: 'ITEM', environment: 'sandbox', ...fields }));
      return { headers: { 'plaid-verification': jwt(body, options) } as Record<string, string>, body, source };
    },
    /** The bank does not support what that path reads. */
    refusePath: (path: string | null) => {
      refusedPath = path;
    },
    answerWith: (act: ((response: ServerResponse) => void) | null) => {
      instead = act;
    },
    close,
  };
}

const errorBody = (status: number, error_code: string): PlaidError => ({
  error_type: PlaidErrorType.ItemError,
  error_code,
  error_message: `the account of Jane Doe, ${error_code}`,
  display_message: null,
  request_id: 'request-1',
  status,
});
