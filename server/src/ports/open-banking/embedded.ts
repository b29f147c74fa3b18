import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { MINUTE } from '@florin/contract/limits';
import type { Pool } from 'pg';
import * as v from 'valibot';
import type { Clock } from '../clock/clock.ts';
import type { Keys } from '../keys/keys.ts';
import { demoBankName, demoBankPassword, demoCustomers, type DemoAccount } from './demo-customers.ts';
import { OpenBankingError, type BankAccountFacts, type OpenBanking } from './open-banking.ts';

/** Open banking with one bank, which is part of the product: its sign-in is a dialog of the dashboard. */
export interface EmbeddedOpenBanking extends OpenBanking {
  /**
   * The sign-in at the bank.
   * @returns null for a wrong username or password
   * @throws OpenBankingError `token` for an unknown or expired visit, `unavailable` while the bank is down
   */
  signIn(
    linkToken: string,
    typed: { username: string; password: string },
  ): Promise<{ visit: string; institution: string; accounts: readonly DemoAccount[] } | null>;
  /**
   * Shares accounts with the program and ends the visit.
   * @returns the public token; that of a repair cannot be exchanged, because its connection has an access token
   * @throws OpenBankingError `token` for an expired visit, `accounts` without an account that can be connected
   */
  share(visit: string, accountIds: readonly string[]): Promise<string>;
  /** Makes the bank require a new sign-in. @returns its webhook */
  loseConnection(itemId: string): Promise<{ headers: Record<string, string>; body: Buffer }>;
}

const linkSeconds = 30 * MINUTE;
const visitSeconds = 10 * MINUTE;

const LinkToken = v.object({ businessId: v.string(), item: v.nullable(v.string()), until: v.number() });
const Visit = v.object({ username: v.string(), item: v.nullable(v.string()), until: v.number() });

/**
 * The embedded bank. Links and visits are sealed tokens; a shared connection is a row, whose tokens are kept as hashes.
 */
