import type * as contract from '@florin/contract/access/login';
import type { HandlersOf } from '../../../http/call.ts';
import { login } from './login.ts';
import { openLoginLink, sendLoginLink } from './login-link.ts';

export const loginRoutes: HandlersOf<typeof contract> = { login, sendLoginLink, openLoginLink };
