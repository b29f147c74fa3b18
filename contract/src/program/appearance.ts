import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';

/** Section 9: a legacy theme and a fresh one, which is the default. */
export const Theme = v.picklist(['fresh', 'legacy'], 'format');
export type Theme = v.InferOutput<typeof Theme>;
/** Light or dark: the system's setting or the person's choice. */
export const Scheme = v.picklist(['system', 'light', 'dark'], 'format');
export type Scheme = v.InferOutput<typeof Scheme>;

const Appearance = v.object({ theme: Theme, scheme: Scheme });
export type Appearance = v.InferOutput<typeof Appearance>;
const AppearanceAndTour = v.object({ ...Appearance.entries, tourSeenAt: v.nullable(v.string()) });

export const appearance = endpoint({
  method: 'GET',
  path: '/api/appearance',
  summary: 'The theme of the signed-in person, and whether they have seen the product tour',
  access: 'session',
  answers: { 200: AppearanceAndTour },
  errors: [],
});

/** The choice is stored for the person; a cookie lets the server render this browser's next page with it. */
export const chooseAppearance = endpoint({
  method: 'PUT',
  path: '/api/appearance',
  summary: 'Choose theme and color scheme',
  access: 'session',
  body: Appearance,
  answers: { 200: AppearanceAndTour },
  errors: [],
});

export const markTourSeen = endpoint({
  method: 'POST',
  path: '/api/appearance/tour',
  summary: 'Show the product tour no more',
  access: 'session',
  body: v.object({}),
  answers: { 200: AppearanceAndTour },
  errors: [],
});
