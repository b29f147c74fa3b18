import type { Message } from '../kit/forms/FormMessage.tsx';
import { codeWords } from '../messages/en/access/one-time-code.ts';
import { passkeyWords } from '../messages/en/access/passkey.ts';
import { errorMessage, type MessageOverrides } from '../session/failures/error-message.ts';
import type { Failure } from './flow.ts';

/** The message of a step. */
export type FlowMessage =
  | Failure
  /** The browser returned no passkey. */
  | { kind: 'passkeyFailed'; reason: keyof typeof passkeyWords }
  /** A code was sent again. */
  | { kind: 'resentByEmail' | 'resentByText' };

/** The text of a step's message (specification, section 8). `refusals` are the flow's own messages. */
export function flowMessage(message: FlowMessage, refusals: MessageOverrides = {}): Message {
  switch (message.kind) {
    case 'passkeyFailed':
      return { severity: 'error', text: passkeyWords[message.reason], correlationId: null };
    case 'resentByEmail':
    case 'resentByText':
      return { severity: 'success', text: codeWords[message.kind], correlationId: null };
    default:
      return errorMessage(message, refusals);
  }
}
