import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { freeText } from '../fields.ts';
import { NotificationDefaults } from './notification-preferences.ts';
import { PendingChange } from '../access/pending-changes.ts';

const addressMaxLength = 300;

/**
 * `version`: the version of the settings that were read. If they have changed since, the call is refused with
 * VERSION_CONFLICT.
 */
const Version = v.pipe(v.number('type'), v.safeInteger('format'));

const zones: ReadonlySet<string> = new Set(Intl.supportedValuesOf('timeZone'));
/**
 * Engines list a zone under one of its names, and not the same one: what one lists as Asia/Kolkata is Asia/Calcutta to
 * another. A name that is not listed is one if the engine computes with it: `Intl` takes more names than `Temporal`, and
 * any case.
 */
function isZone(name: string): boolean {
  if (zones.has(name)) return true;
  if (!/^(UTC|[A-Z]\w+(\/[A-Z][\w+-]+)+)$/.test(name)) return false;
  try {
    const epoch = new Date(0).toLocaleString('en', { timeZone: name });
    return 'Temporal' in globalThis ? Temporal.Now.zonedDateTimeISO(name).timeZoneId === name : epoch !== '';
  } catch {
    return false;
  }
}
/** An IANA name of the time zone database. */
const TimeZone = v.pipe(v.string('type'), v.check(isZone, 'format'));
export const timeZones: readonly string[] = [...zones];

const Settings = v.object({
  name: v.string(),
  /** The postal address: what a vendor enters as the billing address. Null: none was given. */
  address: v.nullable(v.string()),
  /** IANA name. Limits, digests and schedules use the days of this time zone. */
  timeZone: v.string(),
  /** Changes of administrators, bank accounts and looser policies need a second administrator. */
  fourEyes: v.boolean(),
  version: v.number(),
});
export type BusinessSettings = v.InferOutput<typeof Settings>;

export const businessProfile = endpoint({
  method: 'GET',
  path: '/api/business/profile',
  summary: 'The profile of the current business, its time zone, and whether it asks for four eyes',
  access: 'session',
  permission: 'business-settings.view',
  answers: { 200: Settings },
  errors: [],
});

export const changeBusinessProfile = endpoint({
  method: 'PUT',
  path: '/api/business/profile',
  summary: 'Change the profile and the time zone of the current business',
  access: 'session',
  permission: 'business-settings.change',
  limit: { per: 'session', requests: 60, windowSeconds: 60 },
  body: v.object({ address: v.nullable(freeText(addressMaxLength)), timeZone: TimeZone, version: Version }),
  answers: { 200: Settings },
  errors: ['VERSION_CONFLICT'],
});

/** 202: it is turned off once a second administrator has approved it. */
export const setFourEyes = endpoint({
  method: 'PUT',
  path: '/api/business/four-eyes',
  summary: 'Ask for a second administrator from now on, or no longer',
  access: 'session',
  permission: 'four-eyes.change',
  limit: { per: 'session', requests: 60, windowSeconds: 60 },
  body: v.object({ fourEyes: v.boolean('type'), version: Version }),
  answers: { 200: Settings, 202: v.object({ change: PendingChange }) },
  errors: ['STEP_UP_REQUIRED', 'VERSION_CONFLICT', 'ONLY_ADMINISTRATOR'],
});

const Defaults = v.object({ defaults: NotificationDefaults, version: v.number() });

export const notificationDefaults = endpoint({
  method: 'GET',
  path: '/api/business/notification-defaults',
  summary: 'What people of the current business are notified of who have not chosen',
  access: 'session',
  permission: 'business-settings.view',
  answers: { 200: Defaults },
  errors: [],
});

export const changeNotificationDefaults = endpoint({
  method: 'PUT',
  path: '/api/business/notification-defaults',
  summary: 'Choose what people of the current business are notified of who have not chosen',
  access: 'session',
  permission: 'business-settings.change',
  limit: { per: 'session', requests: 60, windowSeconds: 60 },
  body: v.object({ defaults: NotificationDefaults, version: Version }),
  answers: { 200: Defaults },
  errors: ['VERSION_CONFLICT'],
});
