import type * as contract from '@florin/contract/mfa';
import type { HandlersOf } from '../../../http/call.ts';
import { authenticate } from './authenticate.ts';
import { sendCode } from './send-code.ts';

export const mfaRoutes: HandlersOf<typeof contract> = { sendCode, authenticate };
