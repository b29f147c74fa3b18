/** Of a picture, in pixels. */
export interface Dimensions {
  width: number;
  height: number;
}

/** The size of a PNG, from its first header (ISO/IEC 15948, 11.2.2); null if it cannot be read. */
export function pngDimensions(image: Buffer): Dimensions | null {
  if (image.length < 24 || latin1(image, 12, 16) !== 'IHDR') return null;
  return { width: image.readUInt32BE(16), height: image.readUInt32BE(20) };
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
    else if (marker === 0xda) return found;
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

/**
 * The size of a still WebP (RFC 9649), from its frame and, if it has one, its canvas: the two must agree. Null if
 * either cannot be read.
 */
export function webpDimensions(image: Buffer): Dimensions | null {
  let canvas: Dimensions | null = null;
  let frame: Dimensions | null = null;
  for (let at = 12; at + 8 <= image.length;) {
    const [name, length] = [latin1(image, at, at + 4), image.readUInt32LE(at + 4)];
    const content = image.subarray(at + 8, at + 8 + length);
    if (name === 'ANIM' || name === 'ANMF') return null;
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
