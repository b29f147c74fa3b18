import type * as contract from '@florin/contract/access/link-login';
import type { HandlersOf } from '../../../http/call.ts';
import { beginLink } from './begin.ts';
import { linkLogin } from './link.ts';

export const linkLoginRoutes: HandlersOf<typeof contract> = { beginLink, linkLogin };
