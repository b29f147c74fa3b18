import { expect, test } from 'vitest';
import { environmentKeys } from '../keys/environment.ts';
import { embeddedCardProcessor } from './embedded.ts';

const processor = (fill: number) =>
  embeddedCardProcessor(environmentKeys(`test:${Buffer.alloc(32, fill).toString('base64')}`));
const card = (digits: string, expiresOn = '2030-09-30') => ({
  cardId: 'any',
  number: { reveal: () => digits },
  expiresOn,
});

test('a security code is three digits, the same for the same card, and another for another card, expiry or key', async () => {
  const code = await processor(1).securityCode(card('4000001212345672'));
  expect(code).toMatch(/^\d{3}$/);
  expect(await processor(1).securityCode(card('4000001212345672'))).toBe(code);
  const others = await Promise.all([
    processor(1).securityCode(card('4000001298765439')),
    processor(1).securityCode(card('4000001212345672', '2031-09-30')),
    processor(2).securityCode(card('4000001212345672')),
  ]);
  expect(new Set([code, ...others]).size).toBeGreaterThan(1);
});

test('codes are spread over all three digits', async () => {
  const codes = await Promise.all(
    Array.from({ length: 2000 }, (_, index) => processor(1).securityCode(card(String(index).padStart(16, '0')))),
  );
  expect(new Set(codes).size).toBeGreaterThan(800);
  expect(new Set(codes.map((code) => code[0])).size).toBe(10);
});
