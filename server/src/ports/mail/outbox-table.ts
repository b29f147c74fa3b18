import type { Pool } from 'pg';
import { DeliveryError } from './mail.ts';

interface OutboxMessage {
  id: string;
  at: Date;
  channel: 'email' | 'sms';
  to: string;
  /** The address for replies, if not the sender's. */
  replyTo?: string | null;
  subject: string | null;
  text: string;
  html: string | null;
}

/**
 * Writes a message to the table of the outbox page; a repeated message is written once.
 * @throws DeliveryError temporary, with the database's code: its text can quote the row
 */
export async function putIntoOutbox(pool: Pool, message: OutboxMessage): Promise<void> {
  const { id, at, channel, to, replyTo = null, subject, text, html } = message;
  try {
    await pool.query(
      `insert into outbox_message (id, at, channel, recipient, subject, text, html, reply_to)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (id) do nothing`,
      [id, at, channel, to, subject, text, html, replyTo],
    );
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
    throw new DeliveryError(`Outbox: ${code}`, { permanent: false });
  }
}
