import type { Factor } from '@florin/contract/access/factors';
import type { Database } from '../../../db/open.ts';
import { refuse, type Handler } from '../../../http/call.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { contactsOf } from '../../../core/people/contacts.ts';
import { notifyChange } from '../../../core/notices/notify-change.ts';
import { changeCredential, makeChange } from '../../../identity/step-up/make-change.ts';
import { presentFactors } from '../../../identity/factors/present.ts';
import { hasWayLeft } from '../../../identity/factors/rules.ts';
import { factorBody, isMfaRequired } from './settings.ts';

const tables = { Authenticator: 'authenticator', Passkey: 'passkey' } as const;

/** The kind of one of a person's own factors; null if it does not exist or is an unconfirmed app. */
async function kindOf(tx: Database, personId: string, id: string): Promise<Factor['kind'] | null> {
  const app = await tx
    .selectFrom('authenticator')
    .select('id')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  if (app) return 'Authenticator';
  const passkey = await tx
    .selectFrom('passkey')
    .select('id')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return passkey ? 'Passkey' : null;
}

/** PATCH /api/factors/{id}. */
export const renameFactor: Handler<'renameFactor'> = (call) =>
  makeChange(call, async (tx, { id: personId }) => {
    const { context, input } = call;
    const { id } = input.params;
    const kind = await kindOf(tx, personId, id);
    if (kind === null) return refuse('NOT_FOUND');
    const name = input.body.name.trim();
    const renamed = await tx
      .updateTable(tables[kind])
      .set({ name })
      .where('id', '=', id)
      .returning(['id', 'name', 'created_at', 'last_used_at'])
      .executeTakeFirstOrThrow();
    await recordEvent(tx, context, originOf(call), { type: 'authn_factor_renamed', details: { kind }, personId });
    await notifyChange(tx, context, personId, { type: 'factorRenamed', kind, name });
    return { status: 200 as const, body: factorBody(kind, renamed) };
  });

/** DELETE /api/factors/{id}: refuses to remove the last required way to prove the second factor. */
export const removeFactor: Handler<'removeFactor'> = (call) =>
  changeCredential(call, async (tx, person) => {
    const { context, client, input } = call;
    const personId = person.id;
    const { id } = input.params;
    const kind = await kindOf(tx, personId, id);
    if (kind === null) return refuse('NOT_FOUND');
    const { authenticators, passkeys } = await presentFactors(tx, personId, client.hostname);
    const left = { contacts: await contactsOf(tx, context, personId), factors: authenticators + passkeys - 1 };
    if ((person.mfaEnabled || isMfaRequired(person)) && !hasWayLeft(left)) return refuse('LAST_FACTOR');
    const { name } = await tx.deleteFrom(tables[kind]).where('id', '=', id).returning('name').executeTakeFirstOrThrow();
    await recordEvent(tx, context, originOf(call), { type: 'authn_factor_removed', details: { kind }, personId });
    await notifyChange(tx, context, personId, { type: 'factorRemoved', kind, name });
    return { status: 204 as const, body: null };
  });
