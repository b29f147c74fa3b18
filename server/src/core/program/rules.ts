import {
  ThemeTokens,
  unknownCustomerId,
  type Branding,
  type Site,
  type SplashVariant,
} from '@florin/contract/program/site';
import * as v from 'valibot';
import type { Config } from '../../config.ts';

/** A white-label program; `assets` holds the content hash of each asset it has. */
export interface Program {
  id: string;
  slug: string | null;
  name: string;
  is_default: boolean;
  theme: ThemeTokens;
  splash_variant: SplashVariant;
  support_url: string;
  branding: Branding;
  hostnames: readonly string[];
  assets: Readonly<Partial<Record<'logo' | 'splash' | 'favicon', string>>>;
}

export interface Announcement {
  id: string;
  /** Null: for every program. */
  program_id: string | null;
  title: string;
  body: string;
  shown_from: Date;
  shown_until: Date;
}

/** The evidence for a visitor's program (readings, "Program"). */
export interface ProgramSigns {
  hostname: string;
  /** The slug of the address. */
  customSlug?: string;
  /** The program of the signed-in person. */
  personProgramId?: string | null;
  /** The slug of the last sign-in page opened in this browser. */
  rememberedSlug?: string | null;
}

/**
 * A signed-in person sees their own program, whose name is in the legal texts. For visitors, the order is: slug of the
 * address, host name, slug remembered by the browser, default program. An unknown slug in the address shows no
 * customer, not even a remembered one.
 * @throws Error if there is no default program
 */
export function chooseProgram(
  programs: readonly Program[],
  { hostname, customSlug, personProgramId, rememberedSlug }: ProgramSigns,
): Program {
  const bySlug = (slug: string | null | undefined) => (slug ? programs.find((p) => p.slug === slug) : undefined);
  const program =
    programs.find((p) => p.id === personProgramId) ??
    bySlug(customSlug) ??
    programs.find((p) => p.hostnames.includes(hostname)) ??
    bySlug(customSlug === undefined ? rememberedSlug : null) ??
    programs.find((p) => p.is_default);
  if (!program) throw new Error('The database holds no default program.');
  return program;
}

/** The slug of the address that leads from a customer's login page to the installation's own. */
const ownSlug = 'florin';

/** Whether an address names a customer that there is not. */
export const isUnknownCustomer = (programs: readonly Program[], customSlug: string | undefined): boolean =>
  Boolean(customSlug) && customSlug !== ownSlug && !programs.some(({ slug }) => slug === customSlug);

/** Says whose login page stands at such an address; it does not repeat the slug, which a stranger may have written. */
export const unknownCustomer = ({ name }: Pick<Program, 'name'>) => ({
  id: unknownCustomerId,
  title: 'No customer has this address',
  body: `This is the login page of ${name}. If your company has its own, check the address.`,
});

/** Announcements of one program, or of all, from `shown_from` until just before `shown_until` (reading 19). */
export const announcementsAt = (announcements: readonly Announcement[], programId: string, now: Date): Announcement[] =>
  announcements.filter(
    (a) => (a.program_id === null || a.program_id === programId) && a.shown_from <= now && now < a.shown_until,
  );

/** The address of an asset; the hash lets browsers cache each version for ever. */
export function assetUrl(program: Program, kind: 'logo' | 'splash' | 'favicon'): string | null {
  const hash = program.assets[kind];
  return hash === undefined ? null : `/branding/${program.id}/${kind}?v=${hash}`;
}

interface SiteParts {
  program: Program;
  /** Of the request. */
  hostname: string;
  /** The announcements to show now. */
  announcements: readonly Pick<Announcement, 'id' | 'title' | 'body'>[];
  outOfService: boolean;
  captcha: Site['captcha'];
  config: Config;
  appVersion: string;
  build: string;
}

/** What a page needs before sign-in. */
export function siteOf({
  program,
  hostname,
  announcements,
  outOfService,
  captcha,
  config,
  appVersion,
  build,
}: SiteParts): Site {
  return {
    program: {
      slug: program.slug,
      name: program.name,
      canBeLeft: program.slug !== null && !program.is_default && !program.hostnames.includes(hostname),
      logoUrl: assetUrl(program, 'logo'),
      faviconUrl: assetUrl(program, 'favicon'),
      splashVariant: program.splash_variant,
      splashImageUrl: program.splash_variant === 'custom-image' ? assetUrl(program, 'splash') : null,
      // The browser compares the text of the page's site with that of assets/config.json, which the contract orders.
      theme: v.parse(ThemeTokens, program.theme),
      supportUrl: program.support_url,
    },
    outOfService,
    announcements: announcements.map(({ id, title, body }) => ({ id, title, text: body })),
    captcha,
    sessionTimeout: config.idle,
    // Reading 15.
    debugParameters: config.debugParameters,
    embeddedDelivery: config.mail.kind === 'outbox',
    demoData: config.demoData,
    simulator: config.demoData && config.cardProcessor.kind === 'embedded',
    appVersion,
    build,
    telemetry: config.telemetry !== null,
  };
}
