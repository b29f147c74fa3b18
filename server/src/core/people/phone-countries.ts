import type { Config } from '../../config.ts';

/** The countries that a phone may belong to: the United States always (section 3), and those the operator has named. */
export const allowedCountries = ({ phoneCountries }: Pick<Config, 'phoneCountries'>): string[] => [
  ...new Set(['US', ...phoneCountries]),
];
