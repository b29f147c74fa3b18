import type { Site } from '@florin/contract/program/site';
import type { Context } from '../../context.ts';
import { isDatabaseAway } from '../../db/away.ts';
import type { Visitor } from '../../http/client.ts';
import { build, version } from '../../version.ts';
import { findSession } from './find-session.ts';
import { siteSnapshot } from '../../core/program/queries.ts';
import {
  announcementsAt,
  chooseProgram,
  isUnknownCustomer,
  siteOf,
  unknownCustomer,
  type Program,
} from '../../core/program/rules.ts';

/** The program of a visitor: their own once they are signed in (rules.ts). */
export async function programOfVisitor(context: Context, visitor: Visitor): Promise<Program> {
  const { programs } = await siteSnapshot(context);
  const { hostname, customSlug, programSlug: rememberedSlug } = visitor;
  const personProgramId = await programOfSession(context, visitor.sessionToken);
  return chooseProgram(programs, { hostname, customSlug, personProgramId, rememberedSlug });
}

/** The site for a visitor, as of now. */
export async function siteFor(context: Context, visitor: Visitor): Promise<Site> {
  const [program, { programs, announcements, outOfService, isInterrupted }] = await Promise.all([
    programOfVisitor(context, visitor),
    siteSnapshot(context),
  ]);
  const shown = announcementsAt(announcements, program.id, context.clock.now());
  const isUnknown = isUnknownCustomer(programs, visitor.customSlug);
  const captcha = context.captcha.publicConfig();
  return siteOf({
    program,
    hostname: visitor.hostname,
    announcements: isUnknown ? [unknownCustomer(program), ...shown] : shown,
    outOfService: outOfService || isInterrupted,
    captcha,
    config: context.config,
    appVersion: version,
    build,
  });
}

/** The program of the person behind a session's token; null without a live session, or while the database is away. */
async function programOfSession(context: Context, sessionToken: string | null): Promise<string | null> {
  try {
    return await readProgramOfSession(context, sessionToken);
  } catch (error) {
    if (isDatabaseAway(error)) return null;
    throw error;
  }
}

async function readProgramOfSession(context: Context, sessionToken: string | null): Promise<string | null> {
  const session = sessionToken === null ? null : await findSession(context, sessionToken);
  if (!session) return null;
  const person = await context.db
    .selectFrom('person')
    .select('program_id')
    .where('id', '=', session.personId)
    .executeTakeFirst();
  return person?.program_id ?? null;
}
