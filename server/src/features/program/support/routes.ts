import type * as contract from '@florin/contract/support';
import type { HandlersOf } from '../../../http/call.ts';
import { reportBrokenLink } from './report-link.ts';
import { sendSupportMessage } from './send-message.ts';

export const supportRoutes: HandlersOf<typeof contract> = {
  sendSupportMessage,
  reportBrokenLink,
};
