import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from './listen.ts';

export const secret = '6Lc-the-secret-of-this-site';

interface Person {
  action: string;
  isExpired: boolean;
}

/** A local server that answers like Google's siteverify: each token once, and for two minutes. */
export async function startSiteverify() {
  const people = new Map<string, Person>();
  const requests: Record<string, string>[] = [];
  let instead: ((response: ServerResponse) => void) | null = null;

  const verdict = (form: URLSearchParams) => {
    if (form.get('secret') !== secret) return { success: false, 'error-codes': ['invalid-input-secret'] };
    const token = form.get('response') ?? '';
    const person = people.get(token);
    if (!person) return { success: false, 'error-codes': ['invalid-input-response'] };
    people.set(token, { ...person, isExpired: true });
    if (person.isExpired) return { success: false, 'error-codes': ['timeout-or-duplicate'] };
    return {
      success: true,
      challenge_ts: '2026-03-01T12:00:00Z',
      hostname: 'cards.example.com',
      action: person.action,
      score: 0.9,
    };
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const form = new URLSearchParams(await text(request));
    requests.push(Object.fromEntries(form));
    if (instead) return instead(response);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(verdict(form)));
  };
  const server = createServer((request, response) => void serve(request, response));
  const { port, close } = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/recaptcha/api/siteverify`,
    requests,
    /** A token of a person who passed. */
    pass(action: string): string {
      const token = `03AFc${randomBytes(200).toString('base64url')}`;
      people.set(token, { action, isExpired: false });
      return token;
    },
    /** Two minutes go by. */
    expireAll() {
      for (const person of people.values()) person.isExpired = true;
    },
    answerWith: (answer: ((response: ServerResponse) => void) | null) => {
      instead = answer;
    },
    close,
  };
}
