import * as v from 'valibot';
import { ShippingMethod } from './card-states.ts';
import { line, requiredLine } from '../fields.ts';

/** Where a physical card is sent, in the United States. */
export const Shipping = v.object({
  method: v.optional(ShippingMethod, 'STANDARD'),
  recipient: requiredLine(80),
  line1: requiredLine(80),
  line2: v.optional(v.nullable(line(80))),
  city: requiredLine(60),
  state: v.pipe(v.string('type'), v.regex(/^[A-Z]{2}$/, 'format')),
  zip: v.pipe(v.string('type'), v.regex(/^\d{5}(-\d{4})?$/, 'format')),
});
export type Shipping = v.InferOutput<typeof Shipping>;
