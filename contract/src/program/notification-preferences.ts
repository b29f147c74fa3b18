import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import type { PermissionFlag } from '../permissions.ts';
import type { Role } from '../access/session.ts';

/** What people are notified of. Administrators are notified of all cards of the business, cardholders of their own. */
export const notificationKinds = [
  'PURCHASE',
  'DECLINE',
  'REFUND',
  'REQUEST',
  'FUNDING',
  'LOW_BALANCE',
  'CARD_CHANGE',
] as const;
export const NotificationKind = v.picklist(notificationKinds, 'format');
export type NotificationKind = v.InferOutput<typeof NotificationKind>;

/** `DIGEST`: in one mail in the morning. */
const EmailDelivery = v.picklist(['OFF', 'NOW', 'DIGEST'], 'format');
const TextDelivery = v.picklist(['OFF', 'NOW'], 'format');
const Delivery = v.object({ email: EmailDelivery, text: TextDelivery });
export type Delivery = v.InferOutput<typeof Delivery>;
export type Deliveries = Record<NotificationKind, Delivery>;

const off: Delivery = { email: 'OFF', text: 'OFF' };
const now: Delivery = { email: 'NOW', text: 'OFF' };
const digest: Delivery = { email: 'DIGEST', text: 'OFF' };

/**
 * The defaults until a person chooses: only notifications that ask for an action are sent at once, and none as a text.
 */
export const defaultDeliveries: Record<Role, Deliveries> = {
  ADMIN: {
    PURCHASE: off,
    DECLINE: off,
    REFUND: off,
    REQUEST: now,
    FUNDING: off,
    LOW_BALANCE: now,
    CARD_CHANGE: digest,
  },
  CARDHOLDER: {
    PURCHASE: off,
    DECLINE: now,
    REFUND: digest,
    REQUEST: now,
    FUNDING: now,
    LOW_BALANCE: now,
    CARD_CHANGE: now,
  },
};

/** The flags that an administrator needs to be notified. */
export const notificationFlags = {
  PURCHASE: ['VIEW_CARD_TRANSACTIONS'],
  DECLINE: ['VIEW_CARD_TRANSACTIONS'],
  REFUND: ['VIEW_CARD_TRANSACTIONS'],
  REQUEST: ['APPROVE_FUNDING'],
  FUNDING: ['VIEW_ADMINISTRATION'],
  LOW_BALANCE: ['VIEW_ADMINISTRATION'],
  CARD_CHANGE: ['MANAGE_CARDHOLDERS'],
} as const satisfies Record<NotificationKind, readonly PermissionFlag[]>;

/** The hour of the business's day in which digests are sent. */
export const digestHour = 8;
/**
 * The default until a person chooses. Texts are delayed until these hours are over. Mails are not, because they make no
 * sound.
 */
export const defaultQuietHours = { from: '21:00', until: '08:00' };
/** Until people choose, in minor units: a balance below this is low. */
export const defaultLowBalance: Record<Role, number> = { ADMIN: 1000_00, CARDHOLDER: 50_00 };
const lowBalanceAtMost = 1_000_000_00;

/** A time of day, hh:mm, in the time zone of the business. */
const TimeOfDay = v.pipe(v.string('type'), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'format'));

export const Preferences = v.object({
  deliveries: v.object({
    PURCHASE: Delivery,
    DECLINE: Delivery,
    REFUND: Delivery,
    REQUEST: Delivery,
    FUNDING: Delivery,
    LOW_BALANCE: Delivery,
    CARD_CHANGE: Delivery,
  }),
  /** The hours in which no text is sent, which may include midnight. Null: texts are sent at any time. */
  quietHours: v.nullable(v.object({ from: TimeOfDay, until: TimeOfDay })),
  /** In minor units of the account's currency: a balance below this is low. */
  lowBalanceBelow: v.pipe(
    v.number('type'),
    v.safeInteger('format'),
    v.minValue(0, 'format'),
    v.maxValue(lowBalanceAtMost, 'tooLong'),
  ),
});
export type NotificationPreferences = v.InferOutput<typeof Preferences>;

/** The defaults for people who have not chosen, by role. */
export const NotificationDefaults = v.object({ ADMIN: Preferences, CARDHOLDER: Preferences });
export type NotificationDefaults = v.InferOutput<typeof NotificationDefaults>;

const Answer = v.object({
  ...Preferences.entries,
  /** IANA name; quiet hours and digests are in it. */
  timeZone: v.string(),
  /** Where mails and texts go, masked; null: there is no confirmed address of that kind, or it takes no texts. */
  email: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  /** Nothing was chosen: these are the defaults of the business. */
  isDefault: v.boolean(),
});

export const notificationPreferences = endpoint({
  method: 'GET',
  path: '/api/notification-preferences',
  summary: 'What the current account is notified of, and how',
  access: 'session',
  answers: { 200: Answer },
  errors: [],
});

export const changeNotificationPreferences = endpoint({
  method: 'PUT',
  path: '/api/notification-preferences',
  summary: 'Choose what the current account is notified of, and how',
  access: 'session',
  limit: { per: 'session', requests: 60, windowSeconds: 60 },
  body: Preferences,
  answers: { 200: Answer },
  errors: [],
});

export const resetNotificationPreferences = endpoint({
  method: 'DELETE',
  path: '/api/notification-preferences',
  summary: 'Follow the defaults of the business again',
  access: 'session',
  limit: { per: 'session', requests: 60, windowSeconds: 60 },
  answers: { 200: Answer },
  errors: [],
});
