import { crc32, inflateSync } from 'node:zlib';
import { businessIcon } from '@florin/contract/limits';

/** Of a picture, in pixels. */
export interface Dimensions {
  width: number;
  height: number;
}

const sideAtMost = businessIcon.sideAtMostPixels;

const pngHead = 8;
/** The chunks that a still image needs. The browser that drew the image leaves out text, profiles and times. */
const pngChunks: ReadonlySet<string> = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB sBIT bKGD pHYs iCCP cICP eXIf tEXt tIME'.split(' '),
);

/**
 * The size of a PNG (ISO/IEC 15948): one header first, known chunks with correct checksums, the image data in one run
 * that unpacks to no more than its pixels, and nothing after the end. Null for anything else.
 */
export function pngDimensions(image: Buffer): Dimensions | null {
  let size: Dimensions | null = null;
  const data: Buffer[] = [];
  let before = '';
  for (let at = pngHead; at + 12 <= image.length;) {
    const length = image.readUInt32BE(at);
    const end = at + 12 + length;
    const name = latin1(image, at + 4, at + 8);
    if (end > image.length || !pngChunks.has(name)) return null;
    if (crc32(image.subarray(at + 4, end - 4)) !== image.readUInt32BE(end - 4)) return null;
    if ((name === 'IHDR') !== (at === pngHead)) return null;
    const content = image.subarray(at + 8, end - 4);
    if (name === 'IHDR') {
      if (length !== 13) return null;
      size = { width: content.readUInt32BE(0), height: content.readUInt32BE(4) };
    }
    if (name === 'IDAT') {
      if (data.length > 0 && before !== 'IDAT') return null;
      data.push(content);
    }
    if (name === 'IEND')
      return size !== null && end === image.length && fitsPixels(Buffer.concat(data), size) ? size : null;
    before = name;
    at = end;
  }
  return null;
}

/** Eight bytes a pixel at most (16 bits for each of four channels), a filter byte a line, and the seven passes of Adam7. */
function fitsPixels(data: Buffer, { width, height }: Dimensions): boolean {
  if (data.length === 0 || width > sideAtMost || height > sideAtMost) return false;
  try {
    inflateSync(data, { maxOutputLength: (width * 8 + 1) * height + 7 * height });
    return true;
  } catch {
    return false;
  }
}

/** The markers of a frame: C0 to CF without DHT, JPG and DAC. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const hasNoLength = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/**
 * The size of a JPEG, from its one frame header before the scan (ITU-T T.81, B.2.2). Null if it cannot be read, or if
 * it has two, because browsers may disagree which one counts.
 */
export function jpegDimensions(image: Buffer): Dimensions | null {
  let found: Dimensions | null = null;
  let at = 2;
  while (at + 4 <= image.length && image[at] === 0xff) {
    const marker = image[at + 1]!;
    if (marker === 0xff) at += 1;
    else if (hasNoLength(marker)) at += 2;
    // Nothing after the end of the image, where other formats could begin.
    else if (marker === 0xda) return image.indexOf(endOfImage, at) === image.length - endOfImage.length ? found : null;
    else {
      if (isFrame(marker)) {
        if (found || at + 9 > image.length) return null;
        found = { width: image.readUInt16BE(at + 7), height: image.readUInt16BE(at + 5) };
      }
      at += 2 + Math.max(2, image.readUInt16BE(at + 2));
    }
  }
  return null;
}

const endOfImage = Buffer.from([0xff, 0xd9]);

/** The chunks of a still picture. */
const webpChunks: ReadonlySet<string> = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP', 'EXIF', 'XMP ']);

/**
 * The size of a still WebP (RFC 9649), from its frame and, if it has one, its canvas: the two must agree. Null if
 * either cannot be read.
 */
export function webpDimensions(image: Buffer): Dimensions | null {
  let canvas: Dimensions | null = null;
  let frame: Dimensions | null = null;
  let at = 12;
  while (at + 8 <= image.length) {
    const [name, length] = [latin1(image, at, at + 4), image.readUInt32LE(at + 4)];
    const content = image.subarray(at + 8, at + 8 + length);
    if (!webpChunks.has(name)) return null;
    if (name === 'VP8X') {
      if (canvas || frame || content.length < 10) return null;
      canvas = { width: content.readUIntLE(4, 3) + 1, height: content.readUIntLE(7, 3) + 1 };
    }
    if (name === 'VP8 ' || name === 'VP8L') {
      if (frame) return null;
      frame = name === 'VP8 ' ? lossy(content) : lossless(content);
      if (!frame) return null;
    }
    at += 8 + length + (length % 2);
  }
  // Nothing after the last chunk.
  if (at !== image.length) return null;
  const agree = !canvas || (canvas.width === frame?.width && canvas.height === frame.height);
  return agree ? frame : null;
}

/** A key frame of VP8 (RFC 6386, 9.1). */
function lossy(content: Buffer): Dimensions | null {
  if (content.length < 10 || content[0]! % 2 !== 0 || latin1(content, 3, 6) !== '\u009d\u0001*') return null;
  return { width: content.readUInt16LE(6) & 0x3fff, height: content.readUInt16LE(8) & 0x3fff };
}

function lossless(content: Buffer): Dimensions | null {
  if (content.length < 5 || content[0] !== 0x2f) return null;
  const bits = content.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

const latin1 = (bytes: Buffer, from: number, to: number) => bytes.subarray(from, to).toString('latin1');
