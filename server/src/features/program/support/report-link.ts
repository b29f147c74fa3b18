import { reportedPath } from '@florin/contract/reported-path';
import { inTransaction } from '../../../db/transaction.ts';
import type { Handler } from '../../../http/call.ts';
import { enqueueMessage } from '../../../core/messages/messages.ts';
import { findSession } from '../../../identity/sessions/find-session.ts';
import { programOfVisitor } from '../../../identity/sessions/site-of-visitor.ts';
import { brokenLinkMail } from './mails.ts';
import { readSender } from './queries.ts';
import { newReference } from '../../../core/messages/reference.ts';
import { strangersLimit } from '../../../core/messages/strangers.ts';

const admit = strangersLimit();

/** POST /api/support/broken-links: to the support of the program that the visitor sees. */
export const reportBrokenLink: Handler<'reportBrokenLink'> = async ({ context, client, input }) => {
  const program = await programOfVisitor(context, { ...client, customSlug: input.body.customSlug });
  const refused = await admit(program.id);
  if (refused) return refused;
  const session = client.sessionToken === null ? null : await findSession(context, client.sessionToken);
  const sender = session && (await readSender(context.db, session.membershipId));
  const reference = newReference('B');
  const content = brokenLinkMail({
    reference,
    address: context.config.publicOrigin + reportedPath(input.body.path),
    person: sender && `${sender.name} (${sender.username})`,
  });
  const to = program.branding.emailGeneral;
  await inTransaction(context.db, (tx) =>
    enqueueMessage(tx, context, { channel: 'email', programId: program.id, to, content }),
  );
  return { status: 200, body: { reference } };
};
