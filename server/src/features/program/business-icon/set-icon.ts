import { isEligible } from '@florin/contract/eligibility';
import { refuse, type Handler } from '../../../http/call.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { underLock } from '../../../identity/step-up/make-change.ts';
import { preferencesOf } from './preferences.ts';
import { iconTypeOf } from '../../../core/business-icon/rules.ts';

/**
 * PUT /api/business/icon: saves a new image, or shows or hides the existing one, if the business's status allows it.
 */
export const setBusinessIcon: Handler<'setBusinessIcon'> = async (call) => {
  const { context, caller: session, input } = call;
  const { useCustomIcon: shown, image } = input.body;
  const content = image === undefined ? null : Buffer.from(image, 'base64');
  const mediaType = content && iconTypeOf(content);
  if (content && !mediaType) return refuse('ICON_INVALID');
  const { personId, membershipId, businessId, id: sessionId } = session;
  const changed_at = context.clock.now();
  const refused = await underLock(call, async (tx) => {
    const business = await tx
      .selectFrom('business')
      .select('status')
      .where('id', '=', businessId)
      .executeTakeFirstOrThrow();
    if (!isEligible('business-icon.change', { business })) return refuse('BUSINESS_NOT_OPEN');
    if (content && mediaType)
      await tx
        .insertInto('business_icon')
        .values({ business_id: businessId, media_type: mediaType, content, shown, changed_at })
        .onConflict((conflict) =>
          conflict.column('business_id').doUpdateSet({ media_type: mediaType, content, shown, changed_at }),
        )
        .execute();
    else
      await tx.updateTable('business_icon').set({ shown, changed_at }).where('business_id', '=', businessId).execute();
    await recordEvent(tx, context, originOf(call), {
      type: 'business_icon_changed',
      details: { shown, replaced: content !== null },
      personId,
      membershipId,
      businessId,
      sessionId,
    });
    return null;
  });
  if (refused) return refused;
  return { status: 200, body: { businessPreferences: await preferencesOf(context.db, businessId) } };
};
