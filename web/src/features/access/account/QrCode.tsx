import { encode } from 'uqr';
import styles from './AuthenticatorKey.module.css';
import { qrPath } from './qr-path.ts';

/** A QR code as one SVG path; the page's policy allows no markup made from text. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={styles.qr}
    >
      <path fill="currentColor" d={qrPath(data)} />
    </svg>
  );
}
