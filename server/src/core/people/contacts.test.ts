import { describe, expect, test } from 'vitest';
import { contactFor, entitiesOf, type Contact } from './contacts.ts';
import { maskAddress } from './masks.ts';

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
    expect(maskAddress(phone)).toBe('•••\u00a0•••\u00a0••42');
  });

  test('are offered email first, one of a kind, with whether each is confirmed', { tags: '@5.8' }, () => {
    expect(entitiesOf([phone, email])).toEqual([
      { EntityType: 'Email', EntityAuthStatus: 'Authenticated', EntityMasked: 'm•••@n•••.com' },
      { EntityType: 'PhoneNumber', EntityAuthStatus: 'Authenticated', EntityMasked: '•••\u00a0•••\u00a0••42' },
    ]);
    expect(entitiesOf([unconfirmed])).toEqual([
      { EntityType: 'PhoneNumber', EntityAuthStatus: 'NotAuthenticated', EntityMasked: '•••\u00a0•••\u00a0••43' },
    ]);
    expect(entitiesOf([onFile])).toEqual([
      { EntityType: 'Email', EntityAuthStatus: 'NotAuthenticated', EntityMasked: 'm•••@f•••.example' },
    ]);
    expect(entitiesOf([phone, unconfirmed])).toHaveLength(1);
    expect(entitiesOf([added])).toEqual([]);
    expect(entitiesOf([])).toEqual([]);
  });

  test('a code goes to the first email address that counts or the first confirmed phone, never to another', () => {
    expect(contactFor([phone, email], 'Email')).toBe(email);
    expect(contactFor([added, onFile], 'Email')).toBe(onFile);
    expect(contactFor([added], 'Email')).toBeNull();
    expect(contactFor([unconfirmed, phone], 'PhoneNumber')).toBe(phone);
    expect(contactFor([unconfirmed], 'PhoneNumber')).toBeNull();
    expect(contactFor([phone], 'Email')).toBeNull();
  });
});
