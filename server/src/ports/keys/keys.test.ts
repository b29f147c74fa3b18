import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { embeddedKeys } from './embedded.ts';
import { environmentKeys } from './environment.ts';
import { KeyError, recordContext, type KeyErrorReason, type Keys } from './keys.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'florin-keys-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const pair = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;

/** The reason that opening fails; a value that opens fails the test. */
function refusal(keys: Keys, sealed: Uint8Array, context: string): KeyErrorReason {
  try {
    keys.open(sealed, context);
  } catch (error) {
    if (error instanceof KeyError) return error.reason;
    throw error;
  }
  throw new Error('it opened');
}

const context = recordContext({ table: 'contact', row: '7', column: 'address_sealed', program: 'p' });
const anyContext = fc.string();
const anyBytes = fc.uint8Array({ maxLength: 300 });

describe.each<[string, Keys, () => Keys]>([
  ['the embedded keyring', embeddedKeys(dataDir), () => embeddedKeys(mkdtempSync(join(dataDir, 'other-')))],
  [
    'keys from the environment',
    environmentKeys(`${pair('newer')}, ${pair('older')}`),
    () => environmentKeys(pair('newer')),
  ],
])('%s', (_name, keys, others) => {
  test('opens its sealed values', () => {
    fc.assert(
      fc.property(anyBytes, anyContext, (plaintext, where) => {
        expect(keys.open(keys.seal(plaintext, where), where)).toEqual(Buffer.from(plaintext));
      }),
    );
  });

  test('takes text as UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(keys.open(keys.seal(text, context), context).toString()).toBe(text);
      }),
    );
  });

  test('seals the same value differently each time, and reveals nothing of it', () => {
    const sealed = [keys.seal('+15550100123', context), keys.seal('+15550100123', context)];
    expect(sealed[0]).not.toEqual(sealed[1]);
    expect(sealed[0]!.length).toBeLessThanOrEqual('+15550100123'.length + 122);
    expect(sealed[0]!.includes('5550100')).toBe(false);
    expect(sealed[0]!.includes(keys.currentKeyId)).toBe(true);
  });

  test('refuses a value with any byte changed', () => {
    fc.assert(
      fc.property(anyBytes, fc.nat(), fc.integer({ min: 1, max: 255 }), (plaintext, position, change) => {
        const sealed = keys.seal(plaintext, context);
        sealed[position % sealed.length]! ^= change;
        expect(refusal(keys, sealed, context)).toMatch(/^(malformed|unknown-key|not-authentic)$/);
      }),
      { numRuns: 500 },
    );
  });

  test('refuses a value that was cut or lengthened anywhere', () => {
    const sealed = keys.seal('a short one', context);
    for (let length = 0; length < sealed.length; length++) {
      expect(() => keys.open(sealed.subarray(0, length), context)).toThrow(KeyError);
      expect(() => keys.open(sealed.subarray(sealed.length - length), context)).toThrow(KeyError);
    }
    expect(refusal(keys, Buffer.concat([sealed, Buffer.alloc(1)]), context)).toBe('not-authentic');
  });

  test('refuses a value in any place other than its own', () => {
    fc.assert(
      fc.property(anyBytes, anyContext, anyContext, (plaintext, where, elsewhere) => {
        fc.pre(where !== elsewhere);
        expect(refusal(keys, keys.seal(plaintext, where), elsewhere)).toBe('not-authentic');
      }),
    );
  });

  test('cannot swap the data key of one value for that of another', () => {
    const [one, two] = [keys.seal('one', context), keys.seal('two', context)];
    const valueAt = 2 + Buffer.byteLength(keys.currentKeyId) + 60;
    expect(refusal(keys, Buffer.concat([one.subarray(0, valueAt), two.subarray(valueAt)]), context)).toBe(
      'not-authentic',
    );
  });

  test('refuses the values of another installation', () => {
    expect(refusal(keys, others().seal('x', context), context)).toMatch(/^(unknown-key|not-authentic)$/);
  });

  test('reveals no contents, places or keys in a refusal', () => {
    const sealed = keys.seal('plaintext', 'drawer 7');
    const messages = [sealed.subarray(1), Buffer.alloc(0), sealed].map((bytes) => {
      try {
        return keys.open(bytes, 'drawer 9').toString();
      } catch (error) {
        return String(error);
      }
    });
    expect(messages.join()).not.toMatch(new RegExp(`plaintext|drawer|${keys.currentKeyId}`));
  });

  test('makes the same MAC of the same value, and another for another purpose, value or installation', () => {
    const mac = keys.mac('contact-index', 'maya@example.com');
    expect(mac).toHaveLength(32);
    expect(keys.mac('contact-index', Buffer.from('maya@example.com'))).toEqual(mac);
    const different = [
      keys.mac('contact-index', 'maya@example.org'),
      keys.mac('access-code', 'maya@example.com'),
      keys.mac('contact-index maya', '@example.com'),
      others().mac('contact-index', 'maya@example.com'),
    ];
    expect(new Set([mac, ...different].map((bytes) => bytes.toString('hex'))).size).toBe(5);
  });
});

test('no two records share a context', () => {
  const place = fc.record({ table: fc.string(), row: fc.string(), column: fc.string(), program: fc.string() });
  fc.assert(
    fc.property(place, place, (one, other) => {
      fc.pre(JSON.stringify(Object.entries(one)) !== JSON.stringify(Object.entries(other)));
      expect(recordContext(one)).not.toBe(recordContext(other));
    }),
  );
  const spliced = [
    recordContext({ table: 'a', row: 'bc', column: 'd', program: 'e' }),
    recordContext({ table: 'ab', row: 'c', column: 'd', program: 'e' }),
    recordContext({ table: 'a', row: '1:b', column: 'c', program: 'de' }),
  ];
  expect(new Set(spliced).size).toBe(3);
});
