import { crc32, deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { iconTypeOf } from './rules.ts';

const pngChunk = (name: string, content: Buffer) => {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(name, 'latin1'), content, Buffer.alloc(4)]);
  chunk.writeUInt32BE(content.length, 0);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
};
const pngOf = (...chunks: Buffer[]) =>
  Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...chunks]);
const ihdr = (width: number, height = width) => {
  const content = Buffer.alloc(13);
  content.writeUInt32BE(width, 0);
  content.writeUInt32BE(height, 4);
  content.set([8, 6], 8);
  return pngChunk('IHDR', content);
};
/** Transparent pixels, as many bytes as given. */
const idat = (byteCount: number) => pngChunk('IDAT', deflateSync(Buffer.alloc(byteCount)));
const iend = pngChunk('IEND', Buffer.alloc(0));
const pixels = (width: number, height = width) => (width * 4 + 1) * height;
const png = (width: number, height = width) =>
  pngOf(ihdr(width, height), idat(Math.min(pixels(width, height), 1e6)), iend);

const bytes = (base64: string) => Buffer.from(base64, 'base64');
/** Squares of eight pixels as Chromium draws them, without their color profiles. */
const drawn = {
  jpeg: bytes(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABQb/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCKALXj/9k=',
  ),
  lossy: bytes(
    'UklGRmoAAABXRUJQVlA4WAoAAAAQAAAABwAABwAAQUxQSA8AAAABB1DAiAgABOH/20NE/0MAVlA4IDQAAAAwAgCdASoIAAgAAMASJaACdLoB+AH4AARoAAD++iGX/3easNN39a3/9aOfron+tHP/WVgA',
  ),
  lossless: bytes('UklGRi4AAABXRUJQVlA4WAoAAAAQAAAABwAABwAAVlA4TA8AAAAvB8ABEAcQ/Y8CBiKi/wEA'),
};

const changed = (image: Buffer, change: (copy: Buffer) => unknown): Buffer => {
  const copy = Buffer.from(image);
  change(copy);
  return copy;
};
const without = (image: Buffer, from: number, to: number) =>
  Buffer.concat([image.subarray(0, from), image.subarray(to)]);
const chunk = (name: string, content: Buffer) => {
  const head = Buffer.alloc(8);
  head.write(name);
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
};
const webp = (...chunks: Buffer[]) => Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), ...chunks]);
/** Where the frame header of the JPEG begins, and how long it is. */
const sof = drawn.jpeg.indexOf(Buffer.from([0xff, 0xc0]));
const sofBytes = 2 + drawn.jpeg.readUInt16BE(sof + 2);
const sos = drawn.jpeg.indexOf(Buffer.from([0xff, 0xda]));
/** Where the frame of each WebP begins. */
const lossyFrame = drawn.lossy.indexOf('VP8 ') + 8;
const losslessFrame = drawn.lossless.indexOf('VP8L') + 8;

