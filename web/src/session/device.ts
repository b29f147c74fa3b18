const key = 'florin-device';

/**
 * What payloads call this browser (specification section 3): `deviceId`, chosen once and kept, and `device`, its user
 * agent. Labels and never credentials: a browser is known by the cookie that the server has issued.
 */
export function thisDevice(): { deviceId: string; device: string } {
  return { deviceId: deviceId(), device: navigator.userAgent.slice(0, 512) };
}

function deviceId(): string {
  try {
    const kept = localStorage.getItem(key);
    if (kept) return kept;
    const chosen = randomId();
    localStorage.setItem(key, chosen);
    return chosen;
  } catch {
    // Where nothing can be kept, each call has an id of its own.
    return randomId();
  }
}

/** Also where the page came over plain HTTP, which `randomUUID` refuses. */
const randomId = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
