/** A mail as its reader sees it. */
export interface ReceivedMail {
  /** Decoded headers by lower-case name. */
  headers: ReadonlyMap<string, string>;
  text: string;
  html: string;
}

/** Reads a raw multipart/alternative mail (RFC 5322, 2045, 2047), strictly enough to notice a malformed one. */
export function readMail(raw: string): ReceivedMail {
  const { headers, body } = split(raw);
  const boundary = /^multipart\/alternative;.*boundary="([^"]+)"/s.exec(headers.get('content-type') ?? '')?.[1];
  if (boundary === undefined) throw new Error(`no multipart/alternative: ${headers.get('content-type')}`);
  const [, ...parts] = body.split(`--${boundary}`);
  if (parts.pop()?.trim() !== '--') throw new Error('the last part is not closed');
  return { headers, text: partOf(parts, 'text/plain'), html: partOf(parts, 'text/html') };
}

function split(raw: string) {
  const end = raw.indexOf('\r\n\r\n');
  const headers = new Map<string, string>();
  for (const line of raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const [, name, value] = /^([!-9;-~]+): ?(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new Error(`no header: ${line}`);
    if (headers.has(name.toLowerCase())) throw new Error(`header twice: ${name}`);
    headers.set(name.toLowerCase(), decodeWords(value));
  }
  return { headers, body: raw.slice(end + 4) };
}

function partOf(parts: readonly string[], type: string): string {
  const matching = parts
    .map((part) => split(part.replace(/^\r\n/, '')))
    .filter(({ headers }) => headers.get('content-type')?.startsWith(type));
  const [part, second] = matching;
  if (!part || second) throw new Error(`${matching.length} parts of type ${type}`);
  return decodeBody(part.body.replace(/\r\n$/, ''), part.headers.get('content-transfer-encoding')).replaceAll(
    '\r\n',
    '\n',
  );
}

function decodeBody(body: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding === 'quoted-printable') return decodeQuoted(body.replaceAll('=\r\n', ''));
  return body;
}

/** Encoded words (RFC 2047); the space between two of them is not part of the text. */
function decodeWords(value: string): string {
  return value
    .replace(/(\?=)\s+(?==\?)/g, '$1')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_word, kind: string, text: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(text, 'base64').toString() : decodeQuoted(text.replaceAll('_', ' ')),
    );
}

const decodeQuoted = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();