test.each([
  ['a small PNG', png(96), 'image/png'],
  ['a PNG that unfolds to millions of pixels', png(20_000), null],
  ['a PNG that is not square', png(96, 48), null],
  ['a PNG without pixels', png(0), null],
  ['the beginning of a PNG', png(96).subarray(0, 12), null],
  ['a PNG whose header comes later', changed(png(96), (copy) => copy.write('iCCP', 12)), null],
  ['a PNG with two headers', pngOf(ihdr(5000), ihdr(96), idat(pixels(96)), iend), null],
  ['a PNG with another page after it', Buffer.concat([png(96), Buffer.from('<html><script>')]), null],
  ['a PNG whose data unfold to more than its pixels', pngOf(ihdr(16), idat(1e6), iend), null],
  ['a PNG in two runs', pngOf(ihdr(16), idat(9), pngChunk('tIME', Buffer.alloc(7)), idat(9), iend), null],
  ['a PNG with a chunk of its own', pngOf(ihdr(16), pngChunk('huGe', Buffer.alloc(9)), idat(pixels(16)), iend), null],
  ['a PNG with a wrong checksum', changed(png(96), (copy) => copy.writeUInt8(1, 20)), null],
  ['a PNG without an end', pngOf(ihdr(16), idat(pixels(16))), null],
  ['a JPEG with another page after it', Buffer.concat([drawn.jpeg, Buffer.from('<html><script>')]), null],
  ['a WebP with another page after it', Buffer.concat([drawn.lossy, Buffer.from('<html><script>')]), null],
  ['a JPEG', drawn.jpeg, 'image/jpeg'],
  [
    'a JPEG with filled up markers',
    Buffer.concat([drawn.jpeg.subarray(0, sof), bytes('////'), drawn.jpeg.subarray(sof)]),
    'image/jpeg',
  ],
  ['a progressive JPEG', changed(drawn.jpeg, (copy) => copy.writeUInt8(0xc2, sof + 1)), 'image/jpeg'],
  ['a wide JPEG', changed(drawn.jpeg, (copy) => copy.writeUInt16BE(8000, sof + 7)), null],
  ['a high JPEG', changed(drawn.jpeg, (copy) => copy.writeUInt16BE(8000, sof + 5)), null],
  ['a large JPEG', changed(drawn.jpeg, (copy) => copy.fill(0x1f, sof + 5, sof + 9)), null],
  ['a JPEG that is as high as its scan', changed(drawn.jpeg, (copy) => copy.fill(0, sof + 5, sof + 9)), null],
  ['a JPEG without a frame', without(drawn.jpeg, sof, sof + sofBytes), null],
  ['a JPEG with two frames', Buffer.concat([drawn.jpeg.subarray(0, sos), drawn.jpeg.subarray(sof)]), null],
  ['a JPEG without a scan', drawn.jpeg.subarray(0, sos), null],
  ['the beginning of a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0]), null],
  ['a JPEG with a segment of no length', changed(drawn.jpeg, (copy) => copy.writeUInt16BE(0, 4)), null],
  ['a WebP', drawn.lossy, 'image/webp'],
  ['a lossless WebP', drawn.lossless, 'image/webp'],
  ['a simple WebP', webp(drawn.lossy.subarray(lossyFrame - 8)), 'image/webp'],
  ['a simple lossless WebP', webp(drawn.lossless.subarray(losslessFrame - 8)), 'image/webp'],
  ['a large WebP', webp(changed(drawn.lossy.subarray(lossyFrame - 8), (copy) => copy.fill(0x1f, 14, 18))), null],
  ['a large lossless WebP', webp(chunk('VP8L', bytes('Lz/fzwc='))), null],
  ['a WebP with a large canvas', changed(drawn.lossy, (copy) => copy.writeUIntLE(7999, 24, 3)), null],
  [
    'a WebP whose frame is larger than its canvas',
    changed(drawn.lossless, (copy) => copy.fill(0x7f, losslessFrame + 1)),
    null,
  ],
  ['a WebP with two frames', webp(drawn.lossy.subarray(lossyFrame - 8), drawn.lossy.subarray(lossyFrame - 8)), null],
  ['a WebP that moves', Buffer.concat([drawn.lossless, chunk('ANMF', Buffer.alloc(24))]), null],
  ['a WebP of a canvas alone', drawn.lossless.subarray(0, losslessFrame - 8), null],
  ['a WebP that begins with another frame', changed(drawn.lossy, (copy) => copy.writeUInt8(0x31, lossyFrame)), null],
  ['the beginning of a WebP', Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1'), null],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), null],
  ['nothing', Buffer.alloc(0), null],
  ['too many bytes', Buffer.concat([png(96), Buffer.alloc(10 * 1024)]), null],
])('%s', (_what, image, type) => {
  expect(iconTypeOf(image)).toBe(type);
});
