import { accessCode, sendQuota } from '@florin/contract/limits';
import { describe, expect, test } from 'vitest';
import { contactFor, entitiesOf, type Contact } from '../../core/people/contacts.ts';
import { maskAddress } from '../../core/people/masks.ts';
import { accessCodeMail, accessCodeText } from './messages.ts';
import { digitsOf, secondsUntilSend } from './rules.ts';

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['123-456', '123456'],
  ['123\u2013456', '123456'],
  ['123\u00A0456', '123456'],
  ['１２３４５６', '123456'],
  ['000000', '000000'],
  ['12345', null],
  ['1234567', null],
  ['12345a', null],
  ['12345.', null],
  ['-', null],
  ['١٢٣٤٥٦', null],
  ['+12345', null],
])('%o as typed is %o', (typed, digits) => {
  expect(digitsOf(typed)).toBe(digits);
});

describe('the send quota', () => {
  const now = new Date('2026-11-21T08:00:00Z');
  const ago = (...seconds: number[]) => seconds.map((second) => new Date(now.getTime() - second * 1000));

  test.each([
    ['nothing sent', [], 0],
    ['sent just now', [0], 30],
    ['sent 29 s ago', [29], 1],
    ['sent 30 s ago', [30], 0],
    ['two in ten minutes', [31, 65], 0],
    ['three in ten minutes', [31, 65, 100], 500],
    ['three, the first ten minutes ago', [31, 65, 600], 0],
    ['ten in a day', [700, 1400, 2100, 2800, 3500, 4200, 4900, 5600, 6300, 7000], 86_400 - 7000],
    ['nine in a day', [700, 1400, 2100, 2800, 3500, 4200, 4900, 5600, 6300], 0],
  ] as const)('%s: wait %i', (_what, sent, seconds) => {
    expect(secondsUntilSend(ago(...sent), now)).toBe(seconds);
    expect(secondsUntilSend(ago(...sent).toReversed(), now)).toBe(seconds);
  });

  test('never lets more through than a window holds', () => {
    const sent: Date[] = [];
    for (let second = 0; second < 3 * 86_400; second += 10) {
      const at = new Date(now.getTime() + second * 1000);
      if (secondsUntilSend(sent, at) === 0) sent.push(at);
    }
    for (const { windowSeconds, sends } of sendQuota)
      for (const [index, first] of sent.entries()) {
        const next = sent[index + sends];
        if (next) expect(next.getTime() - first.getTime()).toBeGreaterThanOrEqual(windowSeconds * 1000);
      }
    expect(sent.length).toBe(30);
  });
});

describe('contacts', () => {
  const contact = (kind: 'Email' | 'PhoneNumber', address: string, verified = true, counts = verified): Contact => ({
    id: address,
    kind,
    address,
    addressIndex: Buffer.alloc(0),
    verified,
    addedLater: false,
    counts,
  });
  const email = contact('Email', 'maya@northwind.com');
  const phone = contact('PhoneNumber', '+12125550142');
  const unconfirmed = contact('PhoneNumber', '+12125550143', false);
  const onFile = contact('Email', 'maya@filed.example', false, true);
  const added = contact('Email', 'later@else.example', false);

  test.each([
    ['maya.chen@northwind-trading.example', 'm•••@n•••.example'],
    ['a@b.co', 'a•••@b•••.co'],
    ['ada@mail.example.co.uk', 'a•••@m•••.uk'],
    ['😀smile@example.com', '😀•••@e•••.com'],
  ])('%s is shown as %s', (address, masked) => {
    expect(maskAddress({ kind: 'Email', address })).toBe(masked);
  });

  test('a phone is shown by its last two digits', () => {
    expect(maskAddress(phone)).toBe('••• ••• ••42');
  });

  test('are offered e-mail first, one of a kind, with what was confirmed', { tags: '@5.8' }, () => {
    expect(entitiesOf([phone, email])).toEqual([
      { EntityType: 'Email', EntityAuthStatus: 'Authenticated', EntityMasked: 'm•••@n•••.com' },
      { EntityType: 'PhoneNumber', EntityAuthStatus: 'Authenticated', EntityMasked: '••• ••• ••42' },
    ]);
    expect(entitiesOf([unconfirmed])).toEqual([
      { EntityType: 'PhoneNumber', EntityAuthStatus: 'NotAuthenticated', EntityMasked: '••• ••• ••43' },
    ]);
    expect(entitiesOf([onFile])).toEqual([
      { EntityType: 'Email', EntityAuthStatus: 'NotAuthenticated', EntityMasked: 'm•••@f•••.example' },
    ]);
    expect(entitiesOf([phone, unconfirmed])).toHaveLength(1);
    expect(entitiesOf([added])).toEqual([]);
    expect(entitiesOf([])).toEqual([]);
  });

  test('a code goes to the first e-mail address that counts or the first confirmed phone, never to another', () => {
    expect(contactFor([phone, email], 'Email')).toBe(email);
    expect(contactFor([added, onFile], 'Email')).toBe(onFile);
    expect(contactFor([added], 'Email')).toBeNull();
    expect(contactFor([unconfirmed, phone], 'PhoneNumber')).toBe(phone);
    expect(contactFor([unconfirmed], 'PhoneNumber')).toBeNull();
    expect(contactFor([phone], 'Email')).toBeNull();
  });
});

describe('the messages', () => {
  const programName = 'Smith & <Sons>';

  test('the mail shows the code in subject, text and page, and holds no link', () => {
    const { subject, text, html } = accessCodeMail({ purpose: 'LoginNewDevice', code: '012345', programName });
    expect(subject).toBe('012345 is your Smith & <Sons> Secure Access Code');
    expect(text).toContain('012345');
    expect(text).toContain(`${accessCode.lifetimeSeconds / 60} minutes`);
    expect(html).toContain('>012345</p>');
    expect(html).toContain('aria-label="0 1 2 3 4 5"');
    expect(html).toContain('Smith &#38; &#60;Sons&#62;');
    expect(html).not.toContain('<Sons>');
    expect(`${text}${html}`).not.toMatch(/https?:|href|src=/);
  });

  test('the text ends with the line by which a browser fills the code in', () => {
    const { subject, text, html } = accessCodeText({ code: '012345', programName, hostname: 'cards.example.com' });
    expect(text.split('\n').at(-1)).toBe('@cards.example.com #012345');
    expect({ subject, html }).toEqual({ subject: null, html: null });
    expect(text.length).toBeLessThan(200);
  });
});
