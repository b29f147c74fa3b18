import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { businessIcon } from '../limits.ts';

/**
 * Section 3, user preference: businessPreferences. `customIconUri` is an address of this installation; null if the
 * business has never had an icon.
 */
const BusinessPreferences = v.object({ useCustomIcon: v.boolean(), customIconUri: v.nullable(v.string()) });

/** Base64 of an image drawn by the browser. The server detects its type by its first bytes. */
const Image = v.pipe(
  v.string('type'),
  v.nonEmpty('missing'),
  v.maxLength(Math.ceil(businessIcon.bytesAtMost / 3) * 4, 'tooLong'),
  v.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'format'),
);

export const businessPreferences = endpoint({
  method: 'GET',
  path: '/api/business/preferences',
  summary: 'The icon of the current business',
  access: 'session',
  answers: { 200: v.object({ businessPreferences: BusinessPreferences }) },
  errors: [],
});

export const setBusinessIcon = endpoint({
  method: 'PUT',
  path: '/api/business/icon',
  summary: 'Show an icon of the business, a new one or the one that was put away',
  access: 'session',
  permission: 'business-icon.change',
  limit: { per: 'session', requests: 30, windowSeconds: 600 },
  body: v.object({ useCustomIcon: v.boolean('type'), image: v.optional(Image) }),
  answers: { 200: v.object({ businessPreferences: BusinessPreferences }) },
  errors: ['ICON_INVALID', 'BUSINESS_NOT_OPEN'],
});
