import { numberText } from '../../number-text.ts';

/** What a list without a match would find with one filter less, or with another text. */
export const fewerFiltersWords = {
  search: 'the search',
  /** By its label. */
  filter: (label: string) => `the ${label.charAt(0).toLowerCase()}${label.slice(1)} filter`,
  without: (filter: string, rows: number) => `Without ${filter}: ${numberText(rows)}`,
  withoutUncounted: (filter: string) => `Without ${filter}`,
  didYouMean: (text: string, rows: number) => `Did you mean “${text}”? It finds ${numberText(rows)}`,
  searchFor: (text: string) => `Search for “${text}”`,
  failed: 'We could not look for what other filters find.',
} as const;
