import { describe, expect, test } from 'vitest';
import { readPasskeyMessage } from './passkey-message.ts';

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const clientData = { type: 'webauthn.get', challenge: 'Y2hhbGxlbmdl', origin: 'https://cards.example.com' };
const message = { id: 'aWQ', response: { clientDataJSON: encoded(clientData), userHandle: 'dXNlcg' } };

test('a message is read', () => {
  expect(readPasskeyMessage(message)).toEqual({
    credentialId: 'aWQ',
    challenge: 'Y2hhbGxlbmdl',
    origin: 'https://cards.example.com',
    crossOrigin: false,
    userHandle: 'dXNlcg',
  });
});

describe('other messages are refused', () => {
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
