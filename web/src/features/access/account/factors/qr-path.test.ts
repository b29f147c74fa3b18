import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { qrPath } from './qr-path.ts';

test('a run of dark modules is one rectangle', () => {
  expect(
    qrPath([
      [true, true, false, true],
      [false, false, false, false],
    ]),
  ).toBe('M0 0h2v1h-2zM3 0h1v1h-1z');
});

test('covers exactly the dark modules of a real code', () => {
  const { data } = encode('otpauth://totp/Florin:maya?secret=JBSWY3DPEHPK3PXP&issuer=Florin', { ecc: 'M', border: 4 });
  const covered = [...qrPath(data).matchAll(/M(\d+) (\d+)h(\d+)/g)].flatMap(([, x, y, width]) =>
    Array.from({ length: Number(width) }, (_, step) => `${Number(x) + step},${y}`),
  );
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x},${y}`] : [])));
  expect(covered.toSorted()).toEqual(dark.toSorted());
});
