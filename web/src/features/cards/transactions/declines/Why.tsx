import type { DeclineCode } from '@florin/contract/cards/decline-codes';
import { declineReason } from '@florin/contract/cards/decline-sentences';

/** Why a purchase was declined, in one sentence. Loaded with lists of declines only. */
export default function Why({ code }: { code: DeclineCode }) {
  return declineReason(code);
}
