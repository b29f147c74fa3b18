import { DeclineCode } from '@florin/contract/decline-codes';
import { declineSentence } from '@florin/contract/decline-sentences';
import type { Role } from '@florin/contract/session';
import * as v from 'valibot';

/** The sentence of a decline for a reader of this role; empty for what is none. */
export const declineText = (code: string, reader: Role): string =>
  v.is(DeclineCode, code) ? declineSentence(code, reader) : '';
