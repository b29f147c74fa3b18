import type { tourWords } from '../../../messages/en/program/tour.ts';

export type Stop = keyof typeof tourWords.stops;

/** Where each stop is, by the mark that the shell carries there; the welcome is about the whole page. */
const places: readonly (readonly [Stop, string | null])[] = [
  ['welcome', null],
  ['account', '[data-tour="account"] > *'],
  ['navigation', '[data-tour="navigation"]'],
  ['menu', '[data-tour="menu"]'],
  ['help', '[data-tour="help"]'],
  ['profile', '[data-tour="profile"]'],
];

export interface Place {
  stop: Stop;
  /** Null: in the middle of the page. */
  selector: string | null;
}

/** Of the sidebar, or of what replaces it in a narrow window. */
const ofSidebar: ReadonlySet<Stop> = new Set(['account', 'navigation', 'menu']);

/** The place of a stop among those of the page, or of the one for the same part of it: the window may change its width. */
export function indexOfStop(stops: readonly Place[], stop: Stop): number {
  const same = stops.findIndex((place) => place.stop === stop);
  const near = ofSidebar.has(stop) ? stops.findIndex((place) => ofSidebar.has(place.stop)) : -1;
  return same !== -1 ? same : near !== -1 ? near : stops.length - 1;
}

/** The stops of a page: what is not in sight (the sidebar of a narrow screen, the menu of a wide one) is passed over. */
export const stopsOf = (isInSight: (selector: string) => boolean): Place[] =>
  places
    .map(([stop, selector]) => ({ stop, selector }))
    .filter(({ selector }) => selector === null || isInSight(selector));
