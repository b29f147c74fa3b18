import type * as contract from '@florin/contract/chat';
import { inTransaction } from '../../../db/transaction.ts';
import type { HandlersOf } from '../../../http/call.ts';
import { enqueueMessage } from '../../../core/messages/messages.ts';
import { programFor } from '../../../core/program/queries.ts';
import { newReference } from '../../../core/messages/reference.ts';
import { strangersLimit } from '../../../core/messages/strangers.ts';

const admit = strangersLimit();

/** POST /api/chat/messages: the embedded live chat; the message goes to the program's support address (reading 16). */
export const chatRoutes: HandlersOf<typeof contract> = {
  sendChatMessage: async ({ context, client, input }) => {
    const { email, message, customSlug } = input.body;
    const program = await programFor(context, client.hostname, customSlug);
    const refused = await admit(program.id);
    if (refused) return refused;
    const reference = newReference('C');
    const content = {
      subject: `Chat message ${reference}`,
      text: `${message}\n\nFrom: ${email}\nReference: ${reference}`,
      html: null,
    };
    const { emailGeneral: to } = program.branding;
    await inTransaction(context.db, (tx) =>
      enqueueMessage(tx, context, { channel: 'email', programId: program.id, to, replyTo: email, content }),
    );
    return { status: 200, body: { reference } };
  },
};
