import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from './listen.ts';

export interface Sent {
  to: string;
  text: string;
}

/** Answers a request instead of Twilio. */
export type Answer = (response: ServerResponse) => void;

export const accountSid = 'AC0123456789abcdef0123456789abcdef';
export const authToken = 'a-token-that-stays-secret';

/** An answer as Twilio's API gives it; its words quote the recipient, as the real ones do. */
export function twilioError(status: number, code: number, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    const message = `The 'To' number +15550100123 is not a valid phone number. (${code})`;
    response.end(JSON.stringify({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status }));
  };
}

/** A local server that speaks as much of Twilio's Messages resource as is used, with its documented answers. */
export async function startTwilio() {
  const sent: Sent[] = [];
  const requests: { path: string; form: Record<string, string> }[] = [];
  const optedOut = new Set<string>();
  let instead: Answer | null = null;

  const answerTo = ({ method, url, headers }: IncomingMessage, form: URLSearchParams): Answer => {
    const { authorization, 'content-type': type } = headers;
    if (url !== `/2010-04-01/Accounts/${accountSid}/Messages.json`) return twilioError(404, 20404);
    if (method !== 'POST') return twilioError(405, 20004);
    if (authorization !== `Basic ${btoa(`${accountSid}:${authToken}`)}`) return twilioError(401, 20003);
    if (!type?.startsWith('application/x-www-form-urlencoded')) return twilioError(415, 20415);
    const to = form.get('To') ?? '';
    const body = form.get('Body') ?? '';
    if (!form.has('From') && !form.has('MessagingServiceSid')) return twilioError(400, 21603);
    if (!/^\+\d{7,15}$/.test(to)) return twilioError(400, 21211);
    if (body.length > 1600) return twilioError(400, 21617);
    if (optedOut.has(to)) return twilioError(400, 21610);
    return (response) => {
      sent.push({ to, text: body });
      response.writeHead(201, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ sid: `SM${sent.length}`, to, body, status: 'queued', error_code: null }));
    };
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const form = new URLSearchParams(await text(request));
    requests.push({ path: request.url ?? '', form: Object.fromEntries(form) });
    const answer = instead ?? answerTo(request, form);
    answer(response);
  };
  const server = createServer((request, response) => void serve(request, response));
  const { port, close } = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    sent,
    requests,
    optedOut,
    answerWith: (answer: Answer | null) => {
      instead = answer;
    },
    close,
  };
}
