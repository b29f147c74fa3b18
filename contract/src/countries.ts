/** Countries whose name has the article within a sentence: 'in the Bahamas'. ISO 3166-1 alpha-2. */
const withArticle: ReadonlySet<string> = new Set(
  'AE AX BQ BS CC CF CK DO FK FO GB GM HM IM IO KM KY MH MP MV NL PH PN PS SB SC TC TF UM US VG VI'.split(' '),
);

/** Countries that are named otherwise within a sentence than in a list. */
const written: Readonly<Record<string, string>> = {
  CD: 'the Democratic Republic of the Congo',
  CG: 'the Republic of the Congo',
};

const regions = new Intl.DisplayNames('en-US', { type: 'region' });

/** The name of a country within a sentence: 'the United States', 'Canada'. @param code ISO 3166-1 alpha-2 */
export function countryInText(code: string): string {
  const name = (regions.of(code) ?? code).replaceAll('&', 'and');
  return written[code] ?? (withArticle.has(code) ? `the ${name}` : name);
}
