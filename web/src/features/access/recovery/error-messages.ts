import { flowMessage, type FlowMessage } from '../../../flows/flow-message.ts';
import { recoveryWords } from '../../../messages/en/access/recovery.ts';

/** The sentence for a step's message, with recovery's own words for some codes. */
export const recoveryMessage = (message: FlowMessage) =>
  flowMessage(message, {
    RECAPTCHA_LOCK: recoveryWords.captcha,
    RESET_NOT_VERIFIED: { severity: 'warning', text: recoveryWords.reset.password.notVerified },
    CONFIRMATION_PENDING: { severity: 'info' },
  });
