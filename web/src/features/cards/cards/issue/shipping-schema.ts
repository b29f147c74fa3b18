import { ShippingMethod } from '@florin/contract/cards/card-states';
import { Shipping } from '@florin/contract/cards/shipping';
import { line } from '@florin/contract/fields';
import * as v from 'valibot';
import { shippingWords as words } from '../../../../messages/en/cards/shipping.ts';

const needed = (schema: v.GenericSchema<string, string>) =>
  v.pipe(v.string('type'), v.trim(), v.nonEmpty('missing'), schema);

/** The fields of an address as they are typed. @param isSent whether the card is sent to it; else nothing is checked */
export function shippingEntries(isSent: boolean) {
  const sent = (schema: v.GenericSchema<string, string>): v.GenericSchema<string, string> =>
    isSent ? schema : v.string();
  const { recipient, line1, city, state, zip } = Shipping.entries;
  return {
    method: ShippingMethod,
    recipient: sent(needed(recipient)),
    line1: sent(needed(line1)),
    line2: line(80),
    city: sent(needed(city)),
    state: sent(v.pipe(v.string('type'), v.toUpperCase(), needed(state))),
    zip: sent(needed(zip)),
  };
}

export const shippingSchema = (isSent: boolean) => v.object(shippingEntries(isSent));
type ShippingSchema = ReturnType<typeof shippingSchema>;
export type ShippingValues = v.InferInput<ShippingSchema>;

export const shippingMethods = ShippingMethod.options;

export const noShipping: ShippingValues = {
  method: 'STANDARD',
  recipient: '',
  line1: '',
  line2: '',
  city: '',
  state: '',
  zip: '',
};

/** What is wrong with a field, in words. */
export const shippingProblems = { state: { format: words.stateFormat }, zip: { format: words.zipFormat } };

/** What is sent. */
export const shippingOf = ({
  method,
  recipient,
  line1,
  line2,
  city,
  state,
  zip,
}: v.InferOutput<ShippingSchema>): Shipping => ({ method, recipient, line1, line2: line2 || null, city, state, zip });

/** A field of the server's answer, by its name in the form; a missing address stands at its first line. */
export const shippingFieldOf = (field: string): string =>
  field === 'shipping' ? 'line1' : field.replace(/^shipping\./, '');
