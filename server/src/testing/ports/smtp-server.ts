import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { listen } from './listen.ts';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface Delivery {
  from: string;
  to: string[];
  raw: string;
}

/** Refuses one step of the conversation. */
export interface Refusal {
  at: 'connect' | 'auth' | 'from' | 'to' | 'data';
  code: number;
}

/** A real SMTP server that keeps what it accepts; `options` go to smtp-server. */
export async function startSmtpServer(options: SMTPServerOptions = {}) {
  const accepted: Delivery[] = [];
  const logins: { user: string; pass: string; secure: boolean }[] = [];
  let refusal: Refusal | null = null;
  const at = (step: Refusal['at']) => {
    if (refusal?.at !== step) return null;
    return Object.assign(new Error(`${refusal.code} 5.7.1 <maya@example.com> is not wanted`), {
      responseCode: refusal.code,
    });
  };
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, done) => done(at('connect')),
    onMailFrom: (_address, _session, done) => done(at('from')),
    onRcptTo: (_address, _session, done) => done(at('to')),
    onAuth({ username, password }, session, done) {
      logins.push({ user: username ?? '', pass: password ?? '', secure: session.secure });
      const error = at('auth');
      if (error) done(error);
      else done(null, { user: username ?? '' });
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const error = at('data');
        if (error) return done(error);
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        accepted.push({
          from,
          to: envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('latin1'),
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {
    // A client that rejects a certificate ends its connection here.
  });
  const { port } = await listen(server.server);
  return {
    port,
    accepted,
    logins,
    refuse: (next: Refusal | null) => {
      refusal = next;
    },
    // By the library's own means: under TLS, Node does not survive the end of the socket below.
    close: () =>
      new Promise<void>((resolve) => {
        server.close(resolve);
      }),
  };
}

export const steps = ['greeting', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'content'] as const;
type Step = (typeof steps)[number];

const politeAnswers: Record<Step, string> = {
  greeting: '220 hello',
  EHLO: '250 hello',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  content: '250 taken',
};

/** A server that follows the protocol up to one step, and then does something else instead of answering. */
export function startBadServer(badAt: Step, misbehave: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    const reach = (step: Step) => {
      if (step === badAt) misbehave(socket);
      else socket.write(`${politeAnswers[step]}\r\n`);
    };
    reach('greeting');
    let isContent = false;
    createInterface(socket).on('line', (line) => {
      const step = steps.find((known) => known === (isContent ? line === '.' && 'content' : line.slice(0, 4)));
      isContent = (isContent || step === 'DATA') && step !== 'content';
      if (step) reach(step);
    });
  });
  return listen(server);
}
