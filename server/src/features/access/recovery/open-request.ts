import { hash } from 'node:crypto';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import type { PasswordReset } from './find-reset.ts';
import type { PersonForUpdate } from '../../../core/people/lock-person.ts';
import { confirmingBusiness } from './confirming-business.ts';

interface OpenRequest {
  id: string;
  confirmed: boolean;
}

/**
 * The pending or approved request of a reset's browser, if it has not expired. Requests of other browsers do not count,
 * and neither do approvals by former administrators (decision 012).
 */
export async function readOpenRequest(...[tx, context, person, reset]: RequestQuery): Promise<OpenRequest | null> {
  const query = await openRequests(tx, context, person, reset);
  return opened(await query?.executeTakeFirst());
}

/** The same, locked until the transaction ends: a simultaneous withdrawal waits and finds it used. */
export async function lockOpenRequest(...[tx, context, person, reset]: RequestQuery): Promise<OpenRequest | null> {
  const query = await openRequests(tx, context, person, reset);
  return opened(await query?.forUpdate('recovery_request').executeTakeFirst());
}

type RequestQuery = [
  tx: Database,
  context: Context,
  person: PersonForUpdate,
  reset: Pick<PasswordReset, 'browserHash'>,
];

const opened = (row: { id: string; confirmed_at: Date | null } | undefined): OpenRequest | null =>
  row ? { id: row.id, confirmed: row.confirmed_at !== null } : null;

async function openRequests(...[tx, { clock }, person, { browserHash }]: RequestQuery) {
  const business = await confirmingBusiness(tx, person);
  if (!business) return null;
  return tx
    .selectFrom('recovery_request')
    .leftJoin('membership as administrator', (join) =>
      join
        .onRef('administrator.id', '=', 'recovery_request.confirmed_by')
        .onRef('administrator.business_id', '=', 'recovery_request.business_id')
        .on('administrator.role', '=', 'ADMIN')
        .on('administrator.status', '=', 'OPEN'),
    )
    .select(['recovery_request.id', 'confirmed_at'])
    .where('recovery_request.person_id', '=', person.id)
    .where('recovery_request.business_id', '=', business.id)
    .where('browser_hash', '=', browserHash)
    .where('closed_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .where((eb) => eb.or([eb('confirmed_at', 'is', null), eb('administrator.id', 'is not', null)]));
}

/** Four digits by which people distinguish requests. They prove nothing. */
export const requestNumber = (id: string): string =>
  String(hash('sha256', id, 'buffer').readUInt32BE() % 10_000).padStart(4, '0');
