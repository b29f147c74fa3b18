import type { Database } from '../../../db/open.ts';
import { isRefused, refuse, type Handler } from '../../../http/call.ts';
import { underLock } from '../../../identity/step-up/make-change.ts';
import { record } from '../../../identity/sessions/record.ts';

const readDefault = async (db: Database, businessId: string) => {
  const row = await db
    .selectFrom('business')
    .innerJoin('card_group', 'card_group.id', 'business.default_card_group_id')
    .select(['card_group.id', 'card_group.name'])
    .where('business.id', '=', businessId)
    .executeTakeFirst();
  return row ?? null;
};

export const newCardDefault: Handler<'newCardDefault'> = async ({ context, caller: session }) => ({
  status: 200,
  body: { group: await readDefault(context.db, session.businessId) },
});

/** PUT: of two administrators who change it at once, the second sees the first's choice. */
export const changeNewCardDefault: Handler<'changeNewCardDefault'> = async (call) => {
  const { caller: session, input } = call;
  const { groupId, replaces } = input.body;
  const { businessId } = session;
  const result = await underLock(call, async (tx) => {
    if (groupId !== null) {
      const group = await tx
        .selectFrom('card_group')
        .select('id')
        .where('id', '=', groupId)
        .where('business_id', '=', businessId)
        .forKeyShare()
        .executeTakeFirst();
      if (!group) return refuse('NOT_FOUND');
    }
    const { numUpdatedRows } = await tx
      .updateTable('business')
      .set({ default_card_group_id: groupId })
      .where('id', '=', businessId)
      .where('default_card_group_id', 'is not distinct from', replaces)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return refuse('VERSION_CONFLICT');
    await record(tx, call, { type: 'spend_default_changed', details: { group: groupId } });
    return { group: await readDefault(tx, businessId) };
  });
  return isRefused(result) ? result : { status: 200, body: result };
};
