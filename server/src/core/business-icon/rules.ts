import { businessIcon } from '@florin/contract/limits';
import { jpegDimensions, pngDimensions, webpDimensions, type Dimensions } from './dimensions.ts';

export type IconType = 'image/png' | 'image/jpeg' | 'image/webp';

const startsWith = (image: Buffer, bytes: readonly number[], at = 0) =>
  bytes.every((byte, index) => image[at + index] === byte);

/** How each kind begins, and where it says how large it is. */
const kinds: readonly {
  type: IconType;
  begins: (image: Buffer) => boolean;
  dimensionsOf: (image: Buffer) => Dimensions | null;
}[] = [
  {
    type: 'image/png',
    begins: (image) => startsWith(image, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    dimensionsOf: pngDimensions,
  },
  { type: 'image/jpeg', begins: (image) => startsWith(image, [0xff, 0xd8, 0xff]), dimensionsOf: jpegDimensions },
  {
    type: 'image/webp',
    begins: (image) => startsWith(image, [0x52, 0x49, 0x46, 0x46]) && startsWith(image, [0x57, 0x45, 0x42, 0x50], 8),
    dimensionsOf: webpDimensions,
  },
];

/**
 * What an image is by its own first bytes, never by what its sender calls it; null for everything that is not one of the
 * three, SVG above all, which can carry scripts, and for what is no small square: a few bytes can unfold to a picture
 * that fills a phone's memory.
 */
export function iconTypeOf(image: Buffer): IconType | null {
  if (image.length === 0 || image.length > businessIcon.bytesAtMost) return null;
  const kind = kinds.find(({ begins }) => begins(image));
  return kind && isSmallSquare(kind.dimensionsOf(image)) ? kind.type : null;
}

const isSmallSquare = (size: Dimensions | null) =>
  size !== null && size.width === size.height && size.width > 0 && size.width <= businessIcon.sideAtMostPixels;

/** Where an icon is served; the hash lets browsers keep each version, and whoever does not know it finds nothing. */
export const iconUri = (businessId: string, hash: string): string => `/branding/business/${businessId}/icon?v=${hash}`;
