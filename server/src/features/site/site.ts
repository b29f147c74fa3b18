import type { Site } from '@florin/contract/site';
import type { Context } from '../../context.ts';
import type { Client } from '../../http/client.ts';
import { build, version } from '../../version.ts';
import { programOfSession, siteSnapshot } from './queries.ts';
import { announcementsAt, chooseProgram, siteOf, type Program } from './rules.ts';

/** What tells a visitor's program; the slug is the one of `/login/{customSlug}`. */
export type Visitor = Pick<Client, 'hostname' | 'sessionToken' | 'programSlug'> & { customSlug?: string };

/** The program a visitor sees: their own once they are signed in (rules.ts). */
export async function programOfVisitor(context: Context, visitor: Visitor): Promise<Program> {
  const { programs } = await siteSnapshot(context);
  const { hostname, customSlug, programSlug: rememberedSlug } = visitor;
  const personProgramId = await programOfSession(context, visitor.sessionToken);
  return chooseProgram(programs, { hostname, customSlug, personProgramId, rememberedSlug });
}

/** The site as a visitor gets it now. */
export async function siteFor(context: Context, visitor: Visitor): Promise<Site> {
  const [program, { announcements, outOfService }] = await Promise.all([
    programOfVisitor(context, visitor),
    siteSnapshot(context),
  ]);
  const shown = announcementsAt(announcements, program.id, context.clock.now());
  const captcha = context.captcha.publicConfig();
  return siteOf({
    program,
    announcements: shown,
    outOfService,
    captcha,
    config: context.config,
    appVersion: version,
    build,
  });
}
