import type { Contact } from '@florin/contract/access/contacts';
import { codeNotSent, codeRefused, codeSent, newCode, type CodeState } from '../code-step.ts';
import type { FlowMessage } from '../flow-message.ts';
import { flow, type Request } from '../flow.ts';
import type { Awaiting } from './awaiting.ts';

/** Confirming a contact with the code sent to it (specification, section 8). */
export interface ContactCodeState {
  view: CodeState & { step: 'code'; message: FlowMessage | null; contact: Contact };
  request: Request<ContactCodeCalls> | null;
  end: { contact: Contact } | null;
}

export type ContactCodeCalls = {
  confirm: { input: { id: string; code: string }; output: { kind: 'confirmed'; contact: Contact } };
  resend: { input: { id: string }; output: { kind: 'sent'; resendInSeconds: number } };
};

export type ContactCodeEvent = { type: 'codeEntered'; code: string } | { type: 'resendAsked'; now: number };

export const beginContactCode = ({ contact, resendAt }: Awaiting): ContactCodeState => ({
  view: {
    ...newCode,
    step: 'code',
    message: null,
    contact,
    isSent: resendAt !== null,
    resendAt: resendAt ?? 0,
  },
  request: null,
  end: null,
});

const withMessage = (
  state: ContactCodeState,
  message: FlowMessage,
  change: (code: CodeState) => CodeState,
): ContactCodeState => ({ ...state, view: { ...state.view, ...change(state.view), message } });

export const contactCode = flow<ContactCodeCalls, ContactCodeState, ContactCodeEvent>({
  steps: {
    code: {
      codeEntered: (state, { code }) => ({ ...state, request: { call: 'confirm', id: state.view.contact.id, code } }),
      resendAsked: (state, { now }) =>
        now < state.view.resendAt ? state : { ...state, request: { call: 'resend', id: state.view.contact.id } },
    },
  },
  answers: {
    confirm: (state, answer, _, now) =>
      answer.kind === 'confirmed'
        ? { ...state, end: { contact: answer.contact } }
        : withMessage(state, answer, (code) => codeRefused(code, answer, now)),
    resend: (state, answer, _, now) =>
      answer.kind === 'sent'
        ? withMessage(state, { kind: state.view.contact.kind === 'Email' ? 'resentByEmail' : 'resentByText' }, (code) =>
            codeSent(code, now, answer.resendInSeconds),
          )
        : withMessage(state, answer, (code) => codeNotSent(code, answer, now)),
  },
});
