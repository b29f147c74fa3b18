/** Twilio's webhooks for incoming texts, and for the delivery status of outgoing ones. */
export const twilioTextsPath = '/webhooks/twilio/texts';
export const twilioStatusPath = '/webhooks/twilio/status';

/**
 * The address sent along with each text, followed by the message's id. Null if the installation has no public HTTPS
 * address: Twilio refuses texts with any other.
 */
export const twilioStatusUrl = (publicOrigin: string): string | null =>
  publicOrigin.startsWith('https://') ? `${publicOrigin}${twilioStatusPath}?message=` : null;
