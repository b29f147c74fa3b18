import type { FastifyReply } from 'fastify';

/** What a vendor's script needs in the only document that may run it. */
export interface VendorScript {
  scriptUrl: string;
  frameOrigin: string;
  connectOrigin: string;
}

const policy = (
  nonce: string | null,
  captchaOrigins: readonly string[],
  collectorOrigins: readonly string[] = [],
  vendor: VendorScript | null = null,
  hasOwnScript = false,
) =>
  [
    "default-src 'none'",
    [
      'script-src',
      "'self'",
      ...(hasOwnScript ? [`'nonce-${nonce}'`] : []),
      ...captchaOrigins,
      ...(vendor ? [vendor.scriptUrl] : []),
    ].join(' '),
    nonce === null ? "style-src 'self'" : `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    ['connect-src', "'self'", ...collectorOrigins, ...(vendor ? [vendor.connectOrigin] : [])].join(' '),
    "font-src 'self'",
    "worker-src 'self'",
    ['frame-src', ...orNone([...captchaOrigins, ...(vendor ? [vendor.frameOrigin] : [])])].join(' '),
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    // A vendor's script does not promise to use Trusted Types.
    ...(vendor ? [] : ["require-trusted-types-for 'script'", 'trusted-types app']),
  ].join('; ');

const orNone = (origins: readonly string[]) => (origins.length > 0 ? origins : ["'none'"]);

/**
 * The Content-Security-Policy of a page (security design 3.11, ASVS 3.4.3); `nonce` allows the program's inlined tokens, and
 * with `hasOwnScript` the script inside the page (web/src/keep-press.ts, keep-keys.ts).
 */
export const pagePolicy = (
  nonce: string,
  captchaOrigins: readonly string[] = [],
  collectorOrigins: readonly string[] = [],
  vendor: VendorScript | null = null,
  hasOwnScript = false,
) => policy(nonce, captchaOrigins, collectorOrigins, vendor, hasOwnScript);

const everywhere = {
  'content-security-policy': policy(null, []),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** Sets the headers that every answer carries; HSTS only where the public address is https. */
export function setSecurityHeaders(reply: FastifyReply, https: boolean): void {
  reply.headers(everywhere);
  if (https) reply.header('strict-transport-security', 'max-age=63072000; includeSubDomains');
}
