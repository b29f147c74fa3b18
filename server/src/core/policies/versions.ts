import type { PolicyDocument, PolicyLayer } from '@florin/contract/cards/policies/spend-rules';
import { sql } from 'kysely';
import type { Database } from '../../db/open.ts';
import { programOf, type PolicyVersion, type Program } from './program.ts';

/** A version as it is read. */
export interface VersionRow {
  /** The number in the arrays `policy_versions`: negative in shadow. */
  id: number;
  policy_id: string;
  layer: PolicyLayer;
  subject_id: string;
  document: PolicyDocument;
  starts_at: Date;
  ends_at: Date | null;
}

export const versionOf = (row: VersionRow): PolicyVersion => ({
  id: Math.abs(row.id),
  policyId: row.policy_id,
  layer: row.layer,
  subjectId: row.subject_id,
  shadow: row.id < 0,
  from: row.starts_at.getTime(),
  until: row.ends_at?.getTime() ?? null,
  document: row.document,
});

/**
 * The versions that a process has read. The meaning of a number never changes: a version has different numbers in
 * shadow and when it is active, its start is set once, and a version that ends is removed from the arrays.
 */
export class PolicyVersions {
  readonly #kept = new Map<number, PolicyVersion>();

  /** The versions that have to be read before `of` can return them. */
  missing(ids: readonly number[]): number[] {
    return ids.filter((id) => !this.#kept.has(id));
  }

  learn(rows: readonly VersionRow[]): void {
    for (const row of rows) this.#kept.set(row.id, versionOf(row));
  }

  /** @throws Error for one that was not learned */
  of(ids: readonly number[]): PolicyVersion[] {
    return ids.map((id) => {
      const version = this.#kept.get(id);
      if (!version) throw new Error(`policy version ${id} was not read`);
      return version;
    });
  }

  /** Reads the missing versions and returns all. */
  async read(db: Database, ids: readonly number[]): Promise<PolicyVersion[]> {
    const missing = this.missing(ids);
    if (missing.length > 0) this.learn(await readVersions(db, missing));
    return this.of(ids);
  }
}

/** The versions of a list of ids that an array or a trace names; unknown ids are left out. */
export async function readVersions(db: Database, ids: readonly number[]): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select asked.id, v.policy_id, p.layer, coalesce(p.program_id, p.card_group_id, p.chain_id, p.business_id) as subject_id,
      v.document, coalesce(case when asked.id < 0 then v.shadow_from else v.valid_from end, v.created_at) as starts_at,
      v.valid_until as ends_at
    from unnest(${[...new Set(ids)]}::int[]) asked(id)
    join spend_policy_version v on v.id = abs(asked.id)
    join spend_policy p on p.id = v.policy_id`.execute(db);
  return rows;
}

/** The rules in force for a card at a moment, epoch milliseconds. */
export async function programOfCard(db: Database, cardId: string, at: number): Promise<Program> {
  const { rows } = await sql<{ ids: number[] }>`
    select p.policy_versions || b.policy_versions || c.policy_versions as ids
    from card c join business b on b.id = c.business_id join program p on p.id = b.program_id
    where c.id = ${cardId}`.execute(db);
  return programOf((await readVersions(db, rows[0]?.ids ?? [])).map(versionOf), at);
}
