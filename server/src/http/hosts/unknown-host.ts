import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../call.ts';
import { sendRefusal } from '../endpoints.ts';
import { asksForPage } from '../pages.ts';
import { pagePolicy } from '../security-headers.ts';

const page = (nonce: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Address not known</title>
<style nonce="${nonce}">body{max-width:28rem;margin:20vh auto;padding:0 1.5rem;font:1rem/1.5 system-ui,sans-serif}h1{font-size:1.5rem}</style>
<h1>Address not known</h1>
<p>This server does not answer for the address you have opened. Please check it for typing slips, or use the link in a message from your card program.</p>
</html>
`;

/**
 * Answers requests for an unconfigured host name (decision 005): people get a page without a brand, calls get the
 * refusal.
 */
export function answerUnknownHost(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!asksForPage(request)) return sendRefusal(reply, refuse('UNKNOWN_HOST'));
  const nonce = randomBytes(16).toString('base64');
  return reply
    .code(421)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', pagePolicy(nonce))
    .header('cache-control', 'no-store')
    .send(page(nonce));
}
