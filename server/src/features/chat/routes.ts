import { randomInt } from 'node:crypto';
import type { Handlers } from '../../http/call.ts';
import { enqueueMessage } from '../messages/messages.ts';
import { programFor } from '../site/queries.ts';

/** POST /api/chat/messages: the embedded live chat; the message goes to the program's support address (reading 16). */
export const chatRoutes: Pick<Handlers, 'sendChatMessage'> = {
  sendChatMessage: async ({ context, client, input }) => {
    const { email, message, customSlug } = input.body;
    const program = await programFor(context, client.hostname, customSlug);
    const reference = `C-${String(randomInt(100_000_000)).padStart(8, '0')}`;
    await enqueueMessage(context.db, context, {
      channel: 'email',
      programId: program.id,
      to: program.branding.emailGeneral,
      content: {
        subject: `Chat message ${reference}`,
        text: `${message}\n\nFrom: ${email}\nReference: ${reference}`,
        html: null,
      },
    });
    return { status: 200, body: { reference } };
  },
};
