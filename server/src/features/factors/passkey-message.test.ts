import { describe, expect, test } from 'vitest';
import { isOwnOrigin, readPasskeyMessage } from './passkey-message.ts';

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const clientData = { type: 'webauthn.get', challenge: 'Y2hhbGxlbmdl', origin: 'https://cards.example.com' };
const message = { id: 'aWQ', response: { clientDataJSON: encoded(clientData), userHandle: 'dXNlcg' } };

test('a message is read', () => {
  expect(readPasskeyMessage(message)).toEqual({
    credentialId: 'aWQ',
    challenge: 'Y2hhbGxlbmdl',
    origin: 'https://cards.example.com',
    userHandle: 'dXNlcg',
  });
});

describe('what is no message', () => {
  test.each([
    [{}],
    [{ ...message, id: 7 }],
    [{ ...message, id: '' }],
    [{ ...message, id: 'a\u0000b' }],
    [{ ...message, id: 'a'.repeat(5000) }],
    [{ ...message, response: null }],
    [{ ...message, response: { clientDataJSON: '%%%' } }],
    [{ ...message, response: { clientDataJSON: encoded('text') } }],
    [{ ...message, response: { clientDataJSON: encoded({ ...clientData, challenge: undefined }) } }],
    [{ ...message, response: { clientDataJSON: encoded({ ...clientData, challenge: ['x'] }) } }],
    [{ ...message, response: { clientDataJSON: encoded({ ...clientData, origin: 7 }) } }],
    [{ ...message, response: { clientDataJSON: encoded(clientData), userHandle: {} } }],
  ])('%j', (json) => {
    expect(readPasskeyMessage(json)).toBeNull();
  });
});

test.each([
  ['https://cards.example.com', 'cards.example.com', 'https://cards.example.com', true],
  ['https://cards.example.com:8443', 'cards.example.com', 'https://cards.example.com', true],
  ['http://cards.example.com', 'cards.example.com', 'https://cards.example.com', false],
  ['http://localhost:4000', 'localhost', 'http://localhost:4000', true],
  ['https://evil.example', 'cards.example.com', 'https://cards.example.com', false],
  ['https://sub.cards.example.com', 'cards.example.com', 'https://cards.example.com', false],
  ['https://example.com', 'cards.example.com', 'https://cards.example.com', false],
  ['https://cards.example.com/', 'cards.example.com', 'https://cards.example.com', false],
  ['https://cards.example.com@evil.example', 'cards.example.com', 'https://cards.example.com', false],
  ['android:apk-key-hash:abc', 'cards.example.com', 'https://cards.example.com', false],
  ['null', 'cards.example.com', 'https://cards.example.com', false],
])('%s at %s of %s: %j', (origin, hostname, publicOrigin, own) => {
  expect(isOwnOrigin(origin, hostname, publicOrigin)).toBe(own);
});
