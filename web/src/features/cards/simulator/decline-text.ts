import { DeclineCode } from '@florin/contract/cards/decline-codes';
import { declineSentence } from '@florin/contract/cards/decline-sentences';
import type { Role } from '@florin/contract/access/session';
import * as v from 'valibot';

/** The sentence of a decline for a reader of this role; empty for what is none. */
export const declineText = (code: string, reader: Role): string =>
  v.is(DeclineCode, code) ? declineSentence(code, reader) : '';
