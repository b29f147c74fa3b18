import { DeliveryError } from '../mail/mail.ts';

export interface SmsMessage {
  /** The message's own UUID. */
  id: string;
  /** E.164: `+`, country code, number, at most 15 digits. */
  to: string;
  /** At most 1600 characters. */
  text: string;
}

/** Sends text messages. */
export interface Sms {
  /**
   * Resolves when the carrier has accepted the text. After a lost answer the same message can arrive twice.
   * @throws StopListed if the recipient has replied STOP · DeliveryError for every other failure
   */
  send(message: SmsMessage): Promise<void>;
}

/** The recipient wants no texts until they send START (specification, STOP_LIST_REQUESTED). */
export class StopListed extends DeliveryError {
  override readonly name = 'StopListed';

  constructor() {
    super('The recipient is on the STOP list.', { permanent: true });
  }
}
