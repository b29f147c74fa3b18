import * as v from 'valibot';

/** Money on the wire: whole minor units (cents) as a JSON integer, and the ISO 4217 currency. */
export const Money = v.object({
  amount: v.pipe(v.number(), v.safeInteger()),
  currency: v.pipe(v.string(), v.length(3)),
});
export type Money = v.InferOutput<typeof Money>;

/**
 * Converts the server's exact minor units to the wire form. Throws a RangeError above 2^53, where JSON would lose
 * cents.
 */
export function money(amount: bigint, currency: string): Money {
  if (amount > BigInt(Number.MAX_SAFE_INTEGER) || amount < BigInt(Number.MIN_SAFE_INTEGER))
    throw new RangeError('amount does not fit a JSON integer');
  return { amount: Number(amount), currency };
}

/** The largest amount that a person enters: ten billion dollars, so that sums of many stay below 2^53. */
export const amountAtMost = 1_000_000_000_000;

/** An amount that a person enters: minor units, above zero. */
export const PositiveAmount = v.pipe(
  v.number('type'),
  v.safeInteger('format'),
  v.minValue(1, 'format'),
  v.maxValue(amountAtMost, 'tooLong'),
);
