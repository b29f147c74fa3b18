import { businessIcon } from '@florin/contract/limits';

const { sidePixels, bytesAtMost } = businessIcon;
/** From the best to the smallest; browsers that cannot write WebP write PNG instead, which is then skipped. */
const formats = [
  ['image/webp', 0.9],
  ['image/jpeg', 0.85],
  ['image/jpeg', 0.5],
] as const;

/**
 * Redraws a picture as a small square, which also removes everything else in its file (places, names, scripts).
 * @returns base64, or null if the browser cannot read the file
 */
export async function drawIcon(file: Blob): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return null;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = sidePixels;
  const brush = canvas.getContext('2d');
  if (!brush) return null;
  const side = Math.min(picture.width, picture.height);
  const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2];
  brush.drawImage(picture, left, top, side, side, 0, 0, sidePixels, sidePixels);
  picture.close();
  for (const [type, quality] of formats) {
    // JPEG has no transparency: transparent parts become white.
    if (type === 'image/jpeg') paintUnder(brush);
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, type, quality);
    });
    if (blob?.type === type && blob.size <= bytesAtMost) return toBase64(await blob.arrayBuffer());
  }
  return null;
}

function paintUnder(brush: CanvasRenderingContext2D): void {
  brush.globalCompositeOperation = 'destination-over';
  brush.fillStyle = '#fff';
  brush.fillRect(0, 0, sidePixels, sidePixels);
}

const toBase64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)));
