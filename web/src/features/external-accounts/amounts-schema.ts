import * as v from 'valibot';

/** An amount below a dollar as people write it: 0.32, .32, $0.32, or 32 for the cents alone. Cents come out. */
export const AmountText = v.pipe(
  v.string('type'),
  v.trim(),
  v.nonEmpty('missing'),
  v.regex(/^(?:\$?\s?0?[.,]\d{2}|0?[1-9]|[1-9]\d)$/, 'format'),
  v.transform((text) => Number(text.replaceAll(/\D/g, ''))),
  v.minValue(1, 'format'),
);

export const AmountsForm = v.object({ first: AmountText, second: AmountText });
