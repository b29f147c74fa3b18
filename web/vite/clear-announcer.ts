import type { Plugin } from 'vite';

/**
 * React Aria empties its live region by setting `innerHTML`, which the pages' Trusted Types refuse
 * (server/src/http/security-headers.ts): each key in a date field would end in an error.
 */
export function clearAnnouncer(): Plugin {
  return {
    name: 'clear-announcer',
    apply: 'build',
    transform: {
      filter: { id: /\/dist\/private\/live-announcer\/LiveAnnouncer\.mjs$/ },
      handler(code) {
        const safe = code.replaceAll(".innerHTML = ''", ".textContent = ''");
        if (safe === code) this.error('React Aria’s live region is emptied in another way than expected.');
        return { code: safe, map: null };
      },
    },
  };
}
