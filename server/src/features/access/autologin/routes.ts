import type * as contract from '@florin/contract/autologin';
import type { HandlersOf } from '../../../http/call.ts';
import { createAutologinTicket } from './create.ts';
import { redeemAutologinTicket } from './redeem.ts';

export const autologinRoutes: HandlersOf<typeof contract> = { createAutologinTicket, redeemAutologinTicket };
