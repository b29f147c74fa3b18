import type { Site } from '@florin/contract/site';
import type { Context } from '../../context.ts';
import { version } from '../../version.ts';
import { siteSnapshot } from './queries.ts';
import { announcementsAt, chooseProgram, siteOf } from './rules.ts';

interface SiteContext extends Pick<Context, 'db' | 'clock' | 'config'> {
  captcha: Pick<Context['captcha'], 'publicConfig'>;
}

/** The site as a visitor of `hostname`, at `/login/{customSlug}` if there is one, gets it now. */
export async function siteFor(context: SiteContext, hostname: string, customSlug?: string): Promise<Site> {
  const { programs, announcements, outOfService } = await siteSnapshot(context);
  const program = chooseProgram(programs, { hostname, customSlug });
  const shown = announcementsAt(announcements, program.id, context.clock.now());
  const captcha = context.captcha.publicConfig();
  return siteOf({ program, announcements: shown, outOfService, captcha, config: context.config, appVersion: version });
}
