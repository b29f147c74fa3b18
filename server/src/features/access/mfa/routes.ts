import type { Handlers } from '../../../http/call.ts';
import { authenticate } from './authenticate.ts';
import { sendCode } from './send-code.ts';

export const mfaRoutes: Pick<Handlers, 'sendCode' | 'authenticate'> = { sendCode, authenticate };
