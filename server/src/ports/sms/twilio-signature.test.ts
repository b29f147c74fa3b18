import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { validateTwilioSignature } from './twilio-signature.ts';

/** The example of Twilio's documentation. */
const token = '12345';
const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
const params = {
  CallSid: 'CA1234567890ABCDE',
  Caller: '+14158675309',
  Digits: '1234',
  From: '+14158675309',
  To: '+18005551212',
};
const signature = 'RSOYDt4T1cUTdK1PDd93/VVr8B8=';

const signed = (text: string) => createHmac('sha1', token).update(text).digest('base64');

test('Twilio’s own example is accepted, in any order of parameters', () => {
  expect(validateTwilioSignature(token, url, params, signature)).toBe(true);
  const reversed = Object.fromEntries(Object.entries(params).toReversed());
  expect(validateTwilioSignature(token, url, reversed, signature)).toBe(true);
});

test('of a repeated parameter each value counts once, in order', () => {
  const repeated = { Sid: 'CA123', SidAccount: 'AC123', Digits: ['5678', '1234', '1234'] };
  expect(validateTwilioSignature(token, url, repeated, 'IK+Dwps556ElfBT0I3Rgjkr1wJU=')).toBe(true);
});

test.each<[string, Parameters<typeof validateTwilioSignature>]>([
  ['another token', ['54321', url, params, signature]],
  ['no token', ['', url, {}, createHmac('sha1', '').update(url).digest('base64')]],
  ['another address', [token, `${url}&baz=3`, params, signature]],
  ['another scheme', [token, url.replace('https', 'http'), params, signature]],
  ['a changed parameter', [token, url, { ...params, Digits: '1235' }, signature]],
  ['a parameter more', [token, url, { ...params, Extra: '1' }, signature]],
  ['a parameter less', [token, url, { ...params, To: '' }, signature]],
  ['a cut signature', [token, url, params, signature.slice(0, -1)]],
  ['a longer signature', [token, url, params, `${signature}=`]],
  ['no signature', [token, url, params, '']],
  ['letters outside ASCII', [token, url, params, 'ÄÖÜ'.repeat(10)]],
  ['no address', [token, '', params, signed('')]],
  ['a path alone', [token, '/myapp.php', {}, signed('/myapp.php')]],
])('%s is refused', (_what, call) => {
  expect(validateTwilioSignature(...call)).toBe(false);
});

test.each([
  ['https://mycompany.com/sms', 'https://mycompany.com:443/sms'],
  ['https://mycompany.com:443/sms', 'https://mycompany.com/sms'],
  ['http://mycompany.com/sms?a=1', 'http://mycompany.com:80/sms?a=1'],
  ['https://mycompany.com:8443/sms', 'https://mycompany.com/sms'],
  ['https://mycompany.com?a=b:1', 'https://mycompany.com:443?a=b:1'],
  ['https://mycompany.com', 'https://mycompany.com:443'],
  ['https://user:pass@mycompany.com/sms', 'https://user:pass@mycompany.com:443/sms'],
  ['https://[2001:db8::1]/sms', 'https://[2001:db8::1]:443/sms'],
])('%s is accepted when Twilio signed %s', (configured, asSigned) => {
  expect(validateTwilioSignature(token, configured, { A: 'b' }, signed(`${asSigned}Ab`))).toBe(true);
});

test('no port is added', () => {
  const elsewhere = signed('https://mycompany.com:8443/sms');
  expect(validateTwilioSignature(token, 'https://mycompany.com/sms', {}, elsewhere)).toBe(false);
});

test('the address is signed as written, and so are values', () => {
  const odd = 'https://MyCompany.com/sms?q=%7E+a|b';
  expect(validateTwilioSignature(token, odd, { Body: ' ÄÖ 🔐\n' }, signed(`${odd}Body ÄÖ 🔐\n`))).toBe(true);
});
