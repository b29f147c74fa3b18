import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../../db/open.ts';
import type { Heads, Problem } from './heads.ts';
import { problemsSince } from './heads.ts';

type Client = Pick<pg.ClientBase, 'query'>;

/** Heads that were kept earlier. */
export interface StoredHeads {
  file: string;
  heads: Heads;
  isSigned: boolean;
}

export interface Proof {
  events: number;
  chains: number;
  /** The first of each chain. */
  problems: Problem[];
  proven: string[];
  notProven: string[];
}

const brokenLinks =
  'select chain, sequence::text, problem from broken_audit_links() order by broken_audit_links.sequence nulls last';
const allChains = `select count(*)::int as chains, coalesce(sum(length), 0)::int as events,
  (select database_since from audit_clock) as times from audit_chain`;
interface Totals {
  chains: number;
  events: number;
  times: Date | null;
}

/**
 * Verifies each chain, and that the chains continue the stored heads. Call it in a snapshot, because events are added
 * meanwhile.
 */
export async function proveChains(client: Client, kept: readonly StoredHeads[]): Promise<Proof> {
  const { rows: broken } = await client.query<Problem>(brokenLinks);
  const { rows: totals } = await client.query<Totals>(allChains);
  const problems = [...broken];
  for (const { heads } of kept)
    for (const problem of await problemsSince(client, heads))
      if (!problems.some(({ chain }) => chain === problem.chain)) problems.push(problem);
  return proofOf(problems, totals[0]!, kept);
}

/** Verifies each chain, with the server's own rights, in a snapshot. */
export const proveOwnChains = (db: Database): Promise<Proof> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const { rows: broken } = await sql.raw<Problem>(brokenLinks).execute(tx);
      const { rows: totals } = await sql.raw<Totals>(allChains).execute(tx);
      return proofOf(broken, totals[0]!, []);
    });

function proofOf(problems: Problem[], { chains, events, times }: Totals, kept: readonly StoredHeads[]): Proof {
  const isWhole = problems.length === 0;
  return { events, chains, problems, ...(isWhole ? summary(kept, times) : { proven: [], notProven: [] }) };
}

const counted = (count: number, noun: string) => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;

function summary(kept: readonly StoredHeads[], times: Date | null) {
  const proven = ['No event was changed, removed or inserted within a chain: each carries the hash of the one before.'];
  const notProven: string[] = [];
  for (const { file, heads, isSigned } of kept) {
    const events = heads.chains.reduce((sum, { length }) => sum + length, 0);
    const what = `${counted(events, 'event')} in ${counted(heads.chains.length, 'chain')}`;
    proven.push(
      `Nothing that ${file} kept on ${heads.keptAt} (${what}) was cut, deleted or rewritten, and no event was added since with an earlier time.`,
    );
    if (!isSigned) notProven.push(`That ${file} is as it was written: it has no signature that could be checked.`);
  }
  notProven.push(
    kept.length > 0
      ? 'Events newer than the kept heads: an owner of the tables can cut them off or write them anew.'
      : 'That nothing was cut off or written anew: an owner of the tables can do so. Keep heads elsewhere (--heads FILE).',
  );
  if (times === null)
    notProven.push("The events' times: with demo data the server sets them, by a clock that can be moved.");
  else proven.push(`The events' times since ${times.toISOString()} are the database's own, within five minutes.`);
  return { proven, notProven };
}

/**
 * One chain as JSON lines: its head, then each link with the exact text that was hashed. Anyone can verify them without the
 * database, for example with docs/security/verify-audit-export.mjs.
 * @param chain the id of a business or a person
 */
export async function* exportChain(client: Client, chain: string): AsyncGenerator<string> {
  const { rows: heads } = await client.query<{ length: number; hash: string }>(
    `select length::int, encode(hash, 'hex') as hash from audit_chain where id = $1 and length > 0`,
    [chain],
  );
  if (!heads[0]) return;
  yield JSON.stringify({ format: 'florin-audit-1', chain, ...heads[0] });
  for (let after = 0; after < heads[0].length; after += batch) {
    const { rows: links } = await client.query<{ position: number; hash: string; content: string | null }>(
      `select l.position::int, encode(l.hash, 'hex') as hash, convert_from(audit_content(e, l.linked_at), 'UTF8') as content
       from audit_link l left join audit_event e on e.sequence = l.sequence
       where l.chain = $1 and l.position > $2 and l.position <= $3 order by l.position`,
      [chain, after, after + batch],
    );
    for (const link of links) yield JSON.stringify(link);
  }
}

const batch = 1000;
