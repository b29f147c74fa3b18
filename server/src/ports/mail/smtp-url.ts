/** The server and options for sending mail. */
export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte (smtps); otherwise the connection starts unencrypted. */
  implicitTls: boolean;
  /** The server is this machine: nobody can listen. */
  isLoopback: boolean;
  auth: { user: string; pass: string } | null;
}

/**
 * Reads `smtp://` (port 587) or `smtps://` (port 465) `user:password@host:port`; user and password percent-encoded.
 * @throws an Error that does not quote the address, which may contain a password
 */
export function parseSmtpUrl(text: string): SmtpServer {
  const url = URL.parse(text);
  const isSmtp = url?.protocol === 'smtp:' || url?.protocol === 'smtps:';
  if (!url || !isSmtp || url.hostname === '' || !/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '')
    throw new Error('SMTP_URL: must be smtp:// or smtps:// user:password@host:port and nothing more');
  const implicitTls = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  return {
    host,
    port: url.port === '' ? (implicitTls ? 465 : 587) : Number(url.port),
    implicitTls,
    isLoopback: host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host),
    auth: url.username === '' ? null : { user: decoded(url.username), pass: decoded(url.password) },
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Error('SMTP_URL: user and password must be percent-encoded');
  }
}
