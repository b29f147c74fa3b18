import * as v from 'valibot';

/** The parameters in the address of every list, in addition to its filters. */
const common = ['q', 'sort', 'open', 'view', 'hide'] as const;
type Common = (typeof common)[number];

const printable = v.pipe(
  v.string(),
  v.transform((text) => text.replaceAll(/\p{Cc}+/gu, '')),
);

/** The parameters of a list's address, as text. */
export type SearchOf<Filter extends string> = { [Key in Filter | Common]?: string };

/**
 * The `validateSearch` of a list's route: its filters, and the parameters of every list: the search text `q`, `sort`,
 * the `open` row, the saved `view`, and the columns to `hide`. Other parameters are ignored, and so are control
 * characters, which no call accepts.
 */
export const listSearch = <Filter extends string = never>(...filters: readonly Filter[]) =>
  v.object(
    Object.fromEntries([...filters, ...common].map((key) => [key, v.optional(printable)])),
  ) as unknown as v.GenericSchema<SearchOf<Filter>>;
