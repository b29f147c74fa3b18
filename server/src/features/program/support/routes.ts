import type { Handlers } from '../../../http/call.ts';
import { reportBrokenLink } from './report-link.ts';
import { sendSupportMessage } from './send-message.ts';

export const supportRoutes: Pick<Handlers, 'sendSupportMessage' | 'reportBrokenLink'> = {
  sendSupportMessage,
  reportBrokenLink,
};
