import type { ShippingMethod } from '@florin/contract/cards/card-states';

/** In a sentence. */
const mail: Record<ShippingMethod, string> = {
  STANDARD: 'standard mail (about 7 days)',
  EXPEDITED: 'expedited mail (about 4 days)',
  EXPRESS: 'express mail (about 2 days)',
};

/** Where a physical card is sent, and how. */
export const shippingWords = {
  title: 'Where it is sent',
  recipient: 'Recipient',
  line1: 'Street and number',
  line2: 'Apartment or floor',
  optional: 'Optional',
  city: 'City',
  state: 'State',
  stateFormat: 'Please enter two letters, such as ME.',
  zip: 'ZIP code',
  zipFormat: 'Please enter five digits.',
  method: 'Shipping',
  methods: {
    STANDARD: 'Standard, about 7 days',
    EXPEDITED: 'Expedited, about 4 days',
    EXPRESS: 'Express, about 2 days',
  } satisfies Record<ShippingMethod, string>,
  again: (place: string, method: ShippingMethod) => `The new card is sent to ${place}, by ${mail[method]}.`,
  change: 'Change address',
  held: (until: string) =>
    `Your password was reset or the way you log in has changed. For your safety, a card can be sent to a new address from ${until}. Until then, freeze a card that is lost or stolen; your administrator can help.`,
} as const;
