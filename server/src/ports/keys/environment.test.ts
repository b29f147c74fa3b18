import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { environmentKeys } from './environment.ts';

const key = () => randomBytes(32).toString('base64');

test('a new key in front seals from then on; earlier values and MACs stay valid', () => {
  const old = `2026-01:${key()}`;
  const before = environmentKeys(old);
  const after = environmentKeys(`2026-07:${key()},${old}`);
  expect(after.currentKeyId).toBe('2026-07');
  expect(after.open(before.seal('still here', 'place'), 'place').toString()).toBe('still here');
  expect(() => before.open(after.seal('new', 'place'), 'place')).toThrow(
    expect.objectContaining({ reason: 'unknown-key' }),
  );
  expect(after.mac('index', 'x')).toEqual(before.mac('index', 'x'));
});

test('a value whose key was removed from the ring is refused', () => {
  const sealed = environmentKeys(`a:${key()}`).seal('x', 'place');
  expect(() => environmentKeys(`b:${key()}`).open(sealed, 'place')).toThrow(
    expect.objectContaining({ reason: 'unknown-key' }),
  );
});

test('a value is refused by another key under the same id', () => {
  const sealed = environmentKeys(`a:${key()}`).seal('x', 'place');
  expect(() => environmentKeys(`a:${key()}`).open(sealed, 'place')).toThrow(
    expect.objectContaining({ reason: 'not-authentic' }),
  );
});

const secret = key();
test.each([
  ['nothing', ''],
  ['no id', `:${secret}`],
  ['no key', 'a:'],
  ['no separator', secret],
  ['a short key', `a:${randomBytes(31).toString('base64')}`],
  ['a long key', `a:${randomBytes(33).toString('base64')}`],
  ['an unpadded key', `a:${secret.slice(0, -1)}`],
  ['a strange id', `ä b:${secret}`],
  ['an endless id', `${'a'.repeat(33)}:${secret}`],
  ['an id twice', `a:${secret},a:${key()}`],
  ['an empty pair', `a:${secret},,b:${key()}`],
])('%s is refused without being quoted', (_name, spec) => {
  const attempt = () => environmentKeys(spec);
  expect(attempt).toThrow(expect.objectContaining({ name: 'KeyError', reason: 'keyring' }));
  expect(attempt).not.toThrow(secret);
});
