import type { Card } from '@florin/contract/cards/cards';
import type { CardLook } from '../../kit/card/card-look.ts';

/**
 * The look of a card: of one merchant, for a time or some uses, or any other.
 * @param controls null where it has none
 */
export function lookOf(
  controls: Record<keyof Pick<Card['controls'], 'merchantLock' | 'usesAtMost' | 'validUntil'>, unknown>,
): CardLook {
  if (controls.merchantLock !== null) return 'merchant';
  return controls.usesAtMost !== null || controls.validUntil !== null ? 'limited' : 'usual';
}
