import type { DeclineCode } from '@florin/contract/cards/decline-codes';
import type { AskedException } from '@florin/contract/money/requests';

interface Merchant {
  id: string;
  name: string;
  mcc: number;
  country: string;
  state: string | null;
}

/** A code of the network that rules can name. */
export const hasRuleState = ({ state }: Pick<Merchant, 'state'>): boolean =>
  state !== null && /^[A-Z0-9]{1,3}$/.test(state);

/**
 * What an administrator would have to allow of a purchase that a rule declines; null where the place does not say it, or
 * nothing can be asked for.
 * @param group the key of a category group, where no merchant is known
 */
export function exceptionOf(
  code: DeclineCode | null,
  merchant: Merchant | null,
  group: string | null = null,
): AskedException | null {
  switch (code) {
    case 'time_window':
      return { about: 'hours', value: null };
    case 'mcc_not_allowed':
      if (merchant) return { about: 'mcc', value: String(merchant.mcc).padStart(4, '0') };
      return group === null ? null : { about: 'group', value: group };
    case 'merchant_not_allowed':
      // A star in a rule stands for any text.
      return merchant && { about: 'merchant', value: merchant.name.includes('*') ? merchant.id : merchant.name };
    case 'country_not_allowed':
    case 'international_off':
      return merchant && { about: 'country', value: merchant.country };
    case 'state_not_allowed':
      return merchant && hasRuleState(merchant) ? { about: 'state', value: merchant.state } : null;
    default:
      return null;
  }
}
