import type { DeclineCode } from '@florin/contract/cards/decline-codes';
import type { Presence } from '@florin/contract/cards/transaction-states';
import { categoryName } from '@florin/contract/cards/policies/merchant-categories';
import type { AskedException, RequestedException } from '@florin/contract/money/requests';
import type { RequestKind } from '@florin/contract/money/request-states';
import type { ListField, Rule } from '@florin/contract/cards/policies/spend-rules';
import { documentOf, groupsOfBusiness } from '../policies/documents.ts';
import type { Database } from '../../db/open.ts';
import type { Schema } from '../../db/schema.ts';

/** A purchase that was declined, with the facts that rules evaluate. */
export interface DeclinedPurchase {
  chainId: string;
  code: DeclineCode | null;
  mcc: number;
  merchantId: string;
  merchant: string;
  /** Of the merchant; null where it is that of the card. */
  currency: string | null;
  country: string;
  state: string | null;
  presence: Presence;
  /** Minor units. */
  requested: bigint;
}

/** Undefined where it was not declined, or not with this card. */
export const declinedPurchase = (
  db: Database,
  id: string | null | undefined,
  { cardId }: { cardId: string },
): Promise<DeclinedPurchase | undefined> =>
  db
    .selectFrom('card_transaction')
    .innerJoin('card', 'card.id', 'card_transaction.card_id')
    .select([
      'card.chain_id as chainId',
      'card_transaction.decline_code as code',
      'mcc',
      'card_transaction.merchant_id as merchantId',
      'merchant',
      'merchant_currency as currency',
      'country',
      'state',
      'presence',
      'requested',
    ])
    .where('card_transaction.id', '=', id ?? null)
    .where('card_transaction.card_id', '=', cardId)
    .where('card_transaction.status', '=', 'DECLINED')
    .executeTakeFirst();

const everyDay = [0, 1, 2, 3, 4, 5, 6];
const anyHour: Rule = { kind: 'hours', windows: [{ weekdays: everyDay, from: 0, to: 1440 }] };
const allow = (field: ListField, value: string): Rule => ({ kind: 'allow', field, values: [value] });

/**
 * The rule that exempts such a purchase from the lists and hours of business, group and card; null if it was refused
 * for another reason, such as its amount, the card's state or a rule without exceptions.
 */
export function exceptionFor({
  code,
  mcc,
  merchantId,
  country,
  state,
  presence,
}: Omit<DeclinedPurchase, 'requested'>): Rule | null {
  switch (code) {
    case 'mcc_not_allowed':
      return allow('mcc', String(mcc).padStart(4, '0'));
    case 'merchant_not_allowed':
      return allow('merchant', merchantId);
    case 'country_not_allowed':
    case 'international_off':
      return allow('country', country);
    case 'state_not_allowed':
      return state === null ? null : allow('state', state);
    case 'presence_not_allowed':
      return allow('presence', presence);
    case 'time_window':
      return anyHour;
    default:
      return null;
  }
}

type ExceptionRow = Pick<Schema['card_request'], 'exception_about' | 'exception_value'>;

/** The exception that was asked for before anything was declined; null for other requests. */
export const askedExceptionOf = ({ exception_about: about, exception_value: value }: ExceptionRow) =>
  about === null ? null : { about, value };

/** The rule that an approval of an asked exception adds. */
export const ruleOf = ({ about, value }: AskedException): Rule =>
  about === 'hours' ? anyHour : allow(about, value ?? '');

/**
 * Whether an exception can be asked for. A merchant's name has no wildcard: what is approved is what the administrator
 * reads.
 */
export async function isPossible(db: Database, businessId: string, asked: AskedException): Promise<boolean> {
  if ((asked.about === 'hours') !== (asked.value === null)) return false;
  if (asked.about === 'merchant' && asked.value?.includes('*')) return false;
  return 'document' in documentOf([ruleOf(asked)], 'OVERRIDE', await groupsOfBusiness(db, businessId));
}

export type RequestOfException = ExceptionRow & {
  kind: RequestKind;
  until: Date | null;
  card_id: string | null;
  declined_transaction_id: string | null;
};

/** The rule that the approval of an exception adds; null for other requests. */
export async function liftedRule(db: Database, row: RequestOfException): Promise<Rule | null> {
  if (!isException(row) || row.card_id === null) return null;
  const asked = askedExceptionOf(row);
  if (asked) return ruleOf(asked);
  const declined = await declinedPurchase(db, row.declined_transaction_id, { cardId: row.card_id });
  return declined ? exceptionFor(declined) : null;
}

/** What the approval of an exception allows, in terms that say nothing else of the purchase; null for other requests. */
export async function requestedException(
  db: Database,
  row: RequestOfException & { business_id: string; declinedAtMerchant: string | null },
): Promise<RequestedException | null> {
  const rule = await liftedRule(db, row);
  const asked = askedExceptionOf(row);
  if (rule?.kind === 'hours') return { about: 'hours', value: null };
  if (rule?.kind !== 'allow') return null;
  const [value = null] = rule.values;
  if (rule.field === 'merchant') return { about: rule.field, value: asked ? value : row.declinedAtMerchant };
  if (rule.field === 'group') {
    const groups = await groupsOfBusiness(db, row.business_id);
    return { about: rule.field, value: groups.find(({ key }) => key === value)?.name ?? value };
  }
  return { about: rule.field, value: rule.field === 'mcc' ? (categoryName(Number(value)) ?? value) : value };
}

/** An UNBLOCK with an end allows a purchase; one without lifts a freeze. */
export const isException = ({ kind, until }: { kind: RequestKind; until: Date | null }): boolean =>
  kind === 'UNBLOCK' && until !== null;
