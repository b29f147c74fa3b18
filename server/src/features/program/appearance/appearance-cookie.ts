import { Scheme, Theme, type Appearance } from '@florin/contract/program/appearance';
import { DAY } from '@florin/contract/limits';
import * as v from 'valibot';
import type { CookieChange } from '../../../http/call.ts';
import { appearanceCookie } from '../../../http/cookies.ts';

const rememberedSeconds = 365 * DAY;

/** Keeps the appearance of the signed-in person in the browser, so that the server renders its next page with it. */
export const rememberAppearance = ({ theme, scheme }: Appearance): CookieChange => ({
  name: appearanceCookie,
  value: `${theme}.${scheme}`,
  maxAgeSeconds: rememberedSeconds,
});

/** The appearance in a browser's cookie; null if the cookie is missing or invalid. */
export function appearanceOf(cookie: string | null): Appearance | null {
  const [theme, scheme] = cookie?.split('.') ?? [];
  const checked = v.safeParse(v.object({ theme: Theme, scheme: Scheme }), { theme, scheme });
  return checked.success ? checked.output : null;
}
