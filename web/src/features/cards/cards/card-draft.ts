import type { ControlsInput, updateCard } from '@florin/contract/cards/cards/issue';
import type { Input } from '@florin/contract/endpoint';
import { localIn, momentIn } from '../../../flows/time/when.ts';
import { centsOf, typedAmount } from '../../../kit/forms/cents-of.ts';
import type { CardDetail } from './queries.ts';

/** What an administrator changes of a card, as it stands in the form; empty is without limit. */
export interface CardDraft {
  name: string;
  purpose: string;
  externalId: string;
  groupIds: string[];
  uses: string;
  /** Dollars. */
  amount: string;
  lock: 'ANY' | 'FIRST' | 'NAMED';
  /** The merchant of a named lock. */
  merchant: string;
  /** yyyy-mm-ddThh:mm in the business's time zone. */
  validFrom: string;
  validUntil: string;
}
export type DraftField = keyof CardDraft;

/** In the order of the form. */
export const draftFields: readonly DraftField[] = [
  'name',
  'purpose',
  'externalId',
  'groupIds',
  'uses',
  'amount',
  'lock',
  'merchant',
  'validFrom',
  'validUntil',
];

type Draftable = Pick<CardDetail, 'name' | 'purpose' | 'externalId' | 'groups' | 'controls'>;

/** A card as the form shows it. */
export function draftOf({ name, purpose, externalId, groups, controls }: Draftable, zone: string): CardDraft {
  const { usesAtMost, amountLock, merchantLock, validFrom, validUntil } = controls;
  return {
    name: name ?? '',
    purpose: purpose ?? '',
    externalId: externalId ?? '',
    groupIds: groups.map(({ id }) => id).toSorted(),
    uses: usesAtMost === null ? '' : String(usesAtMost),
    amount: amountLock === null ? '' : typedAmount(amountLock.amount),
    lock: merchantLock?.kind ?? 'ANY',
    // What a first purchase has locked is not typed.
    merchant: merchantLock?.kind === 'NAMED' ? (merchantLock.merchant ?? merchantLock.merchantId ?? '') : '',
    validFrom: validFrom === null ? '' : localIn(validFrom, zone),
    validUntil: validUntil === null ? '' : localIn(validUntil, zone),
  };
}

/** Whether two drafts agree in a field. */
export const isSame = (one: CardDraft, other: CardDraft, field: DraftField): boolean =>
  field === 'groupIds'
    ? one.groupIds.toSorted().join() === other.groupIds.toSorted().join()
    : one[field] === other[field];

type Body = Omit<Input<typeof updateCard>['body'], 'revision'>;

/** The body of the call for what differs from the card; what was not touched is not sent. */
export function changesOf(draft: CardDraft, base: CardDraft, zone: string): Body {
  const differs = (field: DraftField) => !isSame(draft, base, field);
  const trimmed = (field: 'name' | 'purpose' | 'externalId') =>
    differs(field) ? { [field]: draft[field].trim() || null } : {};
  const moment = (field: 'validFrom' | 'validUntil') =>
    differs(field) ? { [field]: draft[field] === '' ? null : momentIn(draft[field], zone) } : {};
  const controls: ControlsInput = {
    ...(differs('uses') && { usesAtMost: draft.uses.trim() === '' ? null : Number(draft.uses) }),
    ...(differs('amount') && { amountLock: centsOf(draft.amount) }),
    ...((differs('lock') || (draft.lock === 'NAMED' && differs('merchant'))) && {
      merchantLock:
        draft.lock === 'ANY'
          ? null
          : { kind: draft.lock, ...(draft.lock === 'NAMED' && { merchant: draft.merchant.trim() }) },
    }),
    ...moment('validFrom'),
    ...moment('validUntil'),
  };
  return {
    ...trimmed('name'),
    ...trimmed('purpose'),
    ...trimmed('externalId'),
    ...(differs('groupIds') && { groupIds: draft.groupIds }),
    ...(Object.keys(controls).length > 0 && { controls }),
  };
}

/**
 * What another person has changed meanwhile goes in where nothing was entered; `clashes` are the fields that both have
 * changed, differently: there the own entry stays until the person decides.
 */
export function merge(
  mine: CardDraft,
  base: CardDraft,
  theirs: CardDraft,
): { draft: CardDraft; changed: DraftField[]; clashes: DraftField[] } {
  const changed = draftFields.filter((field) => !isSame(theirs, base, field));
  const clashes = changed.filter((field) => !isSame(mine, base, field) && !isSame(mine, theirs, field));
  const taken = changed.filter((field) => !clashes.includes(field));
  const draft = { ...mine, ...Object.fromEntries(taken.map((field) => [field, theirs[field]])) };
  return { draft, changed, clashes };
}
