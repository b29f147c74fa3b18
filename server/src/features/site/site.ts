import type { Site } from '@florin/contract/site';
import type { Context } from '../../context.ts';
import { version } from '../../version.ts';
import { siteSnapshot } from './queries.ts';
import { announcementsAt, chooseProgram, siteOf } from './rules.ts';

/** The site as a visitor of `hostname`, at `/login/{customSlug}` if there is one, gets it now. */
export async function siteFor(
  context: Pick<Context, 'db' | 'clock' | 'config'>,
  hostname: string,
  customSlug?: string,
): Promise<Site> {
  const { programs, announcements, outOfService } = await siteSnapshot(context);
  const program = chooseProgram(programs, { hostname, customSlug });
  const shown = announcementsAt(announcements, program.id, context.clock.now());
  return siteOf(program, shown, outOfService, context.config, version);
}
