import { flowMessage, type FlowMessage } from '../../../flows/flow-message.ts';
import { recoveryWords } from '../../../messages/en/recovery.ts';

/** The sentence for what a step has to say, in the words of recovery where it has its own. */
export const recoveryMessage = (message: FlowMessage) =>
  flowMessage(message, {
    RECAPTCHA_LOCK: recoveryWords.captcha,
    RESET_NOT_VERIFIED: { severity: 'warning', text: recoveryWords.reset.password.notVerified },
    CONFIRMATION_PENDING: { severity: 'info' },
  });
