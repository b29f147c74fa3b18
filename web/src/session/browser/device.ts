import * as v from 'valibot';
import { stored } from '../../stored.ts';

const id = stored('florin-device', v.pipe(v.string(), v.nonEmpty()), 'local');

/**
 * What payloads call this browser (specification section 3): `deviceId`, chosen once and kept, and `device`, its user
 * agent. Both are labels, never credentials: a browser is known by the cookie that the server has issued.
 */
export function thisDevice(): { deviceId: string; device: string } {
  return { deviceId: deviceId(), device: navigator.userAgent.slice(0, 512) };
}

function deviceId(): string {
  const kept = id.read();
  if (kept !== null) return kept;
  // Not `randomUUID`, which refuses a page that came over plain HTTP.
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  const chosen = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  id.write(chosen);
  return chosen;
}
