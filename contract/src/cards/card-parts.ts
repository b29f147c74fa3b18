import * as v from 'valibot';
import { Uuid } from '../fields.ts';
import { bulkCards, MINUTE } from '../limits.ts';

/** What has a name: a group, a policy, a schedule. */
export const Named = v.object({ id: v.string(), name: v.string() });

/** The flood limit of each call that changes cards or their groups. */
export const cardChanges = { per: 'session', requests: 120, windowSeconds: 10 * MINUTE } as const;

/** Ids of rows that were selected. */
export const Selected = v.pipe(v.array(Uuid, 'type'), v.maxLength(bulkCards.linesAtMost, 'tooLong'));

/** One line of the report, in the order of the list. */
export const BulkLine = v.object({
  /** From 1; for a CSV text, the line with the headings is 1. */
  line: v.number(),
  /** In a dry run, `DONE` means that it would be done. */
  outcome: v.picklist(['DONE', 'REFUSED']),
  /** The code of the refusal. */
  code: v.nullable(v.string()),
  /** The column of an invalid line, and its problem. */
  field: v.nullable(v.string()),
  problem: v.nullable(v.string()),
  cardId: v.nullable(v.string()),
  last4: v.nullable(v.string()),
  holder: v.nullable(v.string()),
  /** What a new card is or would be. */
  card: v.optional(
    v.object({
      kind: v.string(),
      name: v.nullable(v.string()),
      /** As in `StartingLimit`, which would come with every list. */
      limit: v.nullable(v.object({ amount: v.number(), period: v.string() })),
      /** The only merchant where it works. */
      onlyAt: v.nullable(v.string()),
      /** It pays from a balance of its own, which is empty at first. */
      startsEmpty: v.boolean(),
    }),
  ),
});
export type BulkLine = v.InferOutput<typeof BulkLine>;

/** The report of an act on many cards. */
export const BulkReport = v.object({
  dryRun: v.boolean(),
  done: v.number(),
  refused: v.number(),
  lines: v.array(BulkLine),
});
