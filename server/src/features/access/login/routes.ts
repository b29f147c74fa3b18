import type * as contract from '@florin/contract/login';
import type { HandlersOf } from '../../../http/call.ts';
import { login } from './login.ts';

export const loginRoutes: HandlersOf<typeof contract> = { login };
