import * as v from 'valibot';
import { DeliveryError } from '../mail/mail.ts';
import { checkSms } from './check-sms.ts';
import { StopListed, type Sms, type SmsMessage } from './sms.ts';

export interface TwilioSettings {
  /** `https://api.twilio.com`, or a test's server. */
  url: string;
  accountSid: string;
  authToken: string;
  /** A number in E.164, a short code, an alphanumeric sender, or a messaging service (`MG…`). */
  from: string;
  /** The address for Twilio's delivery reports, followed by the message's id. Default: none. */
  statusUrl?: string | null;
  /** For the whole answer. Default 10 s. */
  patienceMilliseconds?: number;
}

/**
 * Twilio's Messages resource. It takes no idempotency key: a text whose answer was lost may be sent twice by a retry,
 * while a 429 has not been processed. A 400 is permanent unless it is about the sender, which an operator can correct.
 * Wrong credentials (401, 403, 404) are not the message's fault either.
 */
export function twilioSms({
  url,
  accountSid,
  authToken,
  from,
  statusUrl = null,
  patienceMilliseconds = 10_000,
}: TwilioSettings): Sms {
  const base = url.replace(/\/+$/, '');
  const endpoint = new URL(`${base}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`);
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const sender: Record<string, string> = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from };
  const post = async ({ id, to, text }: SmsMessage): Promise<Answer> => {
    const report: Record<string, string> = statusUrl === null ? {} : { StatusCallback: `${statusUrl}${id}` };
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { authorization, accept: 'application/json' },
      body: new URLSearchParams({ To: to, ...sender, Body: text, ...report }),
      // Credentials go to the configured host and nowhere else.
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMilliseconds),
    });
    return { ok: response.ok, status: response.status, code: twilioCode(await response.text()) };
  };
  return {
    async send(message) {
      checkSms(message);
      const answer = await post(message).catch(() => {
        throw new DeliveryError('Twilio: no answer', { permanent: false });
      });
      if (!answer.ok) throw refusal(answer);
    },
  };
}

interface Answer {
  ok: boolean;
  status: number;
  code: number | null;
}

const ErrorBody = v.object({ code: v.pipe(v.number(), v.integer()) });

/** The code of an error's body; null if the body is not Twilio's. */
function twilioCode(body: string): number | null {
  try {
    return v.parse(ErrorBody, JSON.parse(body)).code;
  } catch {
    return null;
  }
}

const recipientSaidStop = 21610;
/** Codes of a 400 that is about the sender or its queue: invalid, missing, not ours, not capable, full, empty service. */
const aboutTheSender = new Set([21212, 21601, 21603, 21606, 21611, 21659, 21660, 21661, 21703]);

/** The text of Twilio's body quotes the recipient; its codes do not. */
function refusal({ status, code }: Answer): DeliveryError {
  if (code === recipientSaidStop) return new StopListed();
  const permanent = status === 400 && code !== null && !aboutTheSender.has(code);
  return new DeliveryError(`Twilio ${status}${code === null ? '' : ` ${code}`}`, { permanent });
}
