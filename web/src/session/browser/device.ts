import * as v from 'valibot';
import { stored } from '../../stored.ts';

const id = stored('florin-device', v.pipe(v.string(), v.nonEmpty()), 'local');

/**
 * The labels of this browser in payloads (specification section 3): `deviceId`, chosen once and stored, and `device`,
 * its user agent. They are labels, never credentials: the server identifies a browser by its cookie.
 */
export function thisDevice(): { deviceId: string; device: string } {
  return { deviceId: deviceId(), device: navigator.userAgent.slice(0, 512) };
}

function deviceId(): string {
  const kept = id.read();
  if (kept !== null) return kept;
  // Not `randomUUID`, which is unavailable on pages loaded over plain HTTP.
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  const chosen = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  id.write(chosen);
  return chosen;
}
