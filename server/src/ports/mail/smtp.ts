import { createTransport, type SendMailOptions } from 'nodemailer';
import * as v from 'valibot';
import { checkMail } from './check-mail.ts';
import { DeliveryError, type Mail, type MailMessage } from './mail.ts';
import { parseSmtpUrl } from './smtp-url.ts';

export interface SmtpSettings {
  /** STARTTLS must succeed before anything is sent. Default: unless the server is this machine. */
  needsTls?: boolean;
  /** Certificate authority to trust instead of the system's, PEM. */
  ca?: string;
  /** To connect, and to be greeted; a whole conversation may take six times as long. Default 10 s. */
  patienceMilliseconds?: number;
}

/**
 * Sends mail through an SMTP server (RFC 5321), one connection a mail. A 5xx answer to the envelope or the content is
 * permanent; any other failure, including a refused login, may be temporary.
 * @param url see `parseSmtpUrl`
 */
export function smtpMail(url: string, settings: SmtpSettings = {}): Mail {
  const { host, port, implicitTls, isLoopback, auth } = parseSmtpUrl(url);
  const { needsTls = !isLoopback, ca, patienceMilliseconds = 10_000 } = settings;
  const transport = createTransport({
    host,
    port,
    secure: implicitTls,
    requireTLS: needsTls,
    // A server on this machine rarely has a trusted certificate.
    ignoreTLS: !needsTls,
    tls: { ca },
    auth: auth ?? undefined,
    dnsTimeout: patienceMilliseconds,
    connectionTimeout: patienceMilliseconds,
    greetingTimeout: patienceMilliseconds,
    socketTimeout: patienceMilliseconds * 3,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(message) {
      checkMail(message);
      try {
        await transport.sendMail({ ...asSent(message), signal: AbortSignal.timeout(patienceMilliseconds * 6) });
      } catch (error) {
        throw failure(error);
      }
    },
  };
}

/** The Message-ID comes from the message's id, so that a receiver can drop the duplicate after a lost answer. */
function asSent({ id, to, from, replyTo, subject, text, html }: MailMessage): SendMailOptions {
  return {
    messageId: `<${id}@${from.address.slice(from.address.indexOf('@') + 1)}>`,
    from,
    to: { name: '', address: to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    envelope: { from: from.address, to: [to] },
    subject,
    text,
    html,
    // Keeps absence notices away (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

const SmtpFailure = v.object({
  code: v.fallback(v.string(), 'unknown'),
  responseCode: v.fallback(v.number(), 0),
  response: v.fallback(v.string(), ''),
});

/** 530 requires a login (RFC 4954), 503 another order of commands. Neither is caused by this mail. */
const notAboutTheMail = new Set([503, 530]);

function failure(error: unknown): DeliveryError {
  const { code, responseCode, response } = v.parse(SmtpFailure, error);
  // Only codes: the server's text often quotes the recipient.
  const [codes = ''] = /^[245]\d\d(?:[ -][245]\.\d{1,3}\.\d{1,3})?/.exec(response) ?? [];
  const isAboutTheMail = (code === 'EENVELOPE' || code === 'EMESSAGE') && !notAboutTheMail.has(responseCode);
  return new DeliveryError(`SMTP ${code} ${codes}`.trim(), { permanent: isAboutTheMail && responseCode >= 500 });
}
