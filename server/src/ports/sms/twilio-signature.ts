import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Whether a form-encoded webhook is Twilio's: base64 of HMAC-SHA1 over the address it was sent to, followed by each
 * parameter's name and value in order of names (Twilio, "Secure webhooks"; `X-Twilio-Signature`).
 * @param url the address as configured at Twilio, with its query; built from the canonical origin, never from headers.
 *   Twilio sometimes signs it with the scheme's own port and sometimes without, so both are tried
 * @param params every parameter of the body, untrimmed; of a repeated one all values
 * @param signature the header's value
 */
export function validateTwilioSignature(
  authToken: string,
  url: string,
  params: Readonly<Record<string, string | readonly string[]>>,
  signature: string,
): boolean {
  if (authToken === '') return false;
  const given = Buffer.from(signature);
  return withAndWithoutPort(url).some((signedUrl) => {
    const expected = Buffer.from(
      createHmac('sha1', authToken)
        .update(signedUrl + signedParams(params))
        .digest('base64'),
    );
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** Of a repeated parameter each different value counts once, in order. */
const signedParams = (params: Readonly<Record<string, string | readonly string[]>>) =>
  Object.keys(params)
    .toSorted()
    .flatMap((name) => [...new Set([params[name]!].flat())].toSorted().map((value) => `${name}${value}`))
    .join('');

/** As text: parsing and printing a URL again can change what was signed. */
function withAndWithoutPort(url: string): string[] {
  const [, scheme, host, port, rest = ''] = /^(https?):\/\/([^/?#]*?)(?::(\d+))?([/?#].*)?$/s.exec(url) ?? [];
  if (!scheme || !host) return [];
  const standardPort = scheme === 'https' ? '443' : '80';
  return [`${scheme}://${host}${rest}`, `${scheme}://${host}:${port ?? standardPort}${rest}`];
}
