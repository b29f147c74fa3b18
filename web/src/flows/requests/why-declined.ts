import type { DeclineCode } from '@florin/contract/cards/decline-codes';
import { declineReason } from '@florin/contract/cards/decline-sentences';
import { hoursReason } from '@florin/contract/cards/policies/hour-sentences';
import type { CardRequestDetail } from '@florin/contract/money/requests';
import { shortZoneName } from '../time/when.ts';

/** Why the purchase behind a request was declined; of hours, when the card works. */
export const whyDeclined = (code: DeclineCode, hours: CardRequestDetail['hours']): string =>
  hours === null ? declineReason(code) : hoursReason(hours, shortZoneName(hours.timeZone));
