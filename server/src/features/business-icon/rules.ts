import { businessIcon } from '@florin/contract/limits';

export type IconType = 'image/png' | 'image/jpeg' | 'image/webp';

const startsWith = (image: Buffer, bytes: readonly number[], at = 0) =>
  bytes.every((byte, index) => image[at + index] === byte);

/**
 * What an image is by its own first bytes, never by what its sender calls it; null for everything that is not one of the
 * three, SVG above all, which can carry scripts.
 */
export function iconTypeOf(image: Buffer): IconType | null {
  if (image.length === 0 || image.length > businessIcon.bytesAtMost) return null;
  if (startsWith(image, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
    return isSmallPng(image) ? 'image/png' : null;
  if (startsWith(image, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  const isWebp =
    image.subarray(0, 4).toString('latin1') === 'RIFF' && image.subarray(8, 12).toString('latin1') === 'WEBP';
  return isWebp ? 'image/webp' : null;
}

/** A few bytes of PNG can unfold to a picture that fills a phone's memory; its header says how large it is. */
function isSmallPng(image: Buffer): boolean {
  if (image.length < 24) return false;
  const [width, height] = [image.readUInt32BE(16), image.readUInt32BE(20)];
  return width === height && width > 0 && width <= businessIcon.sideAtMostPixels;
}

/** Where an icon is served; the hash lets browsers keep each version, and whoever does not know it finds nothing. */
export const iconUri = (businessId: string, hash: string): string => `/branding/business/${businessId}/icon?v=${hash}`;
