/** Where Twilio tells of texts that come in, and of what became of those that went out. */
export const twilioTextsPath = '/webhooks/twilio/texts';
export const twilioStatusPath = '/webhooks/twilio/status';

/**
 * The address that goes along with each text; the message's id follows. Null where people do not reach the installation over
 * HTTPS: Twilio refuses texts with such an address.
 */
export const twilioStatusUrl = (publicOrigin: string): string | null =>
  publicOrigin.startsWith('https://') ? `${publicOrigin}${twilioStatusPath}?message=` : null;
