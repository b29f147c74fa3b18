import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { embeddedLeakedPasswords } from './embedded.ts';
import type { LeakedPasswords } from './leaked-passwords.ts';

const patienceMilliseconds = 800;

/**
 * A range service (k-anonymity): it learns the first five hex digits of the password's SHA-1 and answers with the rest of
 * every leaked password that begins so, padded so that the size of the answer tells nothing (security design P25).
 * @param url where the five digits are appended
 */
export function rangeLeakedPasswords(url: string, log: Logger): LeakedPasswords {
  const embedded = embeddedLeakedPasswords();
  return {
    async has(password) {
      if (await embedded.has(password)) return true;
      const digest = createHash('sha1').update(password.normalize('NFC')).digest('hex').toUpperCase();
      try {
        const response = await fetch(url + digest.slice(0, 5), {
          headers: { 'add-padding': 'true' },
          redirect: 'error',
          signal: AbortSignal.timeout(patienceMilliseconds),
        });
        if (!response.ok) throw new Error(`status ${response.status}`);
        return isListed(await response.text(), digest.slice(5));
      } catch (error) {
        const reason = error instanceof Error ? error.message : 'unknown';
        log.warn({ reason }, 'the leaked-password service does not answer; the embedded list has decided');
        return false;
      }
    },
  };
}

/** Lines of `suffix:count`; padding has the count 0. */
function isListed(lines: string, suffix: string): boolean {
  const line = lines.split(/\r?\n/).find((entry) => entry.startsWith(`${suffix}:`));
  return line !== undefined && Number(line.slice(suffix.length + 1)) > 0;
}
