import { expect, test } from 'vitest';
import { parseSmtpUrl } from './smtp-url.ts';

test.each([
  [
    'smtp://mail.example.com',
    { host: 'mail.example.com', port: 587, implicitTls: false, isLoopback: false, auth: null },
  ],
  [
    'smtps://mail.example.com/',
    { host: 'mail.example.com', port: 465, implicitTls: true, isLoopback: false, auth: null },
  ],
  ['smtp://LOCALHOST:25', { host: 'localhost', port: 25, implicitTls: false, isLoopback: true, auth: null }],
  ['smtp://127.0.0.1:1025', { host: '127.0.0.1', port: 1025, implicitTls: false, isLoopback: true, auth: null }],
  ['smtp://[::1]:2525', { host: '::1', port: 2525, implicitTls: false, isLoopback: true, auth: null }],
  [
    'smtp://127.0.0.1.example.com',
    { host: '127.0.0.1.example.com', port: 587, implicitTls: false, isLoopback: false, auth: null },
  ],
  [
    'smtp://localhost.example.com',
    { host: 'localhost.example.com', port: 587, implicitTls: false, isLoopback: false, auth: null },
  ],
  [
    'smtps://user%40example.com:p%25%3A%2F%40@10.0.0.5:4650',
    {
      host: '10.0.0.5',
      port: 4650,
      implicitTls: true,
      isLoopback: false,
      auth: { user: 'user@example.com', pass: 'p%:/@' },
    },
  ],
])('%s', (url, server) => {
  expect(parseSmtpUrl(url)).toEqual(server);
});

test.each([
  '',
  'mail.example.com',
  'http://mail.example.com',
  'smtp://',
  'smtp://user:secret@',
  'smtp://user:secret@host/path',
  'smtp://user:secret@host?tls=off',
  'smtp://user:secret@host#x',
  'smtp://user:secret@host:99999',
  'smtp://user:secret%@host',
])('%s is refused, and the password is not repeated', (url) => {
  expect(() => parseSmtpUrl(url)).toThrow(/^SMTP_URL: /);
  expect(() => parseSmtpUrl(url)).not.toThrow('secret');
});
