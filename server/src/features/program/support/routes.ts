import { brokenLinkReports } from '@florin/contract/limits';
import type * as contract from '@florin/contract/program/support';
import type { HandlersOf, Handler } from '../../../http/call.ts';
import { reportedPath } from '@florin/contract/program/reported-path';
import { inTransaction } from '../../../db/transaction.ts';
import { enqueueMessage } from '../../../core/messages/messages.ts';
import { findSession } from '../../../identity/sessions/find-session.ts';
import { programOfVisitor } from '../../../identity/sessions/site-of-visitor.ts';
import { brokenLinkMail, supportMail } from './mails.ts';
import { newReference } from '../../../core/messages/reference.ts';
import { sendToSupport } from '../../../identity/support/strangers.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { sql } from 'kysely';
import type { Database } from '../../../db/open.ts';

/** The sender of a message from an account, and the program that answers. */
function readSender(db: Database, membershipId: string) {
  return db
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.person_id')
    .innerJoin('business', 'business.id', 'membership.business_id')
    .innerJoin('program', 'program.id', 'person.program_id')
    .select([
      'membership.role',
      'person.username',
      'business.name as businessName',
      'program.id as programId',
      'program.branding',
      sql<string>`person.first_name || ' ' || person.last_name`.as('name'),
    ])
    .where('membership.id', '=', membershipId)
    .executeTakeFirstOrThrow();
}

/**
 * POST /api/support/messages: to the support of the person's program and role; replies go to the address in the form.
 */
const sendSupportMessage: Handler<'sendSupportMessage'> = async (call) => {
  const { context, caller: session, input } = call;
  const sender = await readSender(context.db, session.membershipId);
  const reference = newReference('M');
  const { branding, programId } = sender;
  const to = sender.role === 'ADMIN' ? branding.emailAdminSupport : branding.emailCardholderSupport;
  const content = supportMail({ reference, ...input.body, sender });
  await inTransaction(context.db, async (tx) => {
    await enqueueMessage(tx, context, { channel: 'email', programId, to, replyTo: input.body.email, content });
    await recordEvent(tx, context, originOf(call), {
      type: 'support_message_sent',
      details: { reference },
      personId: session.personId,
      membershipId: session.membershipId,
      businessId: session.businessId,
      sessionId: session.id,
    });
  });
  return { status: 200, body: { reference } };
};

/** The references of addresses that were reported within the hour, by program and path. */
const reportedPaths = new Map<string, { reference: string; until: number }>();

/** POST /api/support/broken-links: to the support of the visitor's program, once an hour for each address. */
const reportBrokenLink: Handler<'reportBrokenLink'> = async (call) => {
  const { context, client, input } = call;
  const program = await programOfVisitor(context, { ...client, customSlug: input.body.customSlug });
  const path = reportedPath(input.body.path);
  const key = `${program.id} ${path}`;
  const now = context.clock.now().getTime();
  const known = reportedPaths.get(key);
  if (known !== undefined && known.until > now) return { status: 200, body: { reference: known.reference } };
  const session = client.sessionToken === null ? null : await findSession(context, client.sessionToken);
  const sender = session && (await readSender(context.db, session.membershipId));
  const reference = newReference('B');
  const content = brokenLinkMail({
    reference,
    address: context.config.publicOrigin + path,
    person: sender && `${sender.name} (${sender.username})`,
  });
  const { recaptchaToken } = input.body;
  const refused = await sendToSupport(call, { program, session, recaptchaToken, content });
  if (refused) return refused;
  for (const [each, { until }] of reportedPaths) if (until <= now) reportedPaths.delete(each);
  reportedPaths.set(key, { reference, until: now + brokenLinkReports.windowSeconds * 1000 });
  return { status: 200, body: { reference } };
};

export const supportRoutes: HandlersOf<typeof contract> = {
  sendSupportMessage,
  reportBrokenLink,
};
