import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import type { MailMessage } from './mail.ts';
import { smtpMail } from './smtp.ts';
import { testCertificate } from '../../testing/ports/certificate.ts';
import { readMail } from '../../testing/ports/received-mail.ts';
import { startBadServer, startSmtpServer, type Refusal, steps } from '../../testing/ports/smtp-server.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});
const closedAfterwards = async <T extends { close(): Promise<void> }>(starting: Promise<T>): Promise<T> => {
  const server = await starting;
  closers.push(() => server.close());
  return server;
};
const smtpServer = (options?: Parameters<typeof startSmtpServer>[0]) => closedAfterwards(startSmtpServer(options));
const badServer = (...behaviour: Parameters<typeof startBadServer>) => closedAfterwards(startBadServer(...behaviour));

const message: MailMessage = {
  id: randomUUID(),
  to: 'maya@example.com',
  from: { name: 'Florin', address: 'no-reply@florin.example' },
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
};
const temporary = expect.objectContaining({ name: 'DeliveryError', permanent: false }) as unknown;
const permanent = expect.objectContaining({ name: 'DeliveryError', permanent: true }) as unknown;

describe('the mail itself', () => {
  test('has one recipient, its own Message-ID and needs no reply', async () => {
    const server = await smtpServer();
    await smtpMail(`smtp://127.0.0.1:${server.port}`).send(message);
    const [delivery] = server.accepted;
    expect(delivery).toMatchObject({ from: 'no-reply@florin.example', to: ['maya@example.com'] });
    const { headers } = readMail(delivery!.raw);
    expect(Object.fromEntries(headers)).toMatchObject({
      from: 'Florin <no-reply@florin.example>',
      to: 'maya@example.com',
      'message-id': `<${message.id}@florin.example>`,
      'auto-submitted': 'auto-generated',
      'mime-version': '1.0',
    });
    expect([...headers.keys()].toSorted()).toEqual([
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ]);
  });

  test('keeps its Message-ID when it is sent again', async () => {
    const server = await smtpServer();
    const mail = smtpMail(`smtp://127.0.0.1:${server.port}`);
    await mail.send(message);
    await mail.send(message);
    const ids = server.accepted.map(({ raw }) => readMail(raw).headers.get('message-id'));
    expect(ids).toEqual([`<${message.id}@florin.example>`, `<${message.id}@florin.example>`]);
  });
});

describe('a server that refuses', () => {
  test.each<[Refusal['at'], number, 'temporary' | 'permanent']>([
    ['connect', 421, 'temporary'],
    ['connect', 554, 'temporary'],
    ['auth', 454, 'temporary'],
    ['auth', 535, 'temporary'],
    ['from', 451, 'temporary'],
    ['from', 530, 'temporary'],
    ['from', 550, 'permanent'],
    ['to', 450, 'temporary'],
    ['to', 452, 'temporary'],
    ['to', 503, 'temporary'],
    ['to', 550, 'permanent'],
    ['to', 553, 'permanent'],
    ['data', 451, 'temporary'],
    ['data', 552, 'permanent'],
    ['data', 554, 'permanent'],
  ])('at %s with %i is %s', async (at, code, kind) => {
    const server = await smtpServer({ allowInsecureAuth: true });
    const mail = smtpMail(`smtp://user:pass@127.0.0.1:${server.port}`);
    server.refuse({ at, code });
    const sending = mail.send(message);
    await expect(sending).rejects.toEqual(kind === 'permanent' ? permanent : temporary);
    await expect(sending).rejects.toThrow(String(code));
    await expect(sending).rejects.not.toThrow(/maya|wanted|pass/);
    expect(server.accepted).toEqual([]);
    server.refuse(null);
    await mail.send(message);
    expect(server.accepted).toHaveLength(1);
  });
});

describe('a server that breaks down', () => {
  const patience = { patienceMilliseconds: 60 };

  test('no server', async () => {
    await expect(smtpMail('smtp://127.0.0.1:1').send(message)).rejects.toEqual(temporary);
  });

  test('a server of another protocol', async () => {
    const { port } = await badServer('greeting', (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await expect(smtpMail(`smtp://127.0.0.1:${port}`, patience).send(message)).rejects.toEqual(temporary);
  });

  test.each(steps)('it hangs at %s', async (step) => {
    const { port } = await badServer(step, () => undefined);
    await expect(smtpMail(`smtp://127.0.0.1:${port}`, patience).send(message)).rejects.toEqual(temporary);
  });

  test.each(steps)('it drops the connection at %s', async (step) => {
    const { port } = await badServer(step, (socket) => socket.destroy());
    await expect(smtpMail(`smtp://127.0.0.1:${port}`).send(message)).rejects.toEqual(temporary);
  });

  test('it keeps talking and never finishes', async () => {
    const { port } = await badServer('EHLO', (socket) => {
      const talking = setInterval(() => socket.write('250-and another thing\r\n'), 10);
      socket.on('close', () => clearInterval(talking));
    });
    await expect(smtpMail(`smtp://127.0.0.1:${port}`, patience).send(message)).rejects.toEqual(temporary);
  });
});

describe('encryption', () => {
  const { key, cert } = testCertificate();
  const offersTls = { key, cert, disabledCommands: [] };

  test('STARTTLS comes before the password and the mail', async () => {
    const server = await smtpServer(offersTls);
    const mail = smtpMail(`smtp://caf%C3%A9:p%40ss%3A%2F@localhost:${server.port}`, { needsTls: true, ca: cert });
    await mail.send(message);
    expect(server.logins).toEqual([{ user: 'café', pass: 'p@ss:/', secure: true }]);
    expect(server.accepted).toHaveLength(1);
  });

  test('without STARTTLS nothing is sent, least of all the password', async () => {
    const server = await smtpServer({ allowInsecureAuth: true });
    const mail = smtpMail(`smtp://user:pass@localhost:${server.port}`, { needsTls: true, ca: cert });
    await expect(mail.send(message)).rejects.toEqual(temporary);
    expect([server.logins, server.accepted]).toEqual([[], []]);
  });

  test.each([
    ['of another authority', testCertificate().cert],
    ['that is self-signed', undefined],
  ])('a certificate %s is not trusted', async (_what, ca) => {
    const server = await smtpServer(offersTls);
    const mail = smtpMail(`smtp://user:pass@localhost:${server.port}`, { needsTls: true, ca });
    await expect(mail.send(message)).rejects.toEqual(temporary);
    expect([server.logins, server.accepted]).toEqual([[], []]);
  });

  test('a certificate of another name is not trusted', async () => {
    const server = await smtpServer(offersTls);
    const mail = smtpMail(`smtp://[::ffff:127.0.0.1]:${server.port}`, { ca: cert });
    await expect(mail.send(message)).rejects.toEqual(temporary);
    expect(server.accepted).toEqual([]);
  });

  test('smtps is encrypted from the first byte, on this machine, too', async () => {
    const server = await smtpServer({ key, cert, secure: true });
    await smtpMail(`smtps://localhost:${server.port}`, { ca: cert }).send(message);
    expect(server.accepted).toHaveLength(1);
    await expect(smtpMail(`smtps://localhost:${server.port}`).send(message)).rejects.toEqual(temporary);
  });
});
