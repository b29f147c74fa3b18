import type { ControlsInput, updateCard } from '@florin/contract/cards/cards/issue';
import type { Input } from '@florin/contract/endpoint';
import type { CardControls } from './issue.ts';
import type { CardUpdate } from './order.ts';

const dateOf = (at: string | null | undefined) => (at ? new Date(at) : at === null ? null : undefined);

/** The controls of a card as entered. */
export function enteredControls(entered: ControlsInput | undefined): CardControls {
  if (!entered) return {};
  const { usesAtMost, amountLock, merchantLock } = entered;
  const [validFrom, validUntil] = [dateOf(entered.validFrom), dateOf(entered.validUntil)];
  return {
    ...(usesAtMost !== undefined && { usesAtMost }),
    ...(amountLock !== undefined && { amountLock: amountLock === null ? null : BigInt(amountLock) }),
    ...(merchantLock !== undefined && {
      merchantLock: merchantLock && {
        kind: merchantLock.kind,
        merchantId: merchantLock.merchantId || null,
        merchant: merchantLock.merchant || null,
      },
    }),
    ...(validFrom !== undefined && { validFrom }),
    ...(validUntil !== undefined && { validUntil }),
  };
}

/** An administrator's changes to a card as entered, without the revision on which they are based. */
export type EnteredUpdate = Omit<Input<typeof updateCard>['body'], 'revision'>;

/** Fields that are left out are not changed; empty fields are removed. */
export const enteredUpdate = ({ name, purpose, externalId, groupIds, controls }: EnteredUpdate): CardUpdate => ({
  ...(name !== undefined && { name: name || null }),
  ...(purpose !== undefined && { purpose: purpose || null }),
  ...(externalId !== undefined && { externalId: externalId || null }),
  ...(groupIds !== undefined && { groupIds }),
  controls: enteredControls(controls),
});
