import { siteConfig, unknownCustomerId, type Site } from '@florin/contract/program/site';
import { call } from '../../api.ts';
import { readSite, setService, setSite } from '../../site.ts';

/**
 * Loads the service status and the announcements, and updates the page. If that fails, the known status stays.
 * @param refused a call was answered with OUT_OF_SERVICE: the status is known, and only the announcements are loaded
 */
export async function checkService({ refused = false } = {}): Promise<void> {
  const { program, ...known } = readSite();
  const query = program.slug === null ? {} : { customSlug: program.slug };
  const answer = await call(siteConfig, { query }).catch(() => null);
  const { outOfService, announcements } = answer?.ok ? answer.body : known;
  setService({ outOfService: refused || outOfService, announcements: withOwn(announcements) });
}

/** What is wrong with the address of this page stays. */
const withOwn = (announcements: Site['announcements']): Site['announcements'] => [
  ...readSite().announcements.filter(({ id }) => id === unknownCustomerId),
  ...announcements.filter(({ id }) => id !== unknownCustomerId),
];

/**
 * Loads assets/config.json, the source of the browser's configuration. An operator's changes to it change the page
 * (reading 25), except the version, which is that of the page. If that fails, the configuration in the page stays.
 */
export async function loadConfiguration(): Promise<void> {
  const { program, appVersion, build } = readSite();
  const query = program.slug === null ? {} : { customSlug: program.slug };
  const answer = await call(siteConfig, { query }).catch(() => null);
  if (!answer?.ok) return;
  const found = { ...answer.body, announcements: withOwn(answer.body.announcements), appVersion, build };
  if (JSON.stringify(found) !== JSON.stringify(readSite())) setSite(found);
}
