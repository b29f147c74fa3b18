import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { text } from '../fields.ts';

/** The splash panel beside the sign-in form (section 2). */
export const SplashVariant = v.picklist(['regular', 'cardholder-workflows', 'ai-gl-coding', 'custom-image']);
export type SplashVariant = v.InferOutput<typeof SplashVariant>;

/** The six custom properties a white-label customer sets (look, rule 10). */
export const ThemeTokens = v.object({
  brandHue: v.number(),
  brandChroma: v.number(),
  tintHue: v.number(),
  tintChroma: v.number(),
  radiusPixels: v.number(),
  density: v.number(),
});
export type ThemeTokens = v.InferOutput<typeof ThemeTokens>;

/** Support data (section 3). */
export const Branding = v.object({
  phoneAdminSupport: v.string(),
  emailAdminSupport: v.string(),
  phoneCardholderSupport: v.string(),
  emailCardholderSupport: v.string(),
  addressLineOne: v.string(),
  addressCity: v.string(),
  addressState: v.string(),
  addressZIP: v.string(),
  phoneGeneral: v.string(),
  emailGeneral: v.string(),
  /** For clients that expect it (section 3). The specification defines no use for it, and there are no apps. */
  showMobileAppsAdvert: v.boolean(),
  companyLong: v.string(),
  cardLongVisaTrademark: v.string(),
  cardLongMastercardTrademark: v.string(),
});
export type Branding = v.InferOutput<typeof Branding>;

/** The announcement for an address that names no customer. It concerns only the login page. */
export const unknownCustomerId = 'unknown-customer';

const Announcement = v.object({ id: v.string(), title: v.string(), text: v.string() });

/** What a page needs before sign-in. It is in the HTML (`#site`) and at assets/config.json (section 7). */
export const Site = v.object({
  program: v.object({
    slug: v.nullable(v.string()),
    name: v.string(),
    /** Chosen by the slug of an address, which the visitor can leave; not by host name. */
    canBeLeft: v.boolean(),
    logoUrl: v.nullable(v.string()),
    faviconUrl: v.nullable(v.string()),
    splashVariant: SplashVariant,
    splashImageUrl: v.nullable(v.string()),
    theme: ThemeTokens,
    supportUrl: v.string(),
  }),
  outOfService: v.boolean(),
  announcements: v.array(Announcement),
  captcha: v.variant('provider', [
    v.object({ provider: v.literal('altcha') }),
    v.object({ provider: v.literal('recaptcha'), siteKey: v.string() }),
  ]),
  sessionTimeout: v.object({
    idleTimeSeconds: v.number(),
    warningTimeSeconds: v.number(),
    idleSensitivitySeconds: v.number(),
    pingSeconds: v.number(),
  }),
  /** Whether the query parameters `theme`, `themeDebug` and `tourDebug` have an effect (reading 15). */
  debugParameters: v.boolean(),
  /** Mail and texts stay in the outbox page. */
  embeddedDelivery: v.boolean(),
  /** There are demo people to log in with. */
  demoData: v.boolean(),
  /** A person can simulate the merchant and the network (simulator.ts). */
  simulator: v.boolean(),
  appVersion: v.string(),
  /** Identifies a build of the web app; a page of another build is out of date. */
  build: v.string(),
  /** Whether spans are collected; the telemetry configuration says where. */
  telemetry: v.boolean(),
});
export type Site = v.InferOutput<typeof Site>;

export const siteConfig = endpoint({
  method: 'GET',
  path: '/assets/config.json',
  summary: 'The configuration of the web app for the host and white-label customer at hand',
  access: 'public',
  query: v.object({ customSlug: v.optional(text(64)) }),
  answers: { 200: Site },
  errors: [],
});

export const branding = endpoint({
  method: 'GET',
  path: '/api/branding',
  summary: 'Support data of the program',
  access: 'public',
  query: v.object({ customSlug: v.optional(text(64)) }),
  answers: { 200: Branding },
  errors: [],
});
