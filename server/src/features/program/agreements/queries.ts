import { createHash } from 'node:crypto';
import type { AgreementName } from '@florin/contract/program/legal-texts';
import { newId } from '../../../db/ids.ts';
import type { Database } from '../../../db/open.ts';
import type { RenderedText } from '../../../ports/legal-texts/render.ts';

/** The facts that decide an account's agreement, and the parameters of its text. */
export function accountOfAgreement(db: Database, membershipId: string) {
  return db
    .selectFrom('membership')
    .innerJoin('business', 'business.id', 'membership.business_id')
    .innerJoin('person', 'person.id', 'membership.person_id')
    .innerJoin('program', 'program.id', 'person.program_id')
    .select([
      'membership.role',
      'business.allow_admin_view_card_usage',
      'business.funding_source',
      'business.bank_id',
      'business.payment_network',
      'business.program_type',
      'program.slug as program_slug',
      'program.name as program_name',
      'program.branding',
    ])
    .where('membership.id', '=', membershipId)
    .executeTakeFirstOrThrow();
}
export type AccountOfAgreement = Awaited<ReturnType<typeof accountOfAgreement>>;

export interface Acceptance {
  version: number;
  accepted_at: Date;
}

/** A person's acceptance of this version of an agreement, or else their last one of it; null for none. */
export async function acceptanceOf(
  db: Database,
  personId: string,
  agreement: AgreementName,
  version: number,
): Promise<Acceptance | null> {
  const row = await db
    .selectFrom('agreement_acceptance')
    .select(['version', 'accepted_at'])
    .where('person_id', '=', personId)
    .where('agreement', '=', agreement)
    .orderBy(({ eb }) => eb('version', '=', version), 'desc')
    .orderBy('accepted_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Saves an acceptance and the accepted text.
 * @returns false if the person has accepted that version before; the first acceptance stays
 */
export async function insertAcceptance(
  tx: Database,
  by: { personId: string; membershipId: string },
  agreement: AgreementName,
  { text, markdown }: RenderedText,
  at: Date,
): Promise<boolean> {
  const { version } = text;
  const sha256 = createHash('sha256').update(`${agreement}\n${version}\n${text.effectiveDate}\n${markdown}`).digest();
  await tx
    .insertInto('agreement_text')
    .values({ sha256, agreement, version, effective_date: text.effectiveDate, markdown, first_accepted_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const kept = await tx
    .insertInto('agreement_acceptance')
    .values({
      id: newId(at.getTime()),
      person_id: by.personId,
      membership_id: by.membershipId,
      agreement,
      version,
      text_sha256: sha256,
      accepted_at: at,
    })
    .onConflict((conflict) => conflict.columns(['person_id', 'agreement', 'version']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return kept !== undefined;
}
