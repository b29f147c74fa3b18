import * as v from 'valibot';
import { CardKind } from '../card-states.ts';

/** A card as a policy names it; `last4`, `kind` and `name` are those of the newest card of its chain. */
export const PolicyCard = v.object({
  cardId: v.string(),
  last4: v.string(),
  kind: CardKind,
  name: v.nullable(v.string()),
  cardholder: v.nullable(v.string()),
});
