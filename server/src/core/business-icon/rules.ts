import { businessIcon } from '@florin/contract/limits';
import { jpegDimensions, pngDimensions, webpDimensions, type Dimensions } from './dimensions.ts';

export type IconType = 'image/png' | 'image/jpeg' | 'image/webp';

const startsWith = (image: Buffer, bytes: readonly number[], at = 0) =>
  bytes.every((byte, index) => image[at + index] === byte);

/** The first bytes of each type, and the position of its size. */
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
 * The type of an image by its first bytes, whatever type its sender declares. Null for everything but the three types
 * (above all SVG, which can contain scripts) and for anything but a small square: a few bytes can unpack to an image
 * that fills a phone's memory.
 */
export function iconTypeOf(image: Buffer): IconType | null {
  if (image.length === 0 || image.length > businessIcon.bytesAtMost) return null;
  const kind = kinds.find(({ begins }) => begins(image));
  return kind && isSmallSquare(kind.dimensionsOf(image)) ? kind.type : null;
}

const isSmallSquare = (size: Dimensions | null) =>
  size !== null && size.width === size.height && size.width > 0 && size.width <= businessIcon.sideAtMostPixels;

/**
 * The address of an icon; the hash lets browsers cache each version and hides the icon from anyone who does not know
 * it.
 */
export const iconUri = (businessId: string, hash: string): string => `/branding/business/${businessId}/icon?v=${hash}`;
