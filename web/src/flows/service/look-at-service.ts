import { siteConfig } from '@florin/contract/site';
import { call } from '../../api.ts';
import { readSite, setService } from '../../site.ts';

/**
 * Asks whether there is service and what the operator says, and tells the page. Where that cannot be asked, what was known
 * stays.
 * @param refused a call was answered with OUT_OF_SERVICE: that stands, and only the announcements are asked for
 */
export async function lookAtService({ refused = false } = {}): Promise<void> {
  const { program, ...known } = readSite();
  const query = program.slug === null ? {} : { customSlug: program.slug };
  const answer = await call(siteConfig, { query }).catch(() => null);
  const { outOfService, announcements } = answer?.ok ? answer.body : known;
  setService({ outOfService: refused || outOfService, announcements });
}
