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

/** The stops of a page: what is not in sight (the sidebar of a narrow screen, the menu of a wide one) is passed over. */
export const stopsOf = (isInSight: (selector: string) => boolean): Place[] =>
  places
    .map(([stop, selector]) => ({ stop, selector }))
    .filter(({ selector }) => selector === null || isInSight(selector));
