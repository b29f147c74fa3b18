import type { Config } from '../../config.ts';

/** The countries a phone may belong to: always the United States (section 3), and those in the configuration. */
export const allowedCountries = ({ phoneCountries }: Pick<Config, 'phoneCountries'>): string[] => [
  ...new Set(['US', ...phoneCountries]),
];
