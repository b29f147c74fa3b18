import { useState } from 'react';
import { encode } from 'uqr';
import { Button } from '../../../../kit/actions/Button.tsx';
import { accountWords } from '../../../../messages/en/access/account.ts';
import styles from './AuthenticatorKey.module.css';
import { qrPath } from './qr-path.ts';

const words = accountWords.authenticators;

/** The secret for an authenticator app: to be scanned, or typed without a camera. */
export function AuthenticatorKey({ secret, uri }: { secret: string; uri: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    setCopied(true);
  };
  return (
    <div className={styles.key}>
      <p>{words.scan}</p>
      <QrCode text={uri} label={words.qr} />
      <p>{words.byHand}</p>
      <p className={styles.row}>
        <code className={styles.secret}>{inGroups(secret)}</code>
        <Button onClick={() => void copy()}>{copied ? words.copied : words.copyKey}</Button>
      </p>
    </div>
  );
}

/** Four characters at a time, as people type them. */
const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

/** A QR code as one SVG path; the page's policy allows no markup made from text. */
function QrCode({ text, label }: { text: string; label: string }) {
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
