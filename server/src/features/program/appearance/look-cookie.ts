import { Scheme, Theme, type Look } from '@florin/contract/appearance';
import { DAY } from '@florin/contract/limits';
import * as v from 'valibot';
import type { CookieChange } from '../../../http/call.ts';
import { lookCookie } from '../../../http/cookies.ts';

const rememberedSeconds = 365 * DAY;

/** Keeps the look of whoever is signed in with the browser, so that its next page is painted with it from the start. */
export const rememberLook = ({ theme, scheme }: Look): CookieChange => ({
  name: lookCookie,
  value: `${theme}.${scheme}`,
  maxAgeSeconds: rememberedSeconds,
});

/** The look that the browser came with; null where the cookie is missing or holds anything else. */
export function lookOf(cookie: string | null): Look | null {
  const [theme, scheme] = cookie?.split('.') ?? [];
  const checked = v.safeParse(v.object({ theme: Theme, scheme: Scheme }), { theme, scheme });
  return checked.success ? checked.output : null;
}
