import * as v from 'valibot';
import { text, Uuid } from './fields.ts';

/** The query of a paged list: `cursor` is the `nextCursor` of the previous page, `limit` is at most 100. */
export const pageQuery = {
  cursor: v.optional(Uuid),
  limit: v.optional(v.pipe(text(3), v.regex(/^([1-9]\d?|100)$/, 'format'), v.transform(Number)), '50'),
};

/** A page of a list, newest first; `nextCursor` is null on the last one. */
export const pageOf = <const S extends v.GenericSchema>(item: S) =>
  v.object({ items: v.array(item), nextCursor: v.nullable(v.string()) });
