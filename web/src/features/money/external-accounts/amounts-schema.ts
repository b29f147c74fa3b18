import * as v from 'valibot';

/** Dollars with a point or a comma, of which there is nothing before it: 0.32, .32, $0.32, and .5 for fifty cents. */
const asDollars = /^\$?\s?0{0,2}[.,](\d{1,2})$/;
/** Cents alone, with or without their sign: 32, 32¢, 32 cents. With a dollar sign they would be dollars. */
const asCents = /^0?(\d{1,2})\s?(?:¢|c|cts?\.?|cents?)?$/i;

/** The cents of an amount below a dollar as people write it; null for what could be something else. */
export function centsOf(text: string): number | null {
  const dollars = asDollars.exec(text)?.[1];
  const cents = dollars === undefined ? asCents.exec(text)?.[1] : dollars.padEnd(2, '0');
  return cents === undefined || Number(cents) === 0 ? null : Number(cents);
}

/** An amount below a dollar. Cents come out. */
export const AmountText = v.pipe(
  v.string('type'),
  v.trim(),
  v.nonEmpty('missing'),
  v.transform(centsOf),
  v.number('format'),
);

export const AmountsForm = v.object({ first: AmountText, second: AmountText });