export function embeddedOpenBanking({
  pool,
  clock,
  keys,
}: {
  pool: Pool;
  clock: Clock;
  keys: Keys;
}): EmbeddedOpenBanking {
  const sealed = (kind: 'link' | 'visit', facts: object) =>
    keys.seal(JSON.stringify(facts), `embedded-bank|${kind}`).toString('base64url');
  const opened = <S extends v.GenericSchema<unknown, { until: number }>>(
    kind: 'link' | 'visit',
    schema: S,
    token: string,
  ): v.InferOutput<S> => {
    const facts = v.safeParse(schema, unsealed(keys, token, `embedded-bank|${kind}`));
    if (!facts.success || facts.output.until < clock.now().getTime())
      throw new OpenBankingError('token', `Embedded bank: no such ${kind}`);
    return facts.output;
  };
  const until = (seconds: number) => clock.now().getTime() + seconds * 1000;
  const signatureOf = (body: Uint8Array) => keys.mac('embedded-bank-webhook', body);

  return {
    method: 'OPENBANKING',
    async startLink({ businessId, repairs }) {
      const item = repairs === null ? null : await itemOf(pool, repairs);
      const expires = until(linkSeconds);
      const linkToken = sealed('link', { businessId, item: item?.id ?? null, until: expires });
      return { linkToken, expiresAt: new Date(expires) };
    },
    async signIn(linkToken, { username, password }) {
      const { item } = opened('link', LinkToken, linkToken);
      const customer = demoCustomers.find((each) => each.username === username.trim().toLowerCase());
      if (customer?.isDown) throw new OpenBankingError('unavailable', 'Embedded bank: down');
      if (!customer || password !== demoBankPassword) return null;
      const visit = sealed('visit', { username: customer.username, item, until: until(visitSeconds) });
      return { visit, institution: demoBankName, accounts: customer.accounts };
    },
    async share(visit, accountIds) {
      const { username, item } = opened('visit', Visit, visit);
      const chosen = accountsOf(username).filter(({ id }) => accountIds.includes(id));
      if (!chosen.some(isConnectable)) throw new OpenBankingError('accounts', 'Embedded bank: no account');
      const publicToken = newSecret('public');
      const ids = chosen.map(({ id }) => id);
      const { rowCount } =
        item === null
          ? await query(
              pool,
              `insert into embedded_bank_item (id, username, account_ids, public_token_hash, created_at)
               values (gen_random_uuid(), $1, $2, $3, $4)`,
              [username, ids, hashOf(publicToken), clock.now()],
            )
          : await query(
              pool,
              `update embedded_bank_item
               set username = $1, account_ids = $2, login_required = false where id = $3`,
              [username, ids, item],
            );
      if (rowCount === 0) throw new OpenBankingError('gone', 'Embedded bank: the connection is over');
      return publicToken;
    },
    async exchange(publicToken) {
      const accessToken = newSecret('access');
      const { rows } = await query<{ id: string }>(
        pool,
        `update embedded_bank_item set public_token_hash = null, access_token_hash = $2
         where public_token_hash = $1 returning id`,
        [hashOf(publicToken), hashOf(accessToken)],
      );
      if (!rows[0]) throw new OpenBankingError('token', 'Embedded bank: no such public token');
      return { itemId: rows[0].id, accessToken };
    },
    async accountsOf(accessToken) {
      const item = await itemOf(pool, accessToken);
      if (item.login_required) throw new OpenBankingError('login', 'Embedded bank: sign in again');
      const accounts = accountsOf(item.username).filter(({ id }) => item.account_ids.includes(id));
      return { institution: demoBankName, accounts: accounts.filter(isConnectable) };
    },
    isLoginRequired: async (accessToken) => (await itemOf(pool, accessToken)).login_required,
    async disconnect(accessToken) {
      await query(pool, 'delete from embedded_bank_item where access_token_hash = $1', [hashOf(accessToken)]);
    },
    async readWebhook({ headers, body }) {
      const given = Buffer.from(String(headers['x-embedded-bank-signature'] ?? ''), 'base64url');
      const expected = signatureOf(body);
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        throw new OpenBankingError('signature', 'Embedded bank: wrong signature');
      const event = v.safeParse(Event, JSON.parse(body.toString()));
      return event.success ? event.output : null;
    },
    async loseConnection(itemId) {
      await query(pool, 'update embedded_bank_item set login_required = true where id = $1', [itemId]);
      const body = Buffer.from(JSON.stringify({ kind: 'lost', itemId }));
      return { headers: { 'x-embedded-bank-signature': signatureOf(body).toString('base64url') }, body };
    },
  };
}

const Event = v.object({ kind: v.picklist(['lost', 'restored']), itemId: v.string() });

const isConnectable = (account: DemoAccount): account is DemoAccount & BankAccountFacts => account.type !== null;
const accountsOf = (username: string) => demoCustomers.find((each) => each.username === username)?.accounts ?? [];
const newSecret = (kind: string) => `${kind}-embedded-${randomBytes(32).toString('base64url')}`;
const hashOf = (token: string) => hash('sha256', token, 'buffer');

function unsealed(keys: Keys, token: string, context: string): unknown {
  try {
    return JSON.parse(keys.open(Buffer.from(token, 'base64url'), context).toString());
  } catch {
    return null;
  }
}

interface Item {
  id: string;
  username: string;
  account_ids: string[];
  login_required: boolean;
}

/** @throws OpenBankingError `gone` */
async function itemOf(pool: Pool, accessToken: string): Promise<Item> {
  const { rows } = await query<Item>(
    pool,
    'select id, username, account_ids, login_required from embedded_bank_item where access_token_hash = $1',
    [hashOf(accessToken)],
  );
  if (!rows[0]) throw new OpenBankingError('gone', 'Embedded bank: no such connection');
  return rows[0];
}

/**
 * @throws OpenBankingError `unavailable`: the table of the bank cannot be read
 */
async function query<R extends object>(pool: Pool, text: string, values: unknown[]) {
  try {
    return await pool.query<R>(text, values);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
    throw new OpenBankingError('unavailable', `Embedded bank: ${code}`);
  }
}

/** Whether the open banking of this installation is the embedded bank. */
export const isEmbedded = (bank: OpenBanking): bank is EmbeddedOpenBanking => 'signIn' in bank;
