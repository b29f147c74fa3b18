/** One mail to one person, multipart/alternative. */
export interface MailMessage {
  /** The message's own UUID: repeating it sends no second mail. */
  id: string;
  /** One plain address, at most 254 characters. */
  to: string;
  from: { name: string; address: string };
  /** One plain address for replies. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
}

/** Sends mail. */
export interface Mail {
  /**
   * Resolves when the carrier has accepted the mail. After a failure in between the same message can arrive twice, with
   * the same Message-ID.
   * @throws DeliveryError
   */
  send(message: MailMessage): Promise<void>;
}

/**
 * A message that was not accepted. The error's text is for logs: codes, and nothing of the message or its recipient.
 */
export class DeliveryError extends Error {
  override readonly name: string = 'DeliveryError';
  /** The same message would be refused again; otherwise a retry is worthwhile. */
  readonly permanent: boolean;

  constructor(message: string, { permanent }: { permanent: boolean }) {
    super(message);
    this.permanent = permanent;
  }
}
