import { timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import * as v from 'valibot';
import type { Keys } from '../../ports/keys/keys.ts';

/**
 * The heads of all chains at a moment. A hash covers all events before it, so heads that are kept outside the database
 * reveal events that were cut off, deleted or rewritten since (decision 052).
 */
export interface Heads {
  /** ISO 8601, by the database's clock. */
  keptAt: string;
  chains: { chain: string; length: number; hash: string }[];
}

type Client = Pick<pg.ClientBase, 'query'>;

const Hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const HeadsFile = v.object({
  format: v.literal('florin-audit-heads-1'),
  keptAt: v.pipe(v.string(), v.isoTimestamp()),
  chains: v.array(
    v.object({ chain: v.pipe(v.string(), v.uuid()), length: v.pipe(v.number(), v.minValue(1)), hash: Hash }),
  ),
  signature: v.nullable(Hash),
});

export async function headsOf(client: Client): Promise<Heads> {
  const { rows } = await client.query<Heads>(`
    select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "keptAt",
      coalesce(json_agg(json_build_object('chain', id, 'length', length, 'hash', encode(hash, 'hex')) order by id)
        filter (where length > 0), '[]') as chains
    from audit_chain`);
  return rows[0]!;
}

const signed = (keys: Pick<Keys, 'mac'>, { keptAt, chains }: Heads): Buffer =>
  keys.mac('audit-heads', JSON.stringify([keptAt, chains.map(({ chain, length, hash }) => [chain, length, hash])]));

/** @param keys null: without a signature */
export function headsFile({ keptAt, chains }: Heads, keys: Pick<Keys, 'mac'> | null): string {
  const signature = keys && signed(keys, { keptAt, chains }).toString('hex');
  return `${JSON.stringify({ format: 'florin-audit-heads-1', keptAt, chains, signature }, null, 1)}\n`;
}

/** A file of heads that proves nothing. */
export class HeadsError extends Error {}

/**
 * @param keys null: the signature is not checked; otherwise the file must be signed with these keys
 * @throws HeadsError for anything but a file of heads, and for a missing or wrong signature
 */
export function readHeadsFile(text: string, keys: Pick<Keys, 'mac'> | null): { heads: Heads; isSigned: boolean } {
  const file = v.safeParse(v.pipe(v.string(), v.parseJson(), HeadsFile), text);
  if (!file.success) throw new HeadsError('is no file of kept heads');
  const { keptAt, chains, signature } = file.output;
  const heads = { keptAt, chains };
  if (keys === null) return { heads, isSigned: false };
  if (signature === null) throw new HeadsError('has no signature');
  if (!timingSafeEqual(Buffer.from(signature, 'hex'), signed(keys, heads)))
    throw new HeadsError('was changed, or was signed by another installation');
  return { heads, isSigned: true };
}

export interface Problem {
  chain: string;
  /** Null if it concerns no single event. */
  sequence: string | null;
  problem: string;
}

/** The differences from a database that continues the heads. Chains that are broken in themselves are not compared. */
export async function problemsSince(client: Client, { keptAt, chains }: Heads): Promise<Problem[]> {
  const { rows } = await client.query<Problem>(
    `with kept as (select * from jsonb_to_recordset($1) as k (chain uuid, length bigint, hash text)),
    problems as (
      select k.chain, null::bigint as sequence, case
          when l.hash is not null then 'its events were rewritten'
          when exists (select from audit_link where chain = k.chain) then 'its newest events were cut off'
          else 'the whole chain was deleted'
        end as problem
      from kept k left join audit_link l on l.chain = k.chain and l.position = k.length
      where encode(l.hash, 'hex') is distinct from k.hash
      union all
      -- A transaction that was under way when the heads were read has an earlier time.
      select l.chain, min(l.sequence), 'the event was added later, with an earlier time'
      from audit_link l left join kept k on k.chain = l.chain
      where l.position > coalesce(k.length, 0) and coalesce(l.linked_at, '-infinity') < $2::timestamptz - interval '1 minute'
      group by l.chain
    )
    select distinct on (chain) chain, sequence::text, problem from problems order by chain, sequence nulls first`,
    [JSON.stringify(chains), keptAt],
  );
  return rows;
}
