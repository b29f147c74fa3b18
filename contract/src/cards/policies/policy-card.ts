import * as v from 'valibot';

/** A card as a policy names it; `last4` and `name` are those of the newest card of its chain. */
export const PolicyCard = v.object({
  cardId: v.string(),
  last4: v.string(),
  name: v.nullable(v.string()),
  cardholder: v.nullable(v.string()),
});
