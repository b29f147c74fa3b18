import type { ResetEntityType } from '@florin/contract/access/recovery';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import { hashToken, isToken } from '../../../core/tokens.ts';

/** A password reset opened by its link, with its second proof. */
export interface PasswordReset {
  /** Of the flow: one opening of the link. */
  id: string;
  /** Of the browser, which may have opened other flows (decision 012). */
  browserHash: Buffer;
  linkId: string;
  personId: string;
  provenBy: ResetEntityType | null;
  expiresAt: Date;
}

declare module '../../../http/call.ts' {
  interface Callers {
    passwordReset: PasswordReset;
  }
}

/** The live password reset of a bearer token `rst_…`; null if it is unknown, used, expired or superseded. */
export async function findReset({ db, clock }: Context, token: string): Promise<PasswordReset | null> {
  if (!isToken('rst', token)) return null;
  return (
    (await liveResets(db, clock.now()).where('reset_flow.token_hash', '=', hashToken(token)).executeTakeFirst()) ?? null
  );
}

/** Read it again once the person is locked: it may have changed since. */
export async function readReset(
  tx: Database,
  { clock }: Pick<Context, 'clock'>,
  id: string,
): Promise<PasswordReset | null> {
  return (await liveResets(tx, clock.now()).where('reset_flow.id', '=', id).executeTakeFirst()) ?? null;
}

const liveResets = (db: Database, now: Date) =>
  liveLinks(db, now)
    .innerJoin('reset_flow', 'reset_flow.reset_link_id', 'reset_link.id')
    .select([
      'reset_flow.id',
      'reset_flow.browser_hash as browserHash',
      'reset_link.id as linkId',
      'reset_link.person_id as personId',
      'reset_flow.proven_by as provenBy',
      'reset_link.expires_at as expiresAt',
    ]);

/**
 * Links that still work: not used, superseded or expired, sent to an address that is still the person's, and not older
 * than the current password.
 */
export const liveLinks = (db: Database, now: Date) =>
  db
    .selectFrom('reset_link')
    .innerJoin('person', (join) =>
      join
        .onRef('person.id', '=', 'reset_link.person_id')
        .onRef('person.password_changed_at', '<=', 'reset_link.created_at'),
    )
    .innerJoin('contact', (join) =>
      join.onRef('contact.id', '=', 'reset_link.contact_id').on('contact.verified_at', 'is not', null),
    )
    .where('reset_link.used_at', 'is', null)
    .where('reset_link.superseded_at', 'is', null)
    .where('reset_link.expires_at', '>', now);
