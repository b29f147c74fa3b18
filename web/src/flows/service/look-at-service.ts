import { siteConfig } from '@florin/contract/site';
import { call } from '../../api.ts';
import { readSite, setService } from '../../site.ts';

/**
 * Loads the service status and the announcements, and updates the page. If that fails, the known status stays.
 * @param refused a call was answered with OUT_OF_SERVICE: that status stays, and only the announcements are loaded
 */
export async function lookAtService({ refused = false } = {}): Promise<void> {
  const { program, ...known } = readSite();
  const query = program.slug === null ? {} : { customSlug: program.slug };
  const answer = await call(siteConfig, { query }).catch(() => null);
  const { outOfService, announcements } = answer?.ok ? answer.body : known;
  setService({ outOfService: refused || outOfService, announcements });
}
