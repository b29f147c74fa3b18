import type * as contract from '@florin/contract/program/business-settings';
import type { BusinessSettings } from '@florin/contract/program/business-settings';
import { flagsOf, whyNotPermitted } from '@florin/contract/permissions';
import { sql } from 'kysely';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { usualPreferences } from '../../../core/notifications/send.ts';
import { changeTimeZone } from '../../../core/policies/time-zone.ts';
import type { Database } from '../../../db/open.ts';
import { isRefused, refuse, type Handler, type HandlersOf } from '../../../http/call.ts';
import { answerChange, requestChange } from '../../../identity/four-eyes/changes.ts';
import { writeFourEyes } from '../../../identity/four-eyes/four-eyes.ts';
import { administratorsOf } from '../../../identity/four-eyes/permissions.ts';
import { makeChange, underLock } from '../../../identity/step-up/make-change.ts';

const settingsOf = (db: Database, businessId: string) =>
  db
    .selectFrom('business')
    .select([
      'name',
      'profile_address as address',
      'time_zone as timeZone',
      'four_eyes as fourEyes',
      'settings_version as version',
    ])
    .where('id', '=', businessId);

const readSettings = (db: Database, businessId: string): Promise<BusinessSettings> =>
  settingsOf(db, businessId).executeTakeFirstOrThrow();

/** The settings, locked: changes of them are made one after the other. */
const lockSettings = (tx: Database, businessId: string) =>
  settingsOf(tx, businessId).forNoKeyUpdate().executeTakeFirstOrThrow();

const changeBusinessProfile: Handler<'changeBusinessProfile'> = async (call) => {
  const { context, caller: session, input } = call;
  const { businessId } = session;
  const { timeZone, version } = input.body;
  const address = input.body.address?.trim() || null;
  const changed = await underLock(call, async (tx) => {
    const before = await lockSettings(tx, businessId);
    if (before.version !== version) return refuse('VERSION_CONFLICT');
    if (before.address === address && before.timeZone === timeZone) return null;
    const zone = await changeTimeZone(tx, { businessId, zone: timeZone, at: context.clock.now() });
    await tx
      .updateTable('business')
      .set({ profile_address: address, settings_version: version + 1 })
      .where('id', '=', businessId)
      .execute();
    await recordEvent(tx, context, originOf(call), {
      type: 'business_settings_changed',
      details: { version: version + 1, zone: zone === timeZone ? null : zone },
      ...session,
      sessionId: session.id,
    });
    return null;
  });
  return isRefused(changed) ? changed : { status: 200, body: await readSettings(context.db, businessId) };
};

/** Turning it on takes effect at once; turning it off is what it guards, and waits for a second administrator. */
const setFourEyes: Handler<'setFourEyes'> = async (call) => {
  const { context, caller: session, input } = call;
  const { businessId } = session;
  const { fourEyes: on, version } = input.body;
  const made = await makeChange(call, async (tx) => {
    const before = await lockSettings(tx, businessId);
    if (before.version !== version) return refuse('VERSION_CONFLICT');
    if (before.fourEyes === on) return { pending: null };
    if (!on) return { pending: await requestChange(tx, call, { subject: 'off', details: { kind: 'FOUR_EYES' } }) };
    const able = (await administratorsOf(tx, businessId)).filter(
      (each) => whyNotPermitted('four-eyes.change', { role: each.role, flags: flagsOf(each) }) === null,
    );
    if (new Set(able.map(({ personId }) => personId)).size < 2) return refuse('ONLY_ADMINISTRATOR');
    await writeFourEyes(tx, call, { on, change: null });
    return { pending: null };
  });
  if (isRefused(made)) return made;
  if (made.pending === null) return { status: 200, body: await readSettings(context.db, businessId) };
  return answerChange(call, made.pending);
};

async function readDefaults(db: Database, businessId: string) {
  const { notification_defaults: chosen, settings_version: version } = await db
    .selectFrom('business')
    .select(['notification_defaults', 'settings_version'])
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow();
  const defaults = chosen ?? { ADMIN: usualPreferences('ADMIN'), CARDHOLDER: usualPreferences('CARDHOLDER') };
  return { defaults, version };
}

const changeNotificationDefaults: Handler<'changeNotificationDefaults'> = async (call) => {
  const { context, caller: session, input } = call;
  const { businessId } = session;
  const { defaults, version } = input.body;
  const changed = await underLock(call, async (tx) => {
    const before = await lockSettings(tx, businessId);
    if (before.version !== version) return refuse('VERSION_CONFLICT');
    await tx
      .updateTable('business')
      .set({ notification_defaults: sql`${JSON.stringify(defaults)}::jsonb`, settings_version: version + 1 })
      .where('id', '=', businessId)
      .execute();
    await recordEvent(tx, context, originOf(call), {
      type: 'business_settings_changed',
      details: { version: version + 1, zone: null },
      ...session,
      sessionId: session.id,
    });
    return null;
  });
  return isRefused(changed) ? changed : { status: 200, body: await readDefaults(context.db, businessId) };
};

export const businessSettingsRoutes: HandlersOf<typeof contract> = {
  businessProfile: async ({ context, caller }) => ({
    status: 200,
    body: await readSettings(context.db, caller.businessId),
  }),
  changeBusinessProfile,
  setFourEyes,
  notificationDefaults: async ({ context, caller }) => ({
    status: 200,
    body: await readDefaults(context.db, caller.businessId),
  }),
  changeNotificationDefaults,
};
