import type * as contract from '@florin/contract/program/chat';
import type { HandlersOf } from '../../../http/call.ts';
import { programFor } from '../../../core/program/queries.ts';
import { newReference } from '../../../core/messages/reference.ts';
import { findSession } from '../../../identity/sessions/find-session.ts';
import { sendToSupport } from '../../../identity/support/strangers.ts';

/** POST /api/chat/messages: the embedded live chat; the message goes to the program's support address (reading 16). */
export const chatRoutes: HandlersOf<typeof contract> = {
  sendChatMessage: async (call) => {
    const { context, client, input } = call;
    const { email, message, customSlug, recaptchaToken } = input.body;
    const program = await programFor(context, client.hostname, customSlug);
    const session = client.sessionToken === null ? null : await findSession(context, client.sessionToken);
    const reference = newReference('C');
    const content = {
      subject: `Chat message ${reference}`,
      text: `${message}\n\nFrom: ${email}\nReference: ${reference}`,
      html: null,
    };
    const refused = await sendToSupport(call, { program, session, recaptchaToken, content, replyTo: email });
    return refused ?? { status: 200, body: { reference } };
  },
};
