import { expect, test } from 'vitest';
import { hostnameOf } from './hosts.ts';

test.each([
  ['localhost:4000', 'localhost'],
  ['Cards.Example.com', 'cards.example.com'],
  ['[::1]:4000', '[::1]'],
  ['127.0.0.1', '127.0.0.1'],
])('%s is the host %s', (header, name) => expect(hostnameOf(header)).toBe(name));

test.each([
  undefined,
  '',
  'a b',
  'evil.com/x',
  'user@evil.com',
  'evil.com:80:80',
  'evil.com,good.com',
  '-evil',
  'evil.com#',
  'evil.com:port',
])('%s is no host', (header) => expect(hostnameOf(header)).toBeNull());
