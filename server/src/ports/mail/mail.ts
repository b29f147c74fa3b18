/** One mail to one person, multipart/alternative. */
export interface MailMessage {
  /** The message's own UUID: handing the same one over again is not a second mail. */
  id: string;
  /** One plain address, at most 254 characters. */
  to: string;
  from: { name: string; address: string };
  /** One plain address that answers go to instead. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
}

/** Carries mail out of the house. */
export interface Mail {
  /**
   * Resolves when the carrier has taken the mail over. After a failure in between the same message can arrive twice,
   * with the same Message-ID.
   * @throws DeliveryError
   */
  send(message: MailMessage): Promise<void>;
}

/** A message that was not taken over. Its words are for logs: codes, and nothing of the message or its recipient. */
export class DeliveryError extends Error {
  override readonly name: string = 'DeliveryError';
  /** The same message would be refused again; otherwise it is worth trying later. */
  readonly permanent: boolean;

  constructor(message: string, { permanent }: { permanent: boolean }) {
    super(message);
    this.permanent = permanent;
  }
}
