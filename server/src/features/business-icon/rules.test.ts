import { expect, test } from 'vitest';
import { iconTypeOf } from './rules.ts';

const png = (width: number, height = width) => {
  const image = Buffer.alloc(40);
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(image);
  image.writeUInt32BE(width, 16);
  image.writeUInt32BE(height, 20);
  return image;
};

test.each([
  ['a small PNG', png(96), 'image/png'],
  ['a PNG that unfolds to millions of pixels', png(20_000), null],
  ['a PNG that is no square', png(96, 48), null],
  ['a PNG of nothing', png(0), null],
  ['the beginning of a PNG', png(96).subarray(0, 12), null],
  ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0]), 'image/jpeg'],
  ['a WebP', Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1'), 'image/webp'],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), null],
  ['nothing', Buffer.alloc(0), null],
  ['too much', Buffer.concat([png(96), Buffer.alloc(10 * 1024)]), null],
])('%s', (_what, image, type) => {
  expect(iconTypeOf(image)).toBe(type);
});
